import { closedDealDays } from '@tuneport/domain/leads/deal-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { announce } from '../../../platform/live/live-streams.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { boardTopic, firstPipelineId, pipelineById } from '../pipelines.ts';
import { openDeal } from '../sql-parts.ts';
import { cardsWhere, type DealFilters, filterConditions, presentCard } from './deal-queries.ts';

/** More cards than anyone reads; the rest of a stage is counted only. */
const cardsPerStage = 1_000;
/** A board that was away for longer reads everything again. */
const changesReadMax = 500;

/**
 * Records that a deal of these pipelines changed. Called last in a transaction: the row lock of the pipeline is held
 * until the commit, so versions become visible in their order and a board that reads "since version N" misses none.
 */
export async function boardChanged(db: Db, pipelineIds: readonly number[], dealId: number): Promise<void> {
  for (const id of [...new Set(pipelineIds)].sort((a, b) => a - b)) {
    await sql`
      with p as (update lead_pipelines set board_version = board_version + 1 where id = ${id} returning id, board_version)
      insert into lead_board_changes (pipeline_id, version, deal_id) select p.id, p.board_version, ${dealId} from p`.execute(
      db,
    );
    await announce(db, boardTopic(id));
  }
}

/** Cards show names of contacts, organizations and labels: boards with such a card of `d` are read again as a whole. */
export async function cardNamesChanged(db: Db, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with p as (
      select id from lead_pipelines where id in (select d.pipeline_id from lead_deals d where ${openDeal} and ${where})
      order by id for no key update)
    update lead_pipelines b set board_version = b.board_version + 1 from p where b.id = p.id returning b.id`.execute(
    db,
  );
  for (const { id } of rows) await announce(db, boardTopic(id));
}

export async function boardVersion(db: Db, pipelineId: number): Promise<number | null> {
  const row = await db
    .selectFrom('lead_pipelines')
    .select('board_version')
    .where('id', '=', pipelineId)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.board_version);
}

type BoardQuery = DealFilters & { pipeline?: number | undefined; since?: number | undefined };

export async function readBoard(db: Db, query: BoardQuery, now: Date) {
  const pipelineId = query.pipeline ?? (await firstPipelineId(db));
  // Read before the cards: a change in between is then read twice rather than not at all.
  const version = await boardVersion(db, pipelineId);
  if (version === null) throw new Refusal('not_found');
  const pipeline = await pipelineById(db, pipelineId);
  const matching = [sql`d.pipeline_id = ${pipelineId} and ${openDeal}`, ...filterConditions(query)];
  const all = sql.join(matching, sql` and `);
  const since = query.since === undefined ? null : await changedSince(db, pipelineId, query.since, version);
  // A change can bring a card that was not shown, or push one out: then the whole board is read.
  const changed = since?.length && (await isBeyond(db, all)) ? null : since;
  const where = changed === null ? all : sql`${all} and d.id = any(${changed}::integer[])`;
  const order = sql`d.stage_id, d.position, d.id`;
  const none = changed?.length === 0;
  const [cards, beyond, closed] = await Promise.all([
    none ? [] : cardsWhere(db, where, order, cardsPerStage),
    changed === null ? sumBeyond(db, where) : [],
    closedLately(db, sql.join([sql`d.pipeline_id = ${pipelineId}`, ...filterConditions(query)], sql` and `), now),
  ]);
  const visible = new Set(cards.map(({ id }) => id));
  return {
    pipeline,
    version,
    complete: changed === null,
    cards: cards.map((card) => presentCard(card, now)),
    removed: (changed ?? []).filter((id) => !visible.has(id)),
    beyond,
    closed,
  };
}

/** The deals that changed after a version; null when some of the changes are no longer stored. */
async function changedSince(db: Db, pipelineId: number, since: number, version: number): Promise<number[] | null> {
  if (since > version || version - since > changesReadMax) return null;
  const rows = await db
    .selectFrom('lead_board_changes')
    .select(['version', 'deal_id'])
    .where('pipeline_id', '=', pipelineId)
    .where('version', '>', BigInt(since))
    .where('version', '<=', BigInt(version))
    .execute();
  // A version without its row was a change of the stages, or was removed since.
  if (rows.length < version - since) return null;
  return [...new Set(rows.map(({ deal_id }) => deal_id))];
}

/** Whether a stage has more deals than cards. */
async function isBeyond(db: Db, where: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from lead_deals d where ${where} group by d.stage_id
    having count(*) > ${cardsPerStage} limit 1`.execute(db);
  return rows.length > 0;
}

/** Number and sums of the deals without a card, by stage and currency. */
async function sumBeyond(db: Db, where: RawBuilder<unknown>) {
  if (!(await isBeyond(db, where))) return [];
  const { rows } = await sql<{ stageId: number; count: number; currency: Currency; value: bigint; weighted: bigint }>`
    with d as (
      select d.*, row_number() over (partition by d.stage_id order by d.position, d.id) as place from lead_deals d where ${where}
    )
    select d.stage_id as "stageId", d.currency, count(*)::int as count, sum(d.value_minor)::bigint as value,
      sum(round(d.value_minor * coalesce(d.probability, s.probability) / 100.0))::bigint as weighted
    from d join lead_stages s on s.id = d.stage_id where d.place > ${cardsPerStage} group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows.map(({ stageId, count, currency, value, weighted }) => ({
    stageId,
    count,
    value: toWire(money(value, currency)),
    weighted: toWire(money(weighted, currency)),
  }));
}

/** Number and value of the deals closed recently, by status and currency. */
async function closedLately(db: Db, where: RawBuilder<unknown>, now: Date) {
  const since = new Date(now.getTime() - closedDealDays * dayMs);
  const { rows } = await sql<{ status: 'won' | 'lost'; count: number; currency: Currency; amount: bigint }>`
    select d.state as status, d.currency, count(*)::int as count, sum(d.value_minor)::bigint as amount
    from lead_deals d where ${where} and d.closed_at > ${since} and d.archived_at is null and d.deleted_at is null
    group by d.state, d.currency order by 1, 2`.execute(db);
  return rows.map(({ status, count, currency, amount }) => ({ status, count, value: toWire(money(amount, currency)) }));
}
