import { type Currency, moneyText, parseMoney, toDecimal } from '../money/money.ts';
import { plainNumber } from '../text/plain-number.ts';

// Fields that staff add to deals and contacts. Values are stored by the id of their field.

export const customFieldRecords = ['deal', 'contact'] as const;
export type CustomFieldRecord = (typeof customFieldRecords)[number];
export const customFieldKinds = ['text', 'number', 'money', 'date', 'choice', 'boolean'] as const;
export type CustomFieldKind = (typeof customFieldKinds)[number];
export const customFieldKindLabels: Readonly<Record<CustomFieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  money: 'Money',
  date: 'Date',
  choice: 'Choice',
  boolean: 'Yes or no',
};

/**
 * Names that a custom field cannot have, in lower case: the labels and keys of the fields that every record has. The
 * history of a record names both kinds of fields alike.
 */
const builtInNames: Readonly<Record<CustomFieldRecord, readonly string[]>> = {
  deal: [
    'title',
    'value',
    'organization',
    'contact',
    'user',
    'owner',
    'probability',
    'priority',
    'labels',
    'label',
    'expectedclosedate',
    'expected close date',
    'participants',
    'lostreason',
    'reason',
    'stage',
    'status',
    'pipeline',
  ],
  contact: [
    'name',
    'organization',
    'user',
    'owner',
    'labels',
    'label',
    'consent',
    'note',
    'custom',
    'email',
    'emails',
    'e-mail',
    'e-mails',
    'e-mail addresses',
    'phone',
    'phones',
    'phone numbers',
  ],
};
export const isBuiltInField = (record: CustomFieldRecord, name: string): boolean =>
  builtInNames[record].includes(name.trim().toLowerCase());

/** Fields of deals, and fields of contacts, that are not archived. */
export const customFieldsMax = 30;
export const customTextMax = 500;

export type CustomField = {
  readonly id: number;
  readonly name: string;
  readonly kind: CustomFieldKind;
  /** The values of a choice. */
  readonly options: readonly string[];
  /** Of a money field. */
  readonly currency: Currency | null;
};
/** Money is in units of its field's currency, small enough to be exact; dates are "2026-05-01". */
export type CustomValue = string | number | boolean;
export type CustomValues = Readonly<Record<string, CustomValue>>;

/** The name of a custom field in forms, error lists, stage rules and column mappings. */
export type CustomFieldName = `custom.${number}`;
export const customFieldName = (id: number): CustomFieldName => `custom.${id}`;
type Parsed = { readonly value: CustomValue | null } | { readonly problem: string };
export const customNumber = /^-?\d{1,13}(\.\d{1,6})?$/;
const numberMax = 1e12;
const moneyMaxMinor = 100_000_000_000n;
const answers: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
};

/**
 * The value of a field from a form, a file or a call, or what is wrong with it. Every value that is stored comes from
 * here. An empty one is null.
 */
export function parseCustomValue(field: CustomField, input: unknown): Parsed {
  const text = typeof input === 'string' ? input.trim() : typeof input === 'number' ? String(input) : '';
  if (typeof input === 'boolean')
    return field.kind === 'boolean' ? { value: input } : { problem: problems[field.kind] };
  if (text === '') return { value: null };
  const value = parsedText(field, text);
  if (value !== null) return { value };
  if (field.kind === 'choice') return { problem: `Choose one of: ${field.options.join(', ')}.` };
  return { problem: problems[field.kind] };
}

const problems: Readonly<Record<CustomFieldKind, string>> = {
  text: `Enter at most ${customTextMax} characters.`,
  number: 'Enter a number such as 12 or 1.5.',
  money: 'Enter an amount such as 1500.00.',
  date: 'Enter a date such as 2026-05-01.',
  choice: 'Choose one of the options.',
  boolean: 'Enter yes or no.',
};

function parsedText(field: CustomField, text: string): CustomValue | null {
  switch (field.kind) {
    case 'text':
      return text.length <= customTextMax && !unstorable.test(text) ? text : null;
    case 'number': {
      const plain = plainNumber(text);
      const value = customNumber.test(plain) ? Number(plain) : Number.NaN;
      return Math.abs(value) <= numberMax ? value : null;
    }
    case 'money': {
      const amount = parseMoney(plainNumber(text), field.currency ?? 'CAD');
      return amount && amount.amountMinor >= 0n && amount.amountMinor <= moneyMaxMinor
        ? Number(toDecimal(amount))
        : null;
    }
    case 'date':
      return dayOf(text);
    case 'choice':
      return field.options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? null;
    case 'boolean': {
      const key = text.toLowerCase();
      return Object.hasOwn(answers, key) ? (answers[key] as boolean) : null;
    }
  }
}

/** "2026-05-01" or "01.05.2026", if the calendar has it. */
function dayOf(text: string): string | null {
  const day = text.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1');
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(day)) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}

type Changed = { readonly values: CustomValues; readonly errors: Readonly<Record<string, string[]>> };

export const customFieldGone = 'This field no longer exists. Reload the page.';

/** The values of a record after a change; null and empty text remove a value. `fields` are those that can be changed. */
export function changeCustomValues(
  fields: readonly CustomField[],
  before: CustomValues,
  change: Readonly<Record<string, unknown>>,
): Changed {
  const values: Record<string, CustomValue> = { ...before };
  const errors: Record<string, string[]> = {};
  for (const [id, input] of Object.entries(change)) {
    const field = fields.find((one) => String(one.id) === id);
    const parsed = field ? parseCustomValue(field, input) : { problem: customFieldGone };
    // An option that was removed stays on the records that have it.
    if ('problem' in parsed && field && input === before[id]) continue;
    if ('problem' in parsed) errors[`custom.${id}`] = [parsed.problem];
    else if (parsed.value === null) delete values[id];
    else values[id] = parsed.value;
  }
  return { values, errors };
}

/** A value as a person reads it. Dates stay as they are stored. */
export function customValueText(field: CustomField, value: CustomValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const amount = field.kind === 'money' && field.currency ? parseMoney(String(value), field.currency) : null;
  return amount ? moneyText(amount) : String(value);
}

export type CustomFilter = { readonly id: number } & (
  | { readonly op: 'contains' | 'is' | 'min' | 'max' | 'from' | 'to'; readonly value: string }
  | { readonly op: 'yes'; readonly value: 'true' | 'false' }
);
/** NUL and lone surrogates, which the database cannot store in JSON. */
const unstorable = /[\0\p{Cs}]/u;
const filtersMax = 60;
const operands: Readonly<Record<string, RegExp>> = {
  contains: /^.{1,200}$/s,
  is: /^.{1,200}$/s,
  yes: /^(true|false)$/,
  min: customNumber,
  max: customNumber,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
};

/** Filters of a list by custom fields: JSON such as {"3.contains":"fleet","4.min":"10"}. Null if it is something else. */
export function parseCustomFilters(text: string): CustomFilter[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const filters: CustomFilter[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    const [, id, op = ''] = /^([1-9]\d{0,8})\.([a-z]+)$/.exec(key) ?? [];
    if (id === undefined || !Object.hasOwn(operands, op) || typeof value !== 'string') return null;
    if (!operands[op]?.test(value) || unstorable.test(value)) return null;
    filters.push({ id: Number(id), op, value } as CustomFilter);
  }
  return filters.length <= filtersMax ? filters : null;
}
