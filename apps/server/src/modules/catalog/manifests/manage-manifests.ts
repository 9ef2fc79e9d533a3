import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type ManifestEvent, manifestDraftsMax, manifestMachine } from '@tuneport/domain/catalog/tools/manifest-states';
import { type ToolManifest, writtenNames } from '@tuneport/domain/catalog/tools/tool-manifest';
import { isAdmin } from '@tuneport/domain/identity/permissions';
import { canStep } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import type { AuditActor, SignedInActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { mailDecision } from './manifest-mails.ts';
import { lockManifest, type ManifestRow, readManifest } from './manifest-queries.ts';

type Context = { readonly db: Db; readonly now: Date };
type By = AuditActor & { readonly as: 'author' | 'staff' | 'system' };

const step = defineStep<ManifestRow, By>()({
  machine: manifestMachine,
  table: 'tool_manifests',
  parts: ({ as }) => as,
  columns: (_context, { reason }) => ({ reason }),
  history: {
    table: 'tool_manifest_events',
    values: (taken) => ({ ...historyRow(taken), manifest_id: taken.row.id, reason: taken.reason }),
  },
  audit: ({ step: { event }, row, reason }) => ({
    act: `tool-manifests.${event}`,
    subject: `tool-manifest:${row.id}`,
    detail: { tool: row.tool_id, version: row.version, reason },
  }),
});

/** Locks the tool, which numbers its versions and has one in effect. */
async function lockTool(db: Db, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from tools where slug = ${slug} for no key update`.execute(db);
  if (!rows[0]) throw fieldRefusal({ tool: ['There is no tool with this slug in the catalogue.'] });
  return rows[0].id;
}

export async function createManifest({ db, now }: Context, actor: SignedInActor, manifest: ToolManifest) {
  const tool_id = await lockTool(db, manifest.tool);
  const { rows } = await sql<{ version: number; drafts: number }>`
    select coalesce(max(version) filter (where tool_id = ${tool_id}), 0)::int + 1 as version,
      (count(*) filter (where user_id = ${actor.userId} and state = 'draft'))::int as drafts
    from tool_manifests`.execute(db);
  const { version = 1, drafts = 0 } = rows[0] ?? {};
  if (drafts >= manifestDraftsMax)
    throw new Refusal('conflict', { message: `You have ${manifestDraftsMax} drafts. Delete one first.` });
  const { id } = await db
    .insertInto('tool_manifests')
    .values({
      tool_id,
      version,
      user_id: actor.userId,
      manifest: JSON.stringify(manifest),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'tool-manifests.create', `tool-manifest:${id}`, { tool: manifest.tool, version });
  return readManifest(db, actor, id);
}

/** A manifest of the actor; those of other developers are not found. */
async function lockOwn(db: Db, actor: SignedInActor, id: number): Promise<ManifestRow> {
  const row = await lockManifest(db, id);
  if (row?.user_id !== actor.userId) throw new Refusal('not_found');
  return row;
}

function requireDraft({ state }: ManifestRow): void {
  if (state !== 'draft')
    throw new Refusal('conflict', { message: 'Only a draft can be changed. Save a new version instead.' });
}

export async function changeManifest(
  { db, now }: Context,
  actor: SignedInActor,
  id: number,
  manifest: ToolManifest,
): Promise<Awaited<ReturnType<typeof readManifest>>> {
  const row = await lockOwn(db, actor, id);
  requireDraft(row);
  const { rows } = await sql<{ slug: string }>`select slug from tools where id = ${row.tool_id}`.execute(db);
  if (rows[0]?.slug !== manifest.tool)
    throw fieldRefusal({ tool: [`This draft is for ${rows[0]?.slug}. Save a new manifest for another tool.`] });
  await db
    .updateTable('tool_manifests')
    .set({ manifest: JSON.stringify(manifest), updated_at: nextUpdatedAt(row.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'tool-manifests.update', `tool-manifest:${id}`, { tool: manifest.tool });
  return readManifest(db, actor, id);
}

export async function deleteManifest(db: Db, actor: SignedInActor, id: number): Promise<void> {
  const row = await lockOwn(db, actor, id);
  requireDraft(row);
  await db.deleteFrom('tool_manifests').where('id', '=', id).execute();
  await writeAudit(db, actor, 'tool-manifests.delete', `tool-manifest:${id}`, { version: row.version });
}

export async function moveOwnManifest(
  context: Context,
  actor: SignedInActor,
  id: number,
  event: 'submit' | 'withdraw',
): Promise<Awaited<ReturnType<typeof readManifest>>> {
  await step(context, await lockOwn(context.db, actor, id), event, { ...actor, as: 'author' });
  return readManifest(context.db, actor, id);
}

type Decision = {
  readonly decision: Extract<ManifestEvent, 'approve' | 'reject' | 'end'>;
  readonly reason: string;
  readonly readAt: Date;
};

/**
 * Staff decide on manifests of others. An approved one replaces the one in effect and changes what customers are
 * offered.
 */
export async function decideManifest(
  context: Context & { readonly origin: string },
  actor: SignedInActor,
  id: number,
  { decision: event, reason, readAt }: Decision,
) {
  const { db } = context;
  if (!isAdmin(actor.role)) throw new Refusal('forbidden');
  const known = await db
    .selectFrom('tool_manifests as m')
    .innerJoin('tools as t', 't.id', 'm.tool_id')
    .select(['t.slug', 't.name'])
    .where('m.id', '=', id)
    .where('m.state', '<>', 'draft')
    .executeTakeFirst();
  if (!known) throw new Refusal('not_found');
  const toolId = await lockTool(db, known.slug);
  const row = await lockManifest(db, id);
  if (!row) throw new Refusal('not_found');
  // Its author may have withdrawn and changed it since it was read.
  if (canStep(manifestMachine, row.state, event, 'staff') && isStale(row.updated_at, readAt))
    throw new Refusal('stale_record', { current: await readManifest(db, actor, id) });
  if (event === 'approve' && row.user_id === actor.userId)
    throw new Refusal('forbidden', { message: 'Someone else has to approve your manifest.' });
  const by: By = { ...actor, as: 'staff' };
  if (event === 'approve' && row.state === 'submitted') await replaceFormer(context, toolId);
  await step(context, row, event, by, { reason });
  if (event !== 'reject') await applyManifest(db, toolId, event === 'approve' ? row : null);
  const mailed = { event, reason, byUserId: actor.userId };
  await mailDecision(db, context.origin, { ...row, tool: known.name }, mailed);
  return readManifest(db, actor, id);
}

async function replaceFormer(context: Context, toolId: number): Promise<void> {
  const former = await context.db
    .selectFrom('tool_manifests')
    .selectAll()
    .where('tool_id', '=', toolId)
    .where('state', '=', 'approved')
    .forUpdate()
    .executeTakeFirst();
  if (former) await step(context, former, 'replace', { ...system, as: 'system' });
}

async function applyManifest(db: Db, tool_id: number, row: ManifestRow | null): Promise<void> {
  await db.deleteFrom('tool_manifest_writes').where('tool_id', '=', tool_id).execute();
  const written = row ? [...writtenNames(row.manifest as unknown as ToolManifest)] : [];
  for (const [kind, names] of written)
    await sql`insert into tool_manifest_writes (tool_id, kind, name)
      select ${tool_id}, ${kind}, unnest(${[...names]}::text[])`.execute(db);
  await bumpArea(db, 'catalog');
}
