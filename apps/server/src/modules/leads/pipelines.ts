import type { leadPipelines } from '@tuneport/contract/leads/lead-pipelines';
import { type CustomFieldName, customFieldName } from '@tuneport/domain/leads/custom-fields';
import { type RequiredField, requirableFields } from '@tuneport/domain/leads/pipelines';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { pairedLockKeys } from '../../platform/db/writes/advisory-locks.ts';
import { withConstraintMessages } from '../../platform/db/writes/constraint-violations.ts';
import { announce } from '../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { customFieldsOf } from './fields/custom-values.ts';
import { openDeal } from './sql-parts.ts';

type StageRow = {
  id: number;
  name: string;
  position: number;
  probability: number;
  rotDays: number | null;
  closesAs: 'won' | 'lost' | null;
  requiredFields: RequiredField[];
  requiresActivity: boolean;
};
export type PipelineRow = { id: number; name: string; stages: StageRow[] };

/** The topic of the boards that show a pipeline. */
export const boardTopic = (pipelineId: number): string => `lead-board:${pipelineId}`;

/** The stages of a pipeline as JSON, for the select list of a query with the pipeline as `p`. */
export const stagesJson = sql<StageRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'name', s.name, 'position', s.position, 'probability', s.probability, 'rotDays', s.rot_days,
    'closesAs', s.closes_as, 'requiredFields', s.required_fields, 'requiresActivity', s.requires_activity
  ) order by s.position), '[]') from lead_stages s where s.pipeline_id = p.id)`;

export async function listPipelines(db: Db) {
  const { rows } = await sql<PipelineRow & { openDeals: number }>`
    select p.id, p.name, ${stagesJson} as stages,
      (select count(*)::int from lead_deals d where d.pipeline_id = p.id and ${openDeal}) as "openDeals"
    from lead_pipelines p order by p.position, p.id`.execute(db);
  return rows;
}

export async function pipelineById(db: Db, id: number): Promise<PipelineRow> {
  const { rows } = await sql<PipelineRow>`
    select p.id, p.name, ${stagesJson} as stages from lead_pipelines p where p.id = ${id}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
}

/** The pipeline that is used when none is named. */
export async function firstPipelineId(db: Db): Promise<number> {
  const first = await db.selectFrom('lead_pipelines').select('id').orderBy('position').orderBy('id').executeTakeFirst();
  if (!first) throw fieldRefusal({ pipeline: ['Create a pipeline first.'] });
  return first.id;
}

const names = {
  noun: 'a pipeline',
  constraints: {
    lead_pipelines_name: ['name', 'Another pipeline has this name.'],
    lead_stages_name: ['name', 'Another stage of this pipeline has this name.'],
  },
} as const;

const noOpenStage = 'A pipeline needs at least one stage in which deals stay open.';
const staysOpen = ({ closesAs }: Pick<StageRow, 'closesAs'>): boolean => closesAs === null;

/** New and reopened deals need a stage: one that stays open is left without this one. */
function requireOpenStage(stages: readonly StageRow[], without: number): void {
  if (!stages.some((stage) => stage.id !== without && staysOpen(stage)))
    throw new Refusal('conflict', { message: noOpenStage });
}

type NewPipeline = z.output<(typeof leadPipelines)['POST /v1/admin/lead-engine/pipelines']['body']>;
export async function createPipeline(db: Db, actor: Actor, input: NewPipeline): Promise<PipelineRow> {
  if (!input.stages.some(staysOpen)) throw fieldRefusal({ stages: [noOpenStage] });
  await requireKnownFields(
    db,
    input.stages.flatMap(({ requiredFields }) => requiredFields),
    'stages',
  );
  const { id } = await withConstraintMessages(names, () =>
    db
      .insertInto('lead_pipelines')
      .values({ name: input.name, position: sql<number>`(select coalesce(max(position), 0) + 1 from lead_pipelines)` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const stages = input.stages.map((stage, at) => ({ ...stageColumns(stage), pipeline_id: id, position: at + 1 }));
  await withConstraintMessages(
    { ...names, constraints: { lead_stages_name: ['stages', 'Two stages have the same name.'] } },
    () =>
      db
        .insertInto('lead_stages')
        .values(stages as never)
        .execute(),
  );
  await writeAudit(db, actor, 'lead-pipelines.create', `lead-pipeline:${id}`, { after: input });
  return pipelineById(db, id);
}

type PipelineChange = z.output<(typeof leadPipelines)['PATCH /v1/admin/lead-engine/pipelines/:id']['body']>;
export async function updatePipeline(
  db: Db,
  actor: Actor,
  id: number,
  change: PipelineChange,
  now: Date,
): Promise<PipelineRow> {
  const before = await lockPipeline(db, id, change.position !== undefined);
  const { name = before.name, stageOrder } = change;
  await withConstraintMessages(names, () =>
    db.updateTable('lead_pipelines').set({ name, updated_at: now }).where('id', '=', id).execute(),
  );
  if (change.position !== undefined) await moveAmong(db, id, change.position);
  if (stageOrder) {
    const known = before.stages.map((stage) => stage.id);
    if (stageOrder.length !== known.length || !known.every((stage) => stageOrder.includes(stage)))
      throw fieldRefusal({ stageOrder: ['The stages have changed. Reload the page and order them again.'] });
    await orderStages(db, stageOrder);
  }
  await writeAudit(db, actor, 'lead-pipelines.update', `lead-pipeline:${id}`, { before, after: change });
  await pipelineChanged(db, id);
  return pipelineById(db, id);
}

export async function deletePipeline(db: Db, actor: Actor, id: number): Promise<void> {
  // Two requests that delete the last two pipelines: the second one counts after the first.
  await sql`select pg_advisory_xact_lock(${sql.lit(pairedLockKeys.pipelinesOfLeads)}, 0)`.execute(db);
  const before = await lockPipeline(db, id);
  await requireNoDeals(db, 'pipeline_id', id, 'pipeline');
  const { rows: others } = await sql`select from lead_pipelines where id <> ${id} limit 1`.execute(db);
  if (others.length === 0) throw new Refusal('conflict', { message: 'This is the only pipeline. Add another first.' });
  // Only deleted deals are left; they are purged later anyway.
  await db.deleteFrom('lead_deals').where('pipeline_id', '=', id).execute();
  await db.deleteFrom('lead_pipelines').where('id', '=', id).execute();
  await writeAudit(db, actor, 'lead-pipelines.delete', `lead-pipeline:${id}`, { before });
  await pipelineChanged(db, id);
}

type NewStage = z.output<(typeof leadPipelines)['POST /v1/admin/lead-engine/pipelines/:id/stages']['body']>;
export async function addStage(db: Db, actor: Actor, pipelineId: number, input: NewStage): Promise<StageRow> {
  const { stages } = await lockPipeline(db, pipelineId);
  const { position = stages.length + 1, ...stage } = input;
  await requireKnownFields(db, stage.requiredFields);
  const { id } = await withConstraintMessages(names, () =>
    db
      .insertInto('lead_stages')
      .values({ ...stageColumns(stage), pipeline_id: pipelineId, position: 1_000 } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await orderStages(
    db,
    insertedAt(
      stages.map((one) => one.id),
      id,
      position,
    ),
  );
  await writeAudit(db, actor, 'lead-stages.create', `lead-pipeline:${pipelineId}`, { after: { ...input, id } });
  await pipelineChanged(db, pipelineId);
  return stageIn(await pipelineById(db, pipelineId), id);
}

type StageChange = z.output<
  (typeof leadPipelines)['PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId']['body']
>;
export async function updateStage(
  db: Db,
  actor: Actor,
  { id: pipelineId, stageId }: { id: number; stageId: number },
  change: StageChange,
  now: Date,
): Promise<StageRow> {
  const { stages } = await lockPipeline(db, pipelineId);
  const before = stageIn({ stages }, stageId);
  const { position, ...fields } = change;
  await requireKnownFields(
    db,
    fields.requiredFields?.filter((name) => !before.requiredFields.includes(name)),
  );
  if (fields.closesAs !== undefined && fields.closesAs !== before.closesAs) {
    await requireNoDeals(db, 'stage_id', stageId, 'stage');
    if (fields.closesAs !== null) requireOpenStage(stages, stageId);
  }
  await withConstraintMessages(names, () =>
    db
      .updateTable('lead_stages')
      .set({ ...stageColumns(fields), updated_at: now } as never)
      .where('id', '=', stageId)
      .execute(),
  );
  if (position !== undefined)
    await orderStages(
      db,
      insertedAt(
        stages.map(({ id }) => id).filter((id) => id !== stageId),
        stageId,
        position,
      ),
    );
  await writeAudit(db, actor, 'lead-stages.update', `lead-pipeline:${pipelineId}`, { before, after: change });
  await pipelineChanged(db, pipelineId);
  return stageIn(await pipelineById(db, pipelineId), stageId);
}

export async function deleteStage(
  db: Db,
  actor: Actor,
  { id: pipelineId, stageId }: { id: number; stageId: number },
): Promise<void> {
  const { stages } = await lockPipeline(db, pipelineId);
  const before = stageIn({ stages }, stageId);
  await requireNoDeals(db, 'stage_id', stageId, 'stage', sql`d.state = 'open' and d.deleted_at is null`);
  requireOpenStage(stages, stageId);
  await moveClosedDeals(db, stageId, nextTo(stages, before).id);
  await db.deleteFrom('lead_stages').where('id', '=', stageId).execute();
  await orderStages(
    db,
    stages.map(({ id }) => id).filter((id) => id !== stageId),
  );
  await writeAudit(db, actor, 'lead-stages.delete', `lead-pipeline:${pipelineId}`, { before });
  await pipelineChanged(db, pipelineId);
}

/** A stage can only require fields of the deal and custom fields that can be filled in. */
async function requireKnownFields(
  db: Db,
  names: readonly RequiredField[] = [],
  field = 'requiredFields',
): Promise<void> {
  const custom = names.filter(
    (name): name is CustomFieldName => !(requirableFields as readonly string[]).includes(name),
  );
  if (custom.length === 0) return;
  const known = (await customFieldsOf(db, 'deal')).map(({ id }) => customFieldName(id));
  if (!custom.every((name) => known.includes(name)))
    throw fieldRefusal({ [field]: ['A field no longer exists. Reload the page.'] });
}

/**
 * Stages and boards change one at a time. Stages are locked before their pipeline, as by a moved deal. `all`: the other
 * pipelines too, whose positions change with this one.
 */
async function lockPipeline(db: Db, id: number, all = false): Promise<PipelineRow> {
  await sql`select id from lead_stages where pipeline_id = ${id} order by id for no key update`.execute(db);
  await sql`select id from lead_pipelines where ${all} or id = ${id} order by id for no key update`.execute(db);
  return pipelineById(db, id);
}

/** Boards read the whole pipeline again: the version jumps over changes that no row of `lead_board_changes` explains. */
export async function pipelineChanged(db: Db, id: number): Promise<void> {
  await sql`update lead_pipelines set board_version = board_version + 1 where id = ${id}`.execute(db);
  await announce(db, boardTopic(id));
}

async function requireNoDeals(
  db: Db,
  column: 'stage_id' | 'pipeline_id',
  id: number,
  what: string,
  which: RawBuilder<unknown> = sql`d.deleted_at is null`,
): Promise<void> {
  const { rows } = await sql<{ count: number; archived: number }>`
    select count(*)::int as count, count(*) filter (where d.archived_at is not null)::int as archived
    from lead_deals d where ${sql.ref(`d.${column}`)} = ${id} and ${which}`.execute(db);
  const { count = 0, archived = 0 } = rows[0] ?? {};
  if (count === 0) return;
  const deals = count === 1 ? '1 deal' : `${count} deals`;
  throw new Refusal('conflict', {
    message: `This ${what} still has ${deals}${archived > 0 ? ` (${archived} archived)` : ''}. Move ${count === 1 ? 'it' : 'them'} first.`,
  });
}

/** The stage before another one, or else after it, of the same kind if there is one. */
function nextTo(stages: readonly StageRow[], stage: StageRow): StageRow {
  const others = stages.filter(({ id }) => id !== stage.id).reverse();
  const alike = others.filter(({ closesAs }) => closesAs === stage.closesAs);
  const choices = alike.length > 0 ? alike : others;
  return choices.find(({ position }) => position < stage.position) ?? (choices.at(-1) as StageRow);
}

/** Closed and deleted deals cannot be moved by hand and must not keep an unused stage. */
async function moveClosedDeals(db: Db, from: number, to: number): Promise<void> {
  await sql`update lead_deals d set stage_id = ${to}, position = p.low - n.place
    from (select id, row_number() over (order by position desc) as place from lead_deals where stage_id = ${from}) n,
      (select coalesce(min(position), 0) as low from lead_deals where stage_id = ${to}) p
    where d.id = n.id`.execute(db);
  await sql`update lead_deals set last_stage_id = ${to} where last_stage_id = ${from}`.execute(db);
}

function stageIn({ stages }: { stages: readonly StageRow[] }, id: number): StageRow {
  const stage = stages.find((one) => one.id === id);
  if (!stage) throw new Refusal('not_found');
  return stage;
}

const insertedAt = (ids: readonly number[], id: number, position: number): number[] => [
  ...ids.slice(0, position - 1),
  id,
  ...ids.slice(position - 1),
];

async function orderStages(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update lead_stages s set position = o.position
    from unnest(${[...ids]}::integer[]) with ordinality as o (id, position) where s.id = o.id`.execute(db);
}

async function moveAmong(db: Db, id: number, position: number): Promise<void> {
  const others = await db.selectFrom('lead_pipelines').select('id').where('id', '<>', id).orderBy('position').execute();
  const ids = insertedAt(
    others.map((other) => other.id),
    id,
    position,
  );
  await sql`update lead_pipelines p set position = o.position
    from unnest(${ids}::integer[]) with ordinality as o (id, position) where p.id = o.id`.execute(db);
}

/** Undefined fields stay out, so that an update leaves them. */
const stageColumns = (stage: Omit<StageChange, 'position'>) =>
  Object.fromEntries(
    Object.entries({
      name: stage.name,
      probability: stage.probability,
      rot_days: stage.rotDays,
      closes_as: stage.closesAs,
      required_fields: stage.requiredFields && [...new Set(stage.requiredFields)],
      requires_activity: stage.requiresActivity,
    }).filter(([, value]) => value !== undefined),
  );
