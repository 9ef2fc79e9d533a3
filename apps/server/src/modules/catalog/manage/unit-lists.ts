import type { Change } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { Db } from '../../../platform/db/db.ts';
import { readLinks, storeLinks, tuneLabel } from './links.ts';
import { readDiscounts, storeDiscounts } from './prices/discounts.ts';

/** A tunable unit: an engine or a transmission. Both have tunes, tool restrictions and role discounts. */
type Unit = 'engine' | 'transmission';
type Lists = Pick<Change<'engines'>, 'tunes' | 'tool_restrictions' | 'other_role_discounts'>;

const tunesOf = (unit: Unit) => ({ table: `${unit}_tunes`, owner: `${unit}_id`, other: 'tune_id' });
const restrictionsOf = (unit: Unit) => ({
  table: `${unit}_tool_restrictions`,
  owner: `${unit}_id`,
  other: 'tool_id',
});

export const readUnitLists = async (db: Db, unit: Unit, id: number) => ({
  tunes: await readLinks(db, tunesOf(unit), id, 'tunes', tuneLabel),
  tool_restrictions: await readLinks(db, restrictionsOf(unit), id, 'tools'),
  other_role_discounts: await readDiscounts(db, unit, id),
});

export async function storeUnitLists(db: Db, unit: Unit, id: number, lists: Lists, now: Date): Promise<void> {
  await storeLinks(db, tunesOf(unit), id, lists.tunes, now);
  await storeLinks(db, restrictionsOf(unit), id, lists.tool_restrictions, now);
  await storeDiscounts(db, unit, id, lists.other_role_discounts);
}
