import { type CustomValues, customFieldName } from '@tuneport/domain/leads/custom-fields';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { type RequirableField, requirableFieldLabels, requirableFields } from '@tuneport/domain/leads/pipelines';
import { type Selectable, sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { LeadDeals } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { customFieldsOf } from '../fields/custom-values.ts';
import { pipelineChanged } from '../pipelines.ts';

export type LeadContext = { readonly db: Db; readonly now: Date };
export type StoredDeal = Selectable<LeadDeals>;
type StoredStage = { id: number; name: string; pipeline_id: number; closes_as: string | null; position: number } & {
  required_fields: string[];
  requires_activity: boolean;
};

/** Locks a deal that is not deleted. */
export async function lockDeal(db: Db, id: number): Promise<StoredDeal> {
  const deal = await db
    .selectFrom('lead_deals')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!deal) throw new Refusal('not_found');
  return deal;
}

export async function stageById(db: Db, id: number, lock?: 'lock'): Promise<StoredStage> {
  const query = db.selectFrom('lead_stages').selectAll().where('id', '=', id);
  const stage = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!stage) throw fieldRefusal({ stageId: ['This stage no longer exists. Choose another.'] });
  return stage;
}

export async function firstStage(db: Db, pipelineId: number): Promise<StoredStage> {
  const stage = await db
    .selectFrom('lead_stages')
    .selectAll()
    .where('pipeline_id', '=', pipelineId)
    .orderBy(sql`closes_as is not null`)
    .orderBy('position')
    .executeTakeFirst();
  if (!stage) throw fieldRefusal({ pipeline: ['This pipeline has no stages.'] });
  return stage;
}

/**
 * A free sort key in a stage: behind another deal of it, else at the top. The lock of the stage makes concurrent moves
 * into one column wait for each other, so no two deals get the same key.
 */
export async function placeIn(db: Db, stageId: number, dealId: number, afterId: number | null): Promise<number> {
  const stage = await stageById(db, stageId, 'lock');
  const between = async () => {
    const { rows } = await sql<{ above: number | null; below: number | null }>`
      with a as (select position from lead_deals where stage_id = ${stageId} and id = ${afterId} and id <> ${dealId})
      select (select position from a) as above,
        (select min(d.position) from lead_deals d where d.stage_id = ${stageId} and d.id <> ${dealId}
          and d.position > coalesce((select position from a), '-infinity')) as below`.execute(db);
    const { above = null, below = null } = rows[0] ?? {};
    if (above === null) return (below ?? 0) - 1;
    const middle = below === null ? above + 1 : (above + below) / 2;
    return middle > above && (below === null || middle < below) ? middle : null;
  };
  const place = await between();
  if (place !== null) return place;
  // Halved too often: spread the keys of the stage again.
  await sql`update lead_deals d set position = n.place
    from (select id, row_number() over (order by position, id) as place from lead_deals where stage_id = ${stageId}) n
    where d.id = n.id`.execute(db);
  await pipelineChanged(db, stage.pipeline_id);
  return (await between()) as number;
}

/** The one way the status or the stage of a deal changes. */
const stepDeal = defineStep<StoredDeal, AuditActor>()({
  machine: leadDealMachine,
  table: 'lead_deals',
  columns: () => ({ version: sql`version + 1` }),
  history: {
    table: 'lead_deal_events',
    values: (taken) => ({
      deal_id: taken.row.id,
      ...historyRow(taken),
      reason: taken.reason,
      pipeline_id: taken.row.pipeline_id,
      from_stage_id: taken.row.stage_id,
      ...(taken.detail as { from_stage: string; to_stage_id: number; to_stage: string }),
      stage_seconds: BigInt(
        Math.max(0, Math.round((taken.now.getTime() - taken.row.stage_entered_at.getTime()) / 1_000)),
      ),
    }),
  },
  audit: ({ row, step, reason, detail }) => ({
    act: `lead-deals.${step.event}`,
    subject: `lead-deal:${row.id}`,
    detail: {
      before: { status: row.state, stage: detail.from_stage },
      after: { status: step.to, stage: detail.to_stage },
      reason,
    },
  }),
});

type Move = { readonly afterId?: number | null; readonly reason?: string };

/** Moves an open deal to a stage. A stage that closes deals marks it as won or lost. */
export async function enterStage(
  context: LeadContext,
  by: AuditActor,
  deal: StoredDeal,
  stageId: number,
  { afterId = null, reason = '' }: Move = {},
): Promise<StoredDeal> {
  const { db } = context;
  // Locked, so that the stage does not begin to close deals meanwhile.
  const [from, to] = [await stageById(db, deal.stage_id), await stageById(db, stageId, 'lock')];
  const event = to.closes_as === 'won' ? 'win' : to.closes_as === 'lost' ? 'lose' : 'move';
  if (deal.state === 'open') await requireRules(db, deal, to);
  if (deal.state === 'open' && event === 'lose' && reason === '')
    throw fieldRefusal({ lostReason: ['Enter why the deal was lost.'] });
  return step(context, by, deal, event, { from, to, afterId, reason });
}

/** Closes a deal. It moves to the stage for won or lost deals, if there is one, and must meet its rules. */
export async function closeDeal(
  context: LeadContext,
  by: AuditActor,
  deal: StoredDeal,
  event: 'win' | 'lose',
  reason = '',
): Promise<StoredDeal> {
  const from = await stageById(context.db, deal.stage_id);
  const to = await closingStage(context.db, from, event === 'win' ? 'won' : 'lost');
  if (deal.state === 'open') await requireRules(context.db, deal, to);
  return step(context, by, deal, event, { from, to, afterId: null, reason });
}

/** Opens a closed deal in the stage it was in before. */
export async function reopenDeal(
  context: LeadContext,
  by: AuditActor,
  deal: StoredDeal,
  reason = '',
): Promise<StoredDeal> {
  const { db } = context;
  const from = await stageById(db, deal.stage_id);
  const last = deal.last_stage_id === null ? null : await stageById(db, deal.last_stage_id);
  const open = [last, from].find((stage) => stage?.closes_as === null) ?? (await firstStage(db, deal.pipeline_id));
  // Locked, so that the stage does not begin to close deals meanwhile.
  const to = await stageById(db, open.id, 'lock');
  if (to.closes_as !== null) throw new Refusal('conflict', { message: `${to.name} closes deals by now. Try again.` });
  return step(context, by, deal, 'reopen', { from, to, afterId: null, reason });
}

async function step(
  context: LeadContext,
  by: AuditActor,
  deal: StoredDeal,
  event: 'move' | 'win' | 'lose' | 'reopen',
  { from, to, afterId, reason }: { from: StoredStage; to: StoredStage; afterId: number | null; reason: string },
): Promise<StoredDeal> {
  const { db, now } = context;
  const moves = to.id !== from.id;
  return stepDeal(context, deal, event, by, {
    reason,
    detail: { from_stage: from.name, to_stage_id: to.id, to_stage: to.name },
    set: async () => ({
      ...(moves || event === 'move'
        ? {
            stage_id: to.id,
            pipeline_id: to.pipeline_id,
            position: await placeIn(db, to.id, deal.id, afterId),
            stage_entered_at: now,
          }
        : {}),
      ...(event === 'win' || event === 'lose' ? { closed_at: now, last_stage_id: from.id } : {}),
      ...(event === 'lose' ? { lost_reason: reason } : {}),
      // An open deal is worked on, so it leaves the archive.
      ...(event === 'reopen'
        ? { closed_at: null, lost_reason: '', last_stage_id: null, stage_entered_at: now, archived_at: null }
        : {}),
    }),
  });
}

type RuledFields = Pick<
  StoredDeal,
  'value_minor' | 'organization_id' | 'contact_id' | 'owner_id' | 'expected_close_date' | 'custom'
>;

/** Fields the stage requires and the deal lacks, so that a form can show them. */
export async function missingFields(db: Db, deal: RuledFields, stage: StoredStage): Promise<Record<string, string[]>> {
  const set: Readonly<Record<RequirableField, boolean>> = {
    value: deal.value_minor > 0n,
    organization: deal.organization_id !== null,
    contact: deal.contact_id !== null,
    user: deal.owner_id !== null,
    expectedCloseDate: deal.expected_close_date !== null,
  };
  const missing = [
    ...requirableFields
      .filter((field) => stage.required_fields.includes(field) && !set[field])
      .map((field) => [field, requirableFieldLabels[field]] as const),
    ...(await missingCustomFields(db, deal.custom as CustomValues, stage)),
  ];
  return Object.fromEntries(missing.map(([field, label]) => [field, [`${label} is required for ${stage.name}.`]]));
}

/** An archived field cannot be filled in, so it is not required. */
async function missingCustomFields(db: Db, values: CustomValues, { required_fields }: StoredStage) {
  if (!required_fields.some((name) => name.startsWith('custom.'))) return [];
  return (await customFieldsOf(db, 'deal'))
    .filter(({ id }) => required_fields.includes(customFieldName(id)) && values[id] === undefined)
    .map(({ id, name }) => [customFieldName(id), `"${name}"`] as const);
}

async function requireRules(db: Db, deal: StoredDeal, stage: StoredStage): Promise<void> {
  const errors = await missingFields(db, deal, stage);
  if (stage.requires_activity && !(await hasPlannedActivity(db, deal.id)))
    errors.stageId = [`Plan an activity before you move the deal to ${stage.name}.`];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}

const hasPlannedActivity = async (db: Db, dealId: number): Promise<boolean> =>
  (await db
    .selectFrom('lead_activities')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('done', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined;

async function closingStage(db: Db, from: StoredStage, closesAs: 'won' | 'lost'): Promise<StoredStage> {
  const stage = await db
    .selectFrom('lead_stages')
    .selectAll()
    .where('pipeline_id', '=', from.pipeline_id)
    .where('closes_as', '=', closesAs)
    .orderBy('position')
    .executeTakeFirst();
  return stage ?? from;
}
