import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import type { Kind } from '../kind.ts';
import { priceErrors, readPrices, storePrices } from '../prices/price-rows.ts';

export const priceTiers: Kind<'tune-pricing-tiers'> = {
  name: 'tune-pricing-tiers',
  noun: 'a price tier',
  table: 'tune_pricing_tiers',
  constraints: { tune_pricing_tiers_name_key: ['name', 'Another tier already has this name.'] },
  async find(db, id) {
    const tier = await db
      .selectFrom('tune_pricing_tiers')
      .select(['id', 'name', 'position', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!tier) return undefined;
    const prices = (await readPrices(db, 'tier', [id])).get(id) ?? [];
    return { ...tier, prices, tune_count: await countOf(db, 'tunes', 'tier_id', id) };
  },
  check(_, { prices }) {
    const errors = priceErrors(prices);
    return errors.length > 0 ? { prices: errors } : {};
  },
  async insert(db, { prices, ...columns }) {
    const id = await insertRow(db, 'tune_pricing_tiers', columns);
    await storePrices(db, 'tier', id, prices);
    return id;
  },
  async store(db, id, { prices, ...columns }) {
    await updateRow(db, 'tune_pricing_tiers', id, columns);
    await storePrices(db, 'tier', id, prices);
  },
  uses: async (db, id) => [{ count: await countOf(db, 'tunes', 'tier_id', id), one: 'tune', many: 'tunes' }],
};
