import { type ContactColumn, type ContactColumnName, contactColumns } from '@tuneport/contract/leads/lead-imports';
import { Email } from '@tuneport/contract/shapes';
import {
  type CustomField,
  type CustomValue,
  type CustomValues,
  customFieldName,
  parseCustomValue,
} from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { folded } from '@tuneport/domain/site/slug';
import { cutText } from '@tuneport/domain/text/cut-text';

export type ContactColumns = Readonly<Partial<Record<ContactColumnName, number>>>;

export type ReadContact = {
  readonly line: number;
  readonly name: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly organization: string | null;
  readonly labels: readonly string[];
  /** The e-mail address or name of the owner. */
  readonly owner: string | null;
  readonly note: string;
  readonly custom: CustomValues;
  /** Parts that were left out. */
  readonly warnings: readonly string[];
};

/** Names of columns in exports of other products and address books. */
const knownNames: Readonly<Record<ContactColumn, readonly string[]>> = {
  name: ['name', 'fullname', 'contact', 'contactname', 'person', 'displayname', 'personname'],
  firstName: ['firstname', 'givenname', 'first', 'vorname', 'prenom'],
  lastName: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'nom'],
  email: ['email', 'emailaddress', 'emailaddresses', 'emails', 'mail', 'email1', 'email1value', 'primaryemail'],
  phone: ['phone', 'phonenumber', 'phones', 'telephone', 'tel', 'mobile', 'mobilephone', 'phone1', 'phone1value'],
  organization: [
    'organization',
    'organisation',
    'company',
    'companyname',
    'account',
    'accountname',
    'firma',
    'business',
  ],
  label: ['label', 'labels', 'tag', 'tags', 'category', 'categories'],
  owner: ['owner', 'contactowner', 'salesowner', 'assignedto', 'user'],
  note: ['note', 'notes', 'comment', 'comments', 'description', 'remarks'],
};

const plain = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '');

/** The first column of a known name or of a custom field's name, each column once. */
export function guessColumns(header: readonly string[], fields: readonly CustomField[] = []): ContactColumns {
  const names = header.map(plain);
  const at: Partial<Record<ContactColumnName, number>> = {};
  const guess = (column: ContactColumnName, known: readonly string[]) => {
    const found = names.findIndex((name, index) => known.includes(name) && !Object.values(at).includes(index));
    if (found >= 0) at[column] = found;
  };
  for (const column of contactColumns) guess(column, knownNames[column]);
  for (const { id, name } of fields) if (plain(name) !== '') guess(customFieldName(id), [plain(name)]);
  return at;
}

/** Why a table cannot be imported with these columns, or null. */
export const columnsProblem = (at: ContactColumns): string | null =>
  at.name === undefined && at.firstName === undefined && at.lastName === undefined && at.email === undefined
    ? 'Choose the column with the name or the e-mail address.'
    : null;

export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^00/, '');
/** Numbers are the same if their digits are, as in `lead_phone_keys`. */
export const phoneKey = (phone: string): string => phoneDigits(phone) || phone;

/** The warning about a value for which there is no room. */
export const leftOut = (max: number, what: string, value: string): string =>
  `More than ${max} ${what}; left out: "${cutText(value, 80)}"`;

const parts = (text: string) => [
  ...new Set(
    text
      .split(/[\n,;|]+/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** A row as a contact, or why it is skipped. */
export function readContact(
  line: number,
  cells: readonly string[],
  at: ContactColumns,
  fields: readonly CustomField[] = [],
): ReadContact | string {
  const cell: Cell = (column) => {
    const index = at[column];
    // Control characters cannot be shown, and NUL cannot be stored.
    return index === undefined ? '' : (cells[index] ?? '').replace(/[^\P{Cc}\n\t]/gu, '').trim();
  };
  const warnings: string[] = [];
  const warn: Warn = (reason) => warnings.push(reason);
  const emails = readEmails(cell, warn);
  const phones = readPhones(cell, warn);
  const full = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ');
  const name = full.replace(/\s+/g, ' ') || emails[0] || '';
  if (name === '') return cells.every((one) => one.trim() === '') ? 'Empty row' : 'No name and no valid e-mail address';
  if (name.length > leadLimits.name) return `Name longer than ${leadLimits.name} characters`;
  const organization = cell('organization').replace(/\s+/g, ' ');
  if (organization.length > leadLimits.name) warn(`Organization longer than ${leadLimits.name} characters`);
  const labels = readLabels(cell, warn);
  const custom = readCustom(cell, fields, warn);
  const note = cell('note');
  if (note.length > leadLimits.note) warn(`Note longer than ${leadLimits.note} characters: cut`);
  return {
    line,
    name,
    emails,
    phones,
    organization: organization === '' || organization.length > leadLimits.name ? null : organization,
    labels,
    owner: cell('owner') || null,
    note: cutText(note, leadLimits.note),
    custom,
    warnings,
  };
}

/** The text of a column, without spaces around it. */
type Cell = (column: ContactColumnName) => string;
type Warn = (reason: string) => void;

function readEmails(cell: Cell, warn: Warn): string[] {
  const emails: string[] = [];
  for (const text of parts(cell('email'))) {
    const address = Email.safeParse(text.replace(/^.*<([^<>]+)>$/, '$1').replace(/^mailto:/i, ''));
    if (!address.success) warn(`Not an e-mail address: "${cutText(text, 80)}"`);
    else if (emails.includes(address.data)) continue;
    else if (emails.length < leadLimits.addresses) emails.push(address.data);
    else warn(leftOut(leadLimits.addresses, 'e-mail addresses', address.data));
  }
  return emails;
}

function readPhones(cell: Cell, warn: Warn): string[] {
  const phones: string[] = [];
  for (const text of parts(cell('phone'))) {
    if (text.length > leadLimits.phone || !/\d/.test(text)) warn(`Not a phone number: "${cutText(text, 80)}"`);
    else if (phones.some((phone) => phoneKey(phone) === phoneKey(text))) continue;
    else if (phones.length < leadLimits.addresses) phones.push(text);
    else warn(leftOut(leadLimits.addresses, 'phone numbers', text));
  }
  return phones;
}

function readLabels(cell: Cell, warn: Warn): string[] {
  const labels: string[] = [];
  for (const label of parts(cell('label'))) {
    if (label.length > leadLimits.labelName)
      warn(`Label longer than ${leadLimits.labelName} characters: "${cutText(label, leadLimits.labelName)}"`);
    else if (labels.length < leadLimits.labels) labels.push(label);
    else warn(leftOut(leadLimits.labels, 'labels', label));
  }
  return labels;
}

function readCustom(cell: Cell, fields: readonly CustomField[], warn: Warn): CustomValues {
  const values: Record<string, CustomValue> = {};
  for (const field of fields) {
    const text = cell(customFieldName(field.id));
    const parsed = parseCustomValue(field, text);
    if ('problem' in parsed) warn(`${field.name}: not imported: "${cutText(text, 80)}"`);
    else if (parsed.value !== null) values[field.id] = parsed.value;
  }
  return values;
}
