import type { CustomValues } from '@tuneport/domain/leads/custom-fields';
import type { Priority } from '@tuneport/domain/leads/pipelines';
import type { Currency } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type PipelineRow, pipelineChanged } from '../pipelines.ts';

export type DealWithHistory = {
  title: string;
  valueMinor: bigint;
  organizationId: number | null;
  contactId: number | null;
  ownerId: number | null;
  probability: number | null;
  priority: Priority;
  expectedCloseDate: string | null;
  createdAt: Date;
  /** The stages the deal was in, with the days spent there; it is still in the last one unless it is closed. */
  stages: readonly { name: string; days: number }[];
  closed: { state: 'won' | 'lost'; reason: string } | null;
  custom?: CustomValues;
};

const rowsAtOnce = 500;

/** Many deals with their history in a few statements: for demo data and benchmarks. Returns their ids in order. */
export async function addDeals(
  db: Db,
  pipeline: PipelineRow,
  deals: readonly DealWithHistory[],
  currency: Currency,
): Promise<number[]> {
  const stage = (name: string) => {
    const found = pipeline.stages.find((one) => one.name === name);
    if (!found) throw new Error(`the pipeline has no stage ${name}`);
    return found;
  };
  const closing = (state: string) => pipeline.stages.find(({ closesAs }) => closesAs === state);
  const ids: number[] = [];
  for (let at = 0; at < deals.length; at += rowsAtOnce) {
    const part = deals.slice(at, at + rowsAtOnce);
    const { rows } = await sql<{ low: number }>`
      select coalesce(min(position), 0)::float8 as low from lead_deals where pipeline_id = ${pipeline.id}`.execute(db);
    const low = rows[0]?.low ?? 0;
    const made = await db
      .insertInto('lead_deals')
      .values(
        part.map((deal, place) => {
          const last = stage(deal.stages.at(-1)?.name ?? '');
          const end = leftAt(deal);
          const current = (deal.closed && closing(deal.closed.state)) ?? last;
          return {
            title: deal.title,
            value_minor: deal.valueMinor,
            currency,
            organization_id: deal.organizationId,
            contact_id: deal.contactId,
            pipeline_id: pipeline.id,
            stage_id: current.id,
            position: low - 1 - place,
            stage_entered_at: deal.closed && current !== last ? end : enteredAt(deal, deal.stages.length - 1),
            last_stage_id: deal.closed ? last.id : null,
            owner_id: deal.ownerId,
            probability: deal.probability,
            priority: deal.priority,
            expected_close_date: deal.expectedCloseDate,
            state: deal.closed?.state ?? 'open',
            closed_at: deal.closed ? end : null,
            lost_reason: deal.closed?.state === 'lost' ? deal.closed.reason : '',
            created_by: deal.ownerId,
            created_at: deal.createdAt,
            custom: JSON.stringify(deal.custom ?? {}),
          };
        }),
      )
      .returning('id')
      .execute();
    const events = part.flatMap((deal, place) => historyOf(deal, made[place]?.id ?? 0));
    for (let first = 0; first < events.length; first += rowsAtOnce)
      await db
        .insertInto('lead_deal_events')
        .values(events.slice(first, first + rowsAtOnce))
        .execute();
    ids.push(...made.map(({ id }) => id));
  }
  await pipelineChanged(db, pipeline.id);
  return ids;

  function historyOf(deal: DealWithHistory, dealId: number) {
    const common = { deal_id: dealId, actor_id: deal.ownerId, pipeline_id: pipeline.id };
    const moves = deal.stages.map(({ name }, at) => {
      const [to, from] = [stage(name), at === 0 ? null : stage(deal.stages[at - 1]?.name ?? '')];
      return {
        ...common,
        at: enteredAt(deal, at),
        event: at === 0 ? 'create' : 'move',
        from_state: at === 0 ? null : 'open',
        to_state: 'open',
        reason: '',
        from_stage_id: from?.id ?? null,
        from_stage: from?.name ?? null,
        to_stage_id: to.id,
        to_stage: to.name,
        stage_seconds: at === 0 ? null : BigInt((deal.stages[at - 1]?.days ?? 0) * 86_400),
      };
    });
    if (!deal.closed) return moves;
    const last = stage(deal.stages.at(-1)?.name ?? '');
    const end = closing(deal.closed.state) ?? last;
    return [
      ...moves,
      {
        ...common,
        at: leftAt(deal),
        event: deal.closed.state === 'won' ? 'win' : 'lose',
        from_state: 'open',
        to_state: deal.closed.state,
        reason: deal.closed.reason,
        from_stage_id: last.id,
        from_stage: last.name,
        to_stage_id: end.id,
        to_stage: end.name,
        stage_seconds: BigInt((deal.stages.at(-1)?.days ?? 0) * 86_400),
      },
    ];
  }
}

const daysUntil = (deal: DealWithHistory, at: number) =>
  deal.stages.slice(0, at).reduce((sum, { days }) => sum + days, 0);
const enteredAt = (deal: DealWithHistory, at: number) =>
  new Date(deal.createdAt.getTime() + daysUntil(deal, at) * dayMs);
const leftAt = (deal: DealWithHistory) => enteredAt(deal, deal.stages.length);
