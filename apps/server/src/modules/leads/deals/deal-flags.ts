import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { labelsOf, setLabels } from '../record-labels.ts';
import { boardChanged } from './board.ts';
import { firstStage, type LeadContext, lockDeal, placeIn, type StoredDeal, stageById } from './step-deal.ts';

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
  const stage = await stageById(db, deal.stage_id, 'lock');
  const closes = deal.state === 'open' && stage.closes_as !== null;
  await flag(
    db,
    actor,
    deal,
    now,
    { deleted_at: null, ...(closes ? await toFirstStage(db, deal, now) : {}) },
    'restore',
  );
}

/** Deleted deals do not keep their stage from being set to close deals, and an open deal is never in such a stage. */
async function toFirstStage(db: Db, deal: StoredDeal, now: Date) {
  const { id } = await firstStage(db, deal.pipeline_id);
  return { stage_id: id, position: await placeIn(db, id, deal.id, null), stage_entered_at: now };
}

export async function setDealLabels(
  { db, now }: LeadContext,
  actor: Actor,
  id: number,
  labels: readonly number[],
): Promise<void> {
  const deal = await lockDeal(db, id);
  const names = async () => (await labelsOf(db, 'deal', id)).map(({ name }) => name);
  const before = await names();
  await setLabels(db, 'deal', id, labels);
  const after = await names();
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
  // Values of the deal that stays are kept; missing ones are filled.
  await sql`update lead_deals k set custom = o.custom || k.custom,
      application_id = coalesce(k.application_id, o.application_id),
      dealer_id = coalesce(k.dealer_id, o.dealer_id),
      dealer_is_known = case when k.dealer_id is null then o.dealer_is_known else k.dealer_is_known end
    from lead_deals o where k.id = ${id} and o.id = ${otherId}`.execute(db);
  await sql`update lead_opportunities set deal_id = ${id} where deal_id = ${otherId}`.execute(db);
  const flags = [
    { of: other, set: { deleted_at: now, merged_into_id: id }, detail: { into: id } },
    { of: deal, set: {}, detail: { from: otherId, title: other.title } },
  ];
  // Boards change in the order of their ids, as everywhere.
  for (const { of, set, detail } of flags.sort((a, b) => a.of.pipeline_id - b.of.pipeline_id))
    await flag(db, actor, of, now, set, 'merge', detail);
}

type Flags = Partial<
  Pick<StoredDeal, 'archived_at' | 'deleted_at' | 'merged_into_id' | 'stage_id' | 'position' | 'stage_entered_at'>
>;

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
