import { leadLabelsNoun } from '@tuneport/contract/leads/lead-contacts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Context } from '../../platform/http/context.ts';
import { defineRecords } from '../../platform/records/define-records.ts';
import { deleteRecord } from '../../platform/records/records.ts';
import { cardNamesChanged } from './deals/board.ts';

export const labels = defineRecords(leadLabelsNoun, {
  table: 'lead_labels',
  subject: 'lead-label',
  acts: 'lead-labels',
  select: sql`r.*, (select count(*)::int from lead_deal_labels d where d.label_id = r.id) as deals,
    (select count(*)::int from lead_contact_labels c where c.label_id = r.id) as contacts`,
  search: ['r.name'],
  order: 'lower(r.name)',
  constraints: { lead_labels_name: ['name', 'Another label has this name.'] },
  saved: async ({ db }, { id }, before) => {
    if (before) await cardsChanged(db, await dealsWith(db, id));
  },
});

async function dealsWith(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('lead_deal_labels').select('deal_id').where('label_id', '=', id).execute();
  return rows.map(({ deal_id }) => deal_id);
}

const cardsChanged = (db: Db, deals: readonly number[]) =>
  cardNamesChanged(db, sql`d.id = any(${[...deals]}::integer[])`);

/** Locks are taken in the order of those who set the label: label, its places on deals, boards. */
export async function deleteLabel({ db, actor, now }: Context, id: number): Promise<void> {
  await sql`select id from lead_labels where id = ${id} for update`.execute(db);
  const deals = await dealsWith(db, id);
  await deleteRecord(db, actor, labels.kind, id, now);
  await cardsChanged(db, deals);
}
