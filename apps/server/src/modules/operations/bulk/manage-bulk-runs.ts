import { may } from '@tuneport/domain/identity/permissions';
import {
  type BulkActionName,
  type BulkListName,
  bulkLists,
  bulkRowsMax,
  bulkRunMachine,
} from '@tuneport/domain/operations/bulk-runs';
import { canStep, type StateOf } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { bulkList } from './bulk-lists.ts';
import { runBulkJob } from './run-bulk.ts';

type RunState = StateOf<typeof bulkRunMachine>;
type Start = {
  list: BulkListName;
  action: BulkActionName;
  query: Record<string, string | number>;
  ids?: readonly number[] | undefined;
  change: Record<string, unknown>;
  expected: number;
};

const stalledAfterMs = 90_000;
const refusalsShown = 100;
const subject = (id: number) => `bulk-run:${id}`;

/** The runs of lists that the actor may change. */
const visible = (db: Db, actor: Actor) =>
  db
    .selectFrom('bulk_runs as r')
    .innerJoin('users as u', 'u.id', 'r.started_by')
    .where(
      'r.list',
      'in',
      bulkLists.filter((name) => may(actor, bulkList(name).access)),
    );

const columns = [
  'r.id',
  'r.list',
  'r.action',
  'r.state',
  sql<number>`cardinality(r.record_ids)`.as('total'),
  'r.position as processed',
  'r.changed_count as changed',
  'r.refused_count as refused',
  'r.problem',
  sql<{ id: number; name: string }>`jsonb_build_object('id', u.id, 'name', u.name)`.as('started_by'),
  'r.created_at',
  'r.updated_at',
  'r.finished_at',
] as const;

const typed = <R extends { list: string; action: string; state: string }>(row: R) => ({
  ...row,
  list: row.list as BulkListName,
  action: row.action as BulkActionName,
  state: row.state as RunState,
});

type Filter = {
  page: number;
  per_page?: 25 | 50 | 100 | undefined;
  list?: string | undefined;
  state?: string | undefined;
};

export async function listBulkRuns(db: Db, actor: Actor, filter: Filter) {
  let query = visible(db, actor);
  if (filter.list !== undefined) query = query.where('r.list', '=', filter.list);
  if (filter.state !== undefined) query = query.where('r.state', '=', filter.state);
  const page = await pageOf(query, query.select(columns).orderBy('r.id', 'desc'), filter);
  return { ...page, data: page.data.map(typed) };
}

export async function findBulkRun(db: Db, actor: Actor, id: number, now: Date) {
  const row = await visible(db, actor)
    .select([...columns, 'r.change', 'r.query'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const [reasons, refusals] = await Promise.all([
    db
      .selectFrom('bulk_run_refusals')
      .select(['reason', sql<number>`count(*)::integer`.as('count')])
      .where('run_id', '=', id)
      .groupBy('reason')
      .orderBy(sql`count(*) desc, reason`)
      .limit(20)
      .execute(),
    db
      .selectFrom('bulk_run_refusals')
      .select(['record_id as id', 'reason'])
      .where('run_id', '=', id)
      .orderBy('record_id')
      .limit(refusalsShown)
      .execute(),
  ]);
  const list = bulkList(row.list);
  const change = row.change as Record<string, unknown>;
  const query = row.query as Record<string, unknown>;
  const names = await list.names(
    db,
    refusals.map((refusal) => refusal.id),
  );
  return {
    ...typed(row),
    change: { ...((await list.shownChange?.(db, change)) ?? change) },
    query: { ...((await list.shownQuery?.(db, query)) ?? query) },
    stalled: isStalled(row, now),
    reasons,
    refusals: refusals.map((refusal) => ({ ...refusal, name: names.get(refusal.id) ?? `No. ${refusal.id}` })),
  };
}

const isStalled = ({ state, updated_at }: { state: string; updated_at: Date }, now: Date) =>
  state === 'running' && now.getTime() - updated_at.getTime() > stalledAfterMs;

export async function startBulkRun(db: Db, jobs: Jobs, actor: Actor, input: Start, now: Date) {
  const list = bulkList(input.list);
  if (!may(actor, list.access)) throw new Refusal('forbidden');
  if (!list.actions[input.action]) throw fieldRefusal({ action: ['This list does not have this action.'] });
  const query = list.query.safeParse(input.query);
  if (!query.success) throw fieldRefusal({ query: query.error.issues.map(({ message }) => message) });
  const change = input.action === 'edit' ? input.change : {};
  if (input.action === 'edit') await list.checkChange?.(db, change);
  const ids = await list.matching(db, query.data as never, { ids: input.ids, max: bulkRowsMax + 1, now });
  if (ids.length > bulkRowsMax)
    throw new Refusal('conflict', { message: `More than ${bulkRowsMax} rows match. Narrow the filters.` });
  if (ids.length !== input.expected)
    throw new Refusal('conflict', {
      message: `The list has changed: ${ids.length} rows match now, not ${input.expected}. Check the list and try again.`,
    });
  const { id } = await db
    .insertInto('bulk_runs')
    .values({
      list: input.list,
      action: input.action,
      change: JSON.stringify(change),
      query: JSON.stringify(query.data),
      record_ids: ids,
      started_by: signedIn(actor).userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await jobs.enqueue(db, runBulkJob, { run_id: id });
  await writeAudit(db, actor, `bulk-runs.${input.action}`, subject(id), {
    after: {
      list: input.list,
      rows: ids.length,
      filters: query.data,
      ...(input.ids ? { ids } : {}),
      ...(input.action === 'edit' ? { change } : {}),
    },
  });
  return findBulkRun(db, actor, id, now);
}

async function lockRun(db: Db, actor: Actor, id: number) {
  const row = await visible(db, actor)
    .select(['r.id', 'r.state', 'r.position', 'r.updated_at'])
    .where('r.id', '=', id)
    .forUpdate('r')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function cancelBulkRun(db: Db, actor: Actor, id: number, now: Date) {
  const run = await lockRun(db, actor, id);
  if (!canStep(bulkRunMachine, run.state, 'cancel'))
    throw new Refusal('conflict', { message: 'It has already ended.' });
  await db
    .updateTable('bulk_runs')
    .set({ state: 'cancelled', updated_at: now, finished_at: now })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'bulk-runs.cancel', subject(id), { after: { processed: run.position } });
  return findBulkRun(db, actor, id, now);
}

/** Enqueues the job again; should the first one still run, both continue at the same position one after the other. */
export async function resumeBulkRun(db: Db, jobs: Jobs, actor: Actor, id: number, now: Date) {
  const run = await lockRun(db, actor, id);
  if (!isStalled(run, now)) throw new Refusal('conflict', { message: 'It is not waiting to be resumed.' });
  await db.updateTable('bulk_runs').set({ updated_at: now }).where('id', '=', id).execute();
  await jobs.enqueue(db, runBulkJob, { run_id: id });
  await writeAudit(db, actor, 'bulk-runs.resume', subject(id));
  return findBulkRun(db, actor, id, now);
}
