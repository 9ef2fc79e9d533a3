import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type KitNode, kitProblems } from '@tuneport/domain/catalog/kit-tree';
import { nodesOf } from '@tuneport/domain/trees/tree';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { storedKitTree, tunesNamed } from '../kit-builder.ts';

/** Before the first save there is no earlier version to conflict with. */
const never = new Date(0);

export async function editedKitTree(db: Db, platform: Platform) {
  const stored = await storedKitTree(db);
  const tree = (stored?.tree ?? null) as KitNode | null;
  const tunes = tree === null ? [] : await tunesById(db, tunesNamed(tree));
  const { www_kit_builder } = await settingsOf(platform);
  return { tree, tunes, updated_at: stored?.updated_at ?? never, shown: www_kit_builder };
}

const tunesById = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('tunes').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute();

/**
 * Stores the whole tree or nothing: errors are reported at their node, and a stale save is rejected with the current
 * tree.
 */
export async function storeKitTree(
  db: Db,
  platform: Platform,
  actor: AuditActor,
  tree: KitNode,
  readAt: Date,
  now: Date,
) {
  await sql`select pg_advisory_xact_lock(hashtext('kit_builder_trees'))`.execute(db);
  const current = await editedKitTree(db, platform);
  if (isStale(current.updated_at, readAt)) throw new Refusal('stale_record', { current });
  const known = new Set((await tunesById(db, tunesNamed(tree))).map(({ id }) => id));
  const unknown = [...nodesOf(tree)].flatMap(({ id, tunes }) =>
    tunes.filter((tune) => !known.has(tune)).map((tune) => ({ id, text: `Tune ${tune} does not exist.` })),
  );
  const errors: Record<string, string[]> = {};
  for (const { id, text } of [...kitProblems(tree), ...unknown])
    errors[`nodes.${id}`] = [...(errors[`nodes.${id}`] ?? []), text];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  const row = { tree: JSON.stringify(tree), updated_at: nextUpdatedAt(current.updated_at, now) };
  await db
    .insertInto('kit_builder_trees')
    .values({ id: 1, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
  await writeAudit(db, actor, 'catalog.store-kit-tree', 'kit-builder:1', {
    before: { tree: current.tree },
    after: { tree },
  });
  await bumpArea(db, 'catalog');
  return { ...(await editedKitTree(db, platform)), tree };
}
