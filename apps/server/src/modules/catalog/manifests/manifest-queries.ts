import type { ManifestState } from '@tuneport/domain/catalog/tools/manifest-states';
import { diffManifests, manifestWriter, type ToolManifest } from '@tuneport/domain/catalog/tools/tool-manifest';
import { isAdmin } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** What an actor sees: their own manifests and those in effect; staff also what was submitted. */
const visible = (actor: SignedInActor) => {
  const open = isAdmin(actor.role) ? sql`m.state <> 'draft'` : sql`m.state = 'approved'`;
  return sql<boolean>`(m.user_id = ${actor.userId} or ${open})`;
};

const manifestsFor = (db: Db, actor: SignedInActor) =>
  db
    .selectFrom('tool_manifests as m')
    .innerJoin('tools as t', 't.id', 'm.tool_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where(visible(actor));

const columns = [
  'm.id',
  'm.tool_id',
  't.name as tool_name',
  't.slug as tool_slug',
  'm.version',
  'm.user_id',
  'm.state',
  'm.created_at',
  'm.updated_at',
  'u.name as user_name',
] as const;

type Row = {
  readonly id: number;
  readonly tool_id: number;
  readonly tool_name: string;
  readonly tool_slug: string;
  readonly version: number;
  readonly user_id: number | null;
  readonly state: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly user_name: string | null;
  readonly firmware: string;
};

/** Names of developers are for staff and for themselves. */
const present = (actor: SignedInActor, row: Row) => ({
  id: row.id,
  tool: { id: row.tool_id, name: row.tool_name, slug: row.tool_slug },
  version: row.version,
  firmware: row.firmware,
  state: row.state as ManifestState,
  is_own: row.user_id === actor.userId,
  author: isAdmin(actor.role) || row.user_id === actor.userId ? (row.user_name ?? '') : '',
  created_at: row.created_at,
  updated_at: row.updated_at,
});

type Filters = { readonly page: number; readonly tool?: string | undefined; readonly state?: string | undefined };

export async function listManifests(db: Db, actor: SignedInActor, { page, tool, state }: Filters) {
  let all = manifestsFor(db, actor);
  if (tool !== undefined) all = all.where('t.slug', '=', tool);
  if (state !== undefined) all = all.where('m.state', '=', state);
  const rows = all
    .select(columns)
    .select(sql<string>`m.manifest ->> 'firmware'`.as('firmware'))
    .orderBy('m.id', 'desc');
  const found = await pageOf(all, rows, page);
  return { ...found, data: found.data.map((row) => present(actor, row)) };
}

export async function readManifest(db: Db, actor: SignedInActor, id: number) {
  const row = await manifestsFor(db, actor)
    .select(columns)
    .select(['m.manifest', 'm.reason'])
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const manifest = row.manifest as unknown as ToolManifest;
  const before = await comparedWith(db, row);
  return {
    ...present(actor, { ...row, firmware: manifest.firmware }),
    manifest: manifest as never,
    reason: row.reason,
    diff: { version: before?.version ?? null, changes: diffManifests(before?.manifest ?? null, manifest) },
    excluded: await excludedBy(db, row.tool_id, manifest),
  };
}

/** The version in effect; for that one, the version it replaced. */
async function comparedWith(db: Db, { id, tool_id, version }: { id: number; tool_id: number; version: number }) {
  const found = await db
    .selectFrom('tool_manifests')
    .select(['version', 'manifest'])
    .where('tool_id', '=', tool_id)
    .where('id', '<>', id)
    .where('state', 'in', ['approved', 'replaced'])
    .where(sql<boolean>`(state = 'approved' or version < ${version})`)
    .orderBy(sql`state = 'approved'`, 'desc')
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return found && { version: found.version, manifest: found.manifest as unknown as ToolManifest };
}

/** Engines and transmissions with tunes for the tool that it could no longer write. */
async function excludedBy(db: Db, toolId: number, manifest: ToolManifest) {
  const writes = manifestWriter(manifest);
  const { rows: engines } = await sql<{ code: string; slug: string }>`
    select e.code, e.slug from engines e where exists (select from engine_tunes et
      join tune_tools w on w.tune_id = et.tune_id and w.tool_id = ${toolId} where et.engine_id = e.id)`.execute(db);
  const { rows: transmissions } = await sql<{ code: string; slug: string }>`
    select x.code, x.slug from transmissions x where exists (select from transmission_tunes own
      join tune_tools w on w.tune_id = own.tune_id and w.tool_id = ${toolId} where own.transmission_id = x.id)`.execute(
    db,
  );
  return {
    engines: engines.filter((one) => !writes('ecu', one)).length,
    transmissions: transmissions.filter((one) => !writes('tcu', one) && !writes('awd', one)).length,
  };
}

export const lockManifest = (db: Db, id: number) =>
  db.selectFrom('tool_manifests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export type ManifestRow = NonNullable<Awaited<ReturnType<typeof lockManifest>>>;
