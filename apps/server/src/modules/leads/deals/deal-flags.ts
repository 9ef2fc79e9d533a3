import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { withConstraintMessages } from '../../../platform/db/writes/constraint-violations.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { boardChanged } from './board.ts';
import type { LeadContext } from './save-deal.ts';
import { lockDeal, type StoredDeal } from './step-deal.ts';

export async function archiveDeal(
  { db, now }: LeadContext,
  actor: Actor,
  id: number,
  archived: boolean,
): Promise<void> {
  const deal = await lockDeal(db, id);
  if ((deal.archived_at !== null) === archived) return;
  await flag(db, actor, deal, now, { archived_at: archived ? now : null }, archived ? 'archive' : 'unarchive');
}

export async function deleteDeal({ db, now }: LeadContext, actor: Actor, id: number): Promise<void> {
  await flag(db, actor, await lockDeal(db, id), now, { deleted_at: now }, 'delete');
}

export async function restoreDeal({ db, now }: LeadContext, actor: Actor, id: number): Promise<void> {
  const deal = await db.selectFrom('lead_deals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!deal || deal.merged_into_id !== null) throw new Refusal('not_found');
  if (deal.deleted_at === null) throw new Refusal('conflict', { message: 'This deal is not deleted.' });
  await flag(db, actor, deal, now, { deleted_at: null }, 'restore');
}

const labelMessages = {
  noun: 'a label',
  constraints: { lead_deal_labels_label_id_fkey: ['labels', 'A label no longer exists. Reload the page.'] },
} as const;

export async function setDealLabels(
  { db, now }: LeadContext,
  actor: Actor,
  id: number,
  labels: readonly number[],
): Promise<void> {
  const deal = await lockDeal(db, id);
  const before = await labelNames(db, id);
  await db.deleteFrom('lead_deal_labels').where('deal_id', '=', id).execute();
  const rows = [...new Set(labels)].map((label_id) => ({ deal_id: id, label_id }));
  if (rows.length > 0)
    await withConstraintMessages(labelMessages, () => db.insertInto('lead_deal_labels').values(rows).execute());
  const after = await labelNames(db, id);
  await flag(db, actor, deal, now, {}, 'label', { before: { labels: before }, after: { labels: after } });
}

/** Moves everything of another deal here and hides it. Values and fields of this deal stay. */
export async function mergeDeals({ db, now }: LeadContext, actor: Actor, id: number, otherId: number): Promise<void> {
  if (id === otherId) throw fieldRefusal({ dealId: ['Choose another deal.'] });
  // In the order of their ids, so that two merges of the same pair do not wait for each other.
  const locked = new Map<number, StoredDeal>();
  for (const one of [id, otherId].sort((a, b) => a - b)) {
    const deal = await lockDeal(db, one).catch((error) => {
      if (one === otherId && error instanceof Refusal) throw fieldRefusal({ dealId: ['This deal no longer exists.'] });
      throw error;
    });
    locked.set(one, deal);
  }
  const [deal, other] = [locked.get(id) as StoredDeal, locked.get(otherId) as StoredDeal];
  // A closed deal is a result of the report, which must not disappear.
  if (other.state !== 'open') throw fieldRefusal({ dealId: ['Only an open deal can be merged into another.'] });
  for (const table of [
    'lead_notes',
    'lead_activities',
    'lead_files',
    'lead_mails',
    'lead_mail_replies',
    'lead_deal_events',
  ] as const)
    await sql`update ${sql.table(table)} set deal_id = ${id} where deal_id = ${otherId}`.execute(db);
  await sql`insert into lead_deal_participants (deal_id, contact_id)
    select ${id}::integer, contact_id from lead_deal_participants where deal_id = ${otherId}
    union select ${id}::integer, ${other.contact_id}::integer where ${other.contact_id}::integer is not null
      and ${other.contact_id}::integer is distinct from ${deal.contact_id}::integer
    on conflict do nothing`.execute(db);
  await sql`insert into lead_deal_labels (deal_id, label_id)
    select ${id}::integer, label_id from lead_deal_labels where deal_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  await flag(db, actor, other, now, { deleted_at: now, merged_into_id: id }, 'merge', { into: id });
  await flag(db, actor, deal, now, {}, 'merge', { from: otherId, title: other.title });
}

type Flags = { archived_at?: Date | null; deleted_at?: Date | null; merged_into_id?: number };

async function flag(
  db: Db,
  actor: Actor,
  deal: StoredDeal,
  now: Date,
  set: Flags,
  act: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await db
    .updateTable('lead_deals')
    .set({ ...set, version: sql`version + 1`, updated_at: nextUpdatedAt(deal.updated_at, now) })
    .where('id', '=', deal.id)
    .execute();
  await writeAudit(db, actor, `lead-deals.${act}`, `lead-deal:${deal.id}`, detail);
  await boardChanged(db, [deal.pipeline_id], deal.id);
}

const labelNames = async (db: Db, dealId: number) =>
  (
    await db
      .selectFrom('lead_deal_labels as d')
      .innerJoin('lead_labels as l', 'l.id', 'd.label_id')
      .select('l.name')
      .where('d.deal_id', '=', dealId)
      .orderBy('l.name')
      .execute()
  ).map(({ name }) => name);
