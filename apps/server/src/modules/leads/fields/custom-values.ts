import {
  type CustomField,
  type CustomFieldRecord,
  type CustomValues,
  changeCustomValues,
  customValueText,
} from '@tuneport/domain/leads/custom-fields';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';

/** The fields of a kind of record that can be filled in, in their order. */
export async function customFieldsOf(db: Db, record: CustomFieldRecord): Promise<CustomField[]> {
  const { rows } = await sql<CustomField>`
    select id, name, kind, options, currency from lead_fields
    where record = ${record} and not archived order by position, lower(name)`.execute(db);
  return rows;
}

/** A field that is being deleted is gone for this change, or stays because the change uses it. */
export async function lockFields(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select id from lead_fields where id = any(${ids.map(Number)}::integer[]) order by id for key share`.execute(
    db,
  );
}

export type CustomInput = Readonly<Record<string, unknown>>;

/** The values of a record after a change. */
export async function changedCustom(
  db: Db,
  record: CustomFieldRecord,
  before: CustomValues,
  change: CustomInput,
): Promise<CustomValues> {
  await lockFields(db, Object.keys(change));
  const { values, errors } = changeCustomValues(await customFieldsOf(db, record), before, change);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return values;
}

/** The values of some fields by the names of the fields, for the audit log and the timeline. */
export async function shownCustom(
  db: Db,
  values: CustomValues,
  ids: readonly string[],
): Promise<Record<string, string | null>> {
  if (ids.length === 0) return {};
  const { rows } = await sql<CustomField>`
    select id, name, kind, options, currency from lead_fields where id = any(${ids.map(Number)}::integer[])`.execute(
    db,
  );
  const shown = (field: CustomField) => {
    const text = customValueText(field, values[field.id]);
    return field.kind === 'date' && text !== '' ? dayLabel(new Date(text)) : text || null;
  };
  return Object.fromEntries(rows.map((field) => [field.name, shown(field)]));
}
