import { freeSlug, reservedMakeSlugs } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import { bumpArea } from '../../../../platform/cache/area-versions.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { type DisplayName, displayMake, displayName, prominenceOf } from '../../imports/display-names.ts';
import { storeSearchWords } from '../../imports/search-words.ts';
import { mergeMake } from '../merge/merge-make.ts';
import { mergeModel } from '../merge/merge-model.ts';
import { Moved } from '../merge/moved.ts';

type RenameReport = { makes: number; renamed: number; merged: number; skipped: string[] };
type Make = { readonly id: number; readonly name: string };

/**
 * Renames imported makes and models to their common names and merges those that become equal. Their former paths
 * redirect. One transaction per make; idempotent.
 */
export async function renameVehicles(db: Db, now: Date): Promise<RenameReport> {
  const report: RenameReport = { makes: 0, renamed: 0, merged: 0, skipped: [] };
  const makes = await db.selectFrom('makes').select(['id', 'name']).orderBy('id').execute();
  for (const make of makes)
    await db.transaction().execute(async (tx) => {
      await renameModels(tx, make, report);
      await renameMake(tx, make, now, report);
    });
  await db.transaction().execute((tx) => bumpArea(tx, 'catalog'));
  return report;
}

async function renameModels(db: Db, make: Make, report: RenameReport): Promise<void> {
  const models = await db
    .selectFrom('models')
    .select(['id', 'name', 'family', 'slug'])
    .where('make_id', '=', make.id)
    .orderBy('id')
    .execute();
  const byName = new Map(models.map(({ id, name }) => [name.toLowerCase(), id]));
  const slugs = new Set(models.map(({ slug }) => slug));
  for (const { id, name, family } of models) {
    const wanted = displayName(make.name, family, name);
    if (wanted.model === name) continue;
    await storeFacts(db, id, name, wanted);
    const existing = byName.get(wanted.model.toLowerCase());
    if (existing !== undefined && existing !== id) {
      const refusal = await refusalOf(db, () => mergeModel(db, new Moved(), existing, id));
      if (refusal === null) report.merged += 1;
      else report.skipped.push(`${make.name} ${name}: ${refusal}`);
      continue;
    }
    const slug = freeSlug(wanted.model, slugs);
    slugs.add(slug);
    byName.set(wanted.model.toLowerCase(), id);
    const columns = { name: wanted.model, family: wanted.family, slug };
    await db.updateTable('models').set(columns).where('id', '=', id).execute();
    await storeSearchWords(db, sql`o.id = ${id}`);
    report.renamed += 1;
  }
}

const storeFacts = (db: Db, modelId: number, name: string, { trims, bodies }: DisplayName) =>
  sql`update vehicles set source_names = merged_list(source_names, array[${name}]),
      trims = merged_list(trims, ${[...trims]}::text[]), bodies = merged_list(bodies, ${[...bodies]}::text[])
    where model_id = ${modelId}`.execute(db);

/**
 * The reason why a merge is rejected and staff must resolve it: two guides for one vehicle, different tools. The merge
 * is then rolled back.
 */
async function refusalOf(db: Db, merge: () => Promise<void>): Promise<string | null> {
  await sql`savepoint merge`.execute(db);
  try {
    await merge();
    await sql`release savepoint merge`.execute(db);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint merge`.execute(db);
    return error.message;
  }
}

async function renameMake(db: Db, make: Make, now: Date, report: RenameReport): Promise<void> {
  const name = displayMake(make.name);
  const prominence = prominenceOf(name);
  if (name === make.name) {
    await db
      .updateTable('makes')
      .set({ prominence })
      .where('id', '=', make.id)
      .where('prominence', '=', 'listed')
      .execute();
    return;
  }
  const existing = await db.selectFrom('makes').select('id').where('name', '=', name).executeTakeFirst();
  if (existing) {
    const refusal = await refusalOf(db, () => mergeMake(db, new Moved(), existing.id, make.id, now));
    if (refusal !== null) {
      report.skipped.push(`${make.name}: ${refusal}`);
      return;
    }
  } else {
    const slug = freeSlug(name, new Set(reservedMakeSlugs));
    await db.updateTable('makes').set({ name, slug, prominence }).where('id', '=', make.id).execute();
    await storeSearchWords(db, sql`o.make_id = ${make.id}`);
  }
  report.makes += 1;
}
