import type { categorySlugs } from '@tuneport/contract/catalog/vehicle-shapes';
import type { Db } from '../../../platform/db/db.ts';
import { readSettings } from '../../settings/index.ts';
import { readCatalogSettings } from './catalog-settings.ts';

/** Options of the editor's selects. All are short lists; long ones are searched instead. */
export async function editorChoices(db: Db) {
  const named = ['id', 'name'] as const;
  const { updated_at: _, ...defaults } = await readCatalogSettings(db);
  return {
    makes: await db
      .selectFrom('makes')
      .select(named)
      .orderBy((is) => is.fn('lower', ['name']))
      .execute(),
    tune_types: await db.selectFrom('tune_types').select(named).orderBy('position').orderBy('id').execute(),
    tune_type_groups: await db.selectFrom('tune_type_groups').select(named).orderBy('position').orderBy('id').execute(),
    tiers: await db.selectFrom('tune_pricing_tiers').select(named).orderBy('position').orderBy('id').execute(),
    tools: await db.selectFrom('tools').select(named).orderBy('position').orderBy('id').execute(),
    categories: (await db.selectFrom('catalog_categories').select(['slug', 'name']).orderBy('position').execute()) as {
      slug: (typeof categorySlugs)[number];
      name: string;
    }[],
    currencies: [...(await readSettings(db)).values.currencies],
    defaults,
  };
}
