import type { Change } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { slugOf } from '@tuneport/domain/site/slug';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { toolColumns } from '../../tune-queries.ts';
import type { Kind } from '../kind.ts';
import { amountError, amountOf, amountOrNone, minorOf } from '../prices/price-rows.ts';

const noProduct = 'The store has no product with this slug.';

export const tools: Kind<'tools'> = {
  name: 'tools',
  noun: 'a tool',
  table: 'tools',
  constraints: {
    tools_slug_key: ['slug', 'Another tool already has this URL slug.'],
    tools_product_slug_fkey: ['product_slug', noProduct],
    tools_rental_slug_fkey: ['rental_slug', noProduct],
    tools_loan_slug_fkey: ['loan_slug', noProduct],
  },
  async find(db, id) {
    const tool = await db
      .selectFrom('tools')
      .select([...toolColumns, 'position', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!tool) return undefined;
    const { install_fee_minor, rental_fee_minor, ...rest } = tool;
    return {
      ...rest,
      install_fee: amountOf(install_fee_minor, tool.currency),
      rental_fee: amountOrNone(rental_fee_minor, tool.currency),
      tune_count: await countOf(db, 'tune_tools', 'tool_id', id),
    };
  },
  check(_, change, before) {
    const errors: Record<string, string[]> = {};
    const currency = change.currency ?? before?.currency;
    for (const fee of ['install_fee', 'rental_fee'] as const) {
      const error = amountError(change[fee] === undefined ? before?.[fee] : change[fee], currency);
      if (error) errors[fee] = [error];
    }
    return errors;
  },
  insert: (db, fields) =>
    insertRow(db, 'tools', {
      ...columnsOf(fields, fields.currency ?? ''),
      slug: fields.slug ?? slugOf(fields.name ?? ''),
    }),
  async store(db, id, change, now) {
    const before = await tools.find(db, id, now);
    // Fees are stored in minor units, so a change of currency rewrites them.
    const fees = { install_fee: before?.install_fee, rental_fee: before?.rental_fee };
    await updateRow(db, 'tools', id, columnsOf({ ...fees, ...change }, change.currency ?? before?.currency ?? ''));
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'dealer_tools', 'tool_id', id), one: 'dealer', many: 'dealers' },
    { count: await countOf(db, 'tune_tools', 'tool_id', id), one: 'tune', many: 'tunes' },
    { count: await countOf(db, 'engine_tool_restrictions', 'tool_id', id), one: 'engine', many: 'engines' },
    { count: await countOf(db, 'tool_manifests', 'tool_id', id), one: 'manifest', many: 'manifests' },
    {
      count: await countOf(db, 'transmission_tool_restrictions', 'tool_id', id),
      one: 'transmission',
      many: 'transmissions',
    },
  ],
};

function columnsOf({ install_fee, rental_fee, ...columns }: Change<'tools'>, currency: string) {
  return {
    ...columns,
    ...(install_fee === undefined ? {} : { install_fee_minor: minorOf(install_fee, currency) }),
    ...(rental_fee === undefined ? {} : { rental_fee_minor: minorOf(rental_fee, currency) }),
  };
}
