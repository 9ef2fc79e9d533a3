import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { cutText } from '@tuneport/domain/text/cut-text';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { lockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { customFieldsOf, lockFields } from '../fields/custom-values.ts';
import { listOwners } from '../people/find-or-add.ts';
import { leftOut, phoneDigits, phoneKey, type ReadContact } from './read-contact.ts';

export type Outcome = 'new' | 'changed' | 'unchanged';
type Known = {
  id: number;
  name: string;
  emails: string[];
  phones: string[];
  organization_id: number | null;
  owner_id: number | null;
  labels: number[];
  custom: CustomValues;
};
type Warn = (reason: string) => void;
const key = (text: string) => text.toLowerCase();
/** Stands for the id of a record that a dry run would add. */
const dryRunId = 0;

/** Writes batches of contacts; organizations, labels and owners are looked up once for the whole file. */
export function contactStore(ownerId: number | null, now: Date) {
  const organizations = new Map<string, number>();
  const labels = new Map<string, number>();
  let owners: Map<string, number> | null = null;

  return async (
    db: Db,
    read: readonly ReadContact[],
    write: boolean,
    warn: (line: number, reason: string) => void,
  ): Promise<Outcome[]> => {
    if (read.length === 0) return [];
    // Two imports at once would both add a contact, an organization or a label that is in both files.
    if (write) await sql`select pg_advisory_xact_lock(${sql.lit(lockKeys.contactImports)})`.execute(db);
    owners ??= await ownersByName(db);
    const contacts = write ? await withoutGoneFields(db, read, warn) : read;
    await addMissing(db, organizations, 'lead_organizations', names(contacts.map((one) => one.organization)), write, {
      owner_id: ownerId,
    });
    await addMissing(db, labels, 'lead_labels', names(contacts.flatMap((one) => one.labels)), write, {
      colour: 'grey',
    });
    const known = await knownContacts(db, contacts, ({ organization }) =>
      organization === null ? null : (organizations.get(key(organization)) ?? null),
    );
    const hasNote = await storedNotes(db, known.ids, contacts);
    const notes: NewNote[] = [];
    const outcomes: Outcome[] = [];
    const added: ReadContact[] = [];
    for (const contact of contacts) {
      const before = known.of(contact);
      if (contact.owner !== null && !owners.has(key(contact.owner)))
        warn(contact.line, `No such owner: "${cutText(contact.owner, 80)}"`);
      if (!before) {
        outcomes.push('new');
        added.push(contact);
        continue;
      }
      const after = merged(before, contact, { owners, organizations, labels }, (reason) => warn(contact.line, reason));
      const isNoted = contact.note !== '' && !hasNote(before.id, contact.note);
      if (isNoted) notes.push({ contact_id: before.id, text: contact.note, written_by: ownerId });
      outcomes.push(after === null && !isNoted ? 'unchanged' : 'changed');
      if (after && write) await change(db, before, after, now);
      // Another row of the batch may name the same contact by another address.
      known.add(Object.assign(before, after));
    }
    if (write && added.length > 0) await addContacts(db, added, { owners, organizations, labels }, ownerId);
    if (write && notes.length > 0) await db.insertInto('lead_notes').values(notes).execute();
    return outcomes;
  };
}

/** A field that was deleted or archived since the file was read gets no more values. */
async function withoutGoneFields(
  db: Db,
  contacts: readonly ReadContact[],
  warn: (line: number, reason: string) => void,
): Promise<readonly ReadContact[]> {
  const used = names(contacts.flatMap(({ custom }) => Object.keys(custom)));
  if (used.length === 0) return contacts;
  await lockFields(db, used);
  const known = new Set((await customFieldsOf(db, 'contact')).map(({ id }) => String(id)));
  return contacts.map((contact) => {
    const kept = Object.entries(contact.custom).filter(([id]) => known.has(id));
    if (kept.length < Object.keys(contact.custom).length)
      warn(contact.line, 'A custom field was deleted or archived during the import: its value is left out');
    return { ...contact, custom: Object.fromEntries(kept) };
  });
}

const names = (list: readonly (string | null)[]) => [...new Set(list.filter((one): one is string => one !== null))];

async function ownersByName(db: Db): Promise<Map<string, number>> {
  const ids = (await listOwners(db)).map(({ id }) => id);
  const rows = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  return new Map([
    ...rows.map(({ id, name }) => [key(name), id] as const),
    ...rows.map(({ id, email }) => [key(email), id] as const),
  ]);
}

/** Finds records by name and adds the ones that do not exist, in one statement each. */
async function addMissing(
  db: Db,
  known: Map<string, number>,
  table: 'lead_organizations' | 'lead_labels',
  wanted: readonly string[],
  write: boolean,
  values: object,
): Promise<void> {
  const unknown = new Map(wanted.filter((name) => !known.has(key(name))).map((name) => [key(name), name]));
  if (unknown.size === 0) return;
  const found = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(sql`lower(name)`, 'in', [...unknown.keys()])
    .orderBy('id', 'desc')
    .execute();
  for (const { id, name } of found) {
    known.set(key(name), id);
    unknown.delete(key(name));
  }
  if (unknown.size === 0) return;
  if (!write) {
    for (const name of unknown.keys()) known.set(name, dryRunId);
    return;
  }
  const made = await db
    .insertInto(table)
    .values([...unknown.values()].map((name) => ({ name, ...values })) as never)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of made) known.set(key(name), id);
}

/** Such a number has no key in `phone_keys`. */
const isShort = (phone: string) => phoneDigits(phone).length < 5;

/**
 * Finds the contact of a row: by an address, or for a row without one by name with a phone number or the organization. A
 * name such as "Unknown" can have thousands of contacts, so only those that a row can mean are read.
 */
async function knownContacts(
  db: Db,
  contacts: readonly ReadContact[],
  organizationOf: (contact: ReadContact) => number | null,
) {
  const emails = contacts.flatMap((one) => one.emails);
  const nameless = contacts.filter((one) => one.emails.length === 0);
  const called = nameless.filter((one) => one.phones.length > 0);
  const bare = nameless.filter((one) => one.phones.length === 0);
  const namesOf = (list: readonly ReadContact[]) => list.map((one) => key(one.name));
  const phones = called.flatMap((one) => one.phones);
  const short = called.filter((one) => one.phones.some(isShort));
  const alone = bare.filter((one) => organizationOf(one) === null);
  const employed = bare.filter((one) => organizationOf(one) !== null);
  const { rows } = await sql<Known>`
    select c.id, c.name, c.emails, c.phones, c.organization_id, c.owner_id, c.custom,
      array(select label_id from lead_contact_labels l where l.contact_id = c.id) as labels
    from lead_contacts c where c.id = any(array(
      select id from lead_contacts where emails && ${emails}::text[]
      union select id from lead_contacts
        where phone_keys && lead_phone_keys(${phones}::text[]) and lower(name) = any(${namesOf(called)}::text[])
      union select id from lead_contacts
        where phones && ${phones}::text[] and lower(name) = any(${namesOf(short)}::text[])
      union select min(id) from lead_contacts
        where lower(name) = any(${namesOf(alone)}::text[]) and organization_id is null group by lower(name)
      union select k.id from unnest(${namesOf(employed)}::text[], ${employed.map(organizationOf)}::integer[]) w (name, organization)
        join lead_contacts k on k.organization_id = w.organization and lower(k.name) = w.name))
    order by c.id for update`.execute(db);
  const byKey = new Map<string, Known>();
  const emailKey = (email: string) => `email ${key(email)}`;
  const numberKey = (name: string, phone: string) => JSON.stringify([key(name), phoneKey(phone)]);
  const placeKey = (name: string, organization: number | null) => JSON.stringify([key(name), organization]);
  /** The oldest contact stays the one that is found. */
  const add = (row: Known) => {
    for (const one of [
      ...row.emails.map(emailKey),
      ...row.phones.map((phone) => numberKey(row.name, phone)),
      placeKey(row.name, row.organization_id),
    ])
      if (!byKey.has(one)) byKey.set(one, row);
  };
  for (const row of rows) add(row);
  const of = (contact: ReadContact): Known | undefined => {
    if (contact.emails.length > 0) return contact.emails.map((one) => byKey.get(emailKey(one))).find(Boolean);
    if (contact.phones.length === 0) return byKey.get(placeKey(contact.name, organizationOf(contact)));
    const found = contact.phones.flatMap((phone) => byKey.get(numberKey(contact.name, phone)) ?? []);
    return found.sort((a, b) => a.id - b.id)[0];
  };
  return { of, add, ids: rows.map(({ id }) => id) };
}

type NewNote = { contact_id: number; text: string; written_by: number | null };

/** Whether a contact has a note with this text, so that a file that is imported again adds no second one. */
async function storedNotes(db: Db, ids: readonly number[], contacts: readonly ReadContact[]) {
  const texts = names(contacts.map(({ note }) => note || null));
  const rows =
    ids.length === 0 || texts.length === 0
      ? []
      : await db
          .selectFrom('lead_notes')
          .select(['contact_id', 'text'])
          .where('contact_id', 'in', ids)
          .where('text', 'in', texts)
          .execute();
  const stored = new Set(rows.map(({ contact_id, text }) => `${contact_id} ${text}`));
  return (id: number, text: string) => stored.has(`${id} ${text}`);
}

/** What a row adds to a contact, or null if it adds nothing. Fields that are set stay; what is left out is a warning. */
function merged(before: Known, row: ReadContact, found: Lookups, warn: Warn): Known | null {
  const emails = extended(before.emails, row.emails, leadLimits.addresses, 'e-mail addresses', warn);
  const known = before.phones.map(phoneKey);
  const newPhones = row.phones.filter((phone) => !known.includes(phoneKey(phone)));
  const phones = extended(before.phones, newPhones, leadLimits.addresses, 'phone numbers', warn);
  const organization = row.organization === null ? undefined : found.organizations.get(key(row.organization));
  const organization_id = before.organization_id ?? organization ?? null;
  if (organization !== undefined && organization !== organization_id)
    warn(`The contact keeps its organization; not set: "${row.organization}"`);
  const owner = row.owner === null ? undefined : found.owners.get(key(row.owner));
  const owner_id = before.owner_id ?? owner ?? null;
  if (owner !== undefined && owner !== owner_id)
    warn(`The contact keeps its owner; not set: "${cutText(row.owner ?? '', 80)}"`);
  const wanted = row.labels.flatMap((name) => found.labels.get(key(name)) ?? []);
  const labels = extended(before.labels, wanted, leadLimits.labels, 'labels', warn, (id) =>
    row.labels.find((name) => found.labels.get(key(name)) === id),
  );
  const custom = { ...row.custom, ...before.custom };
  for (const [id, value] of Object.entries(row.custom))
    if (before.custom[id] !== undefined && before.custom[id] !== value)
      warn(`The contact keeps its value of a field; not set: "${cutText(String(value), 80)}"`);
  const same =
    Object.keys(custom).length === Object.keys(before.custom).length &&
    emails.length === before.emails.length &&
    phones.length === before.phones.length &&
    organization_id === before.organization_id &&
    owner_id === before.owner_id &&
    labels.length === before.labels.length;
  return same ? null : { ...before, emails, phones, organization_id, owner_id, labels, custom };
}

/** A list with what is new in another one, up to a maximum. What it already has stays. */
function extended<T>(
  before: readonly T[],
  more: readonly T[],
  max: number,
  what: string,
  warn: Warn,
  nameOf: (value: T) => unknown = (value) => value,
): T[] {
  const fresh = [...new Set(more)].filter((value) => !before.includes(value));
  const room = Math.max(0, max - before.length);
  for (const value of fresh.slice(room)) warn(leftOut(max, what, String(nameOf(value))));
  return [...before, ...fresh.slice(0, room)];
}

async function change(db: Db, before: Known, after: Known, now: Date): Promise<void> {
  await db
    .updateTable('lead_contacts')
    .set({
      emails: after.emails,
      phones: after.phones,
      organization_id: after.organization_id,
      owner_id: after.owner_id,
      custom: JSON.stringify(after.custom),
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
  const added = after.labels.filter((id) => !before.labels.includes(id));
  if (added.length > 0)
    await db
      .insertInto('lead_contact_labels')
      .values(added.map((label_id) => ({ contact_id: before.id, label_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

type Lookups = {
  owners: ReadonlyMap<string, number>;
  organizations: ReadonlyMap<string, number>;
  labels: ReadonlyMap<string, number>;
};

async function addContacts(
  db: Db,
  rows: readonly ReadContact[],
  found: Lookups,
  ownerId: number | null,
): Promise<void> {
  const made = await db
    .insertInto('lead_contacts')
    .values(
      rows.map((row) => ({
        name: row.name,
        emails: [...row.emails],
        phones: [...row.phones],
        organization_id: row.organization === null ? null : (found.organizations.get(key(row.organization)) ?? null),
        owner_id: (row.owner === null ? undefined : found.owners.get(key(row.owner))) ?? ownerId,
        custom: JSON.stringify(row.custom),
      })),
    )
    .returning('id')
    .execute();
  const labels = rows.flatMap((row, at) =>
    [...new Set(row.labels.flatMap((name) => found.labels.get(key(name)) ?? []))].map((label_id) => ({
      contact_id: made[at]?.id as number,
      label_id,
    })),
  );
  if (labels.length > 0) await db.insertInto('lead_contact_labels').values(labels).execute();
  const notes = rows.flatMap((row, at) =>
    row.note === '' ? [] : [{ contact_id: made[at]?.id as number, text: row.note, written_by: ownerId }],
  );
  if (notes.length > 0) await db.insertInto('lead_notes').values(notes).execute();
}
