import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { withConstraintMessages } from '../../platform/db/writes/constraint-violations.ts';

/** The tables of the labels that records have. */
const tables = {
  deal: { table: sql.table('lead_deal_labels'), recordId: sql.ref('deal_id') },
  contact: { table: sql.table('lead_contact_labels'), recordId: sql.ref('contact_id') },
};
type Labelled = keyof typeof tables;

/** The labels of a record as JSON, for the select list of a query. */
export const labelsJson = (record: Labelled, id: 'd.id' | 'r.id') => {
  const { table, recordId } = tables[record];
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by lower(l.name))
    from ${table} own join lead_labels l on l.id = own.label_id where own.${recordId} = ${sql.ref(id)}), '[]')`;
};

export async function labelsOf(db: Db, record: Labelled, id: number): Promise<{ id: number; name: string }[]> {
  const { table, recordId } = tables[record];
  const { rows } = await sql<{ id: number; name: string }>`
    select l.id, l.name from ${table} own join lead_labels l on l.id = own.label_id
    where own.${recordId} = ${id} order by l.name`.execute(db);
  return rows;
}

const messages = {
  noun: 'a label',
  constraints: {
    lead_deal_labels_label_id_fkey: ['labels', 'A label no longer exists. Reload the page.'],
    lead_contact_labels_label_id_fkey: ['labels', 'A label no longer exists. Reload the page.'],
  },
} as const;

/** Replaces the labels of a record. A label that is being deleted is gone for this change, or its deletion waits. */
export async function setLabels(db: Db, record: Labelled, id: number, labelIds: readonly number[]): Promise<void> {
  const { table, recordId } = tables[record];
  const wanted = [...new Set(labelIds)];
  await sql`select id from lead_labels where id = any(${wanted}::integer[]) order by id for key share`.execute(db);
  await sql`delete from ${table} where ${recordId} = ${id}`.execute(db);
  await withConstraintMessages(messages, () =>
    sql`insert into ${table} (${recordId}, label_id) select ${id}::integer, unnest(${wanted}::integer[])`.execute(db),
  );
}
