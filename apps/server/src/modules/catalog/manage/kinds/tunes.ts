import type { Change } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { figureBases } from '@tuneport/contract/catalog/tune-shapes';
import { slugOf } from '@tuneport/domain/site/slug';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { readCatalogSettings } from '../catalog-settings.ts';
import type { Kind } from '../kind.ts';
import { readLinks, storeLinks, tuneLabel } from '../links.ts';
import { amountError, amountOrNone, minorOf, priceErrors, readPrices, storePrices } from '../prices/price-rows.ts';

const types = { table: 'tune_tune_types', owner: 'tune_id', other: 'tune_type_id' } as const;
const tools = { table: 'tune_tools', owner: 'tune_id', other: 'tool_id' } as const;
const links = { table: 'tune_links', owner: 'tune_id', other: 'other_id' } as const;
const requires = { ...links, only: ['kind', 'requires'] } as const;
const recommended = { ...links, only: ['kind', 'recommended'] } as const;

type Fields = Change<'tunes'>;
const decimal = (column: string): RawBuilder<string | null> => sql`trim_scale(${sql.ref(column)})::text`;

export const tunes: Kind<'tunes'> = {
  name: 'tunes',
  noun: 'a tune',
  table: 'tunes',
  constraints: {
    tunes_part_number: ['part_number', 'Another tune already has this part number.'],
    tunes_tier_id_fkey: ['tier_id', 'This price tier no longer exists.'],
    tune_tune_types_tune_type_id_fkey: ['tune_types', 'One of the tune types no longer exists.'],
    tune_tools_tool_id_fkey: ['tools', 'One of the tools no longer exists.'],
    tune_links_other_id_fkey: ['requires', 'One of the tunes no longer exists.'],
  },
  async find(db, id) {
    const tune = await db
      .selectFrom('tunes')
      .leftJoin('tune_pricing_tiers', 'tune_pricing_tiers.id', 'tunes.tier_id')
      .select([
        'tunes.id',
        'tunes.name',
        'tunes.slug',
        'tunes.part_number',
        'tunes.is_stock',
        'tunes.optional',
        'tunes.description',
        'tunes.notes',
        'tunes.staff_notes',
        decimal('tunes.horsepower').as('horsepower'),
        'tunes.horsepower_unit',
        decimal('tunes.torque').as('torque'),
        'tunes.torque_unit',
        decimal('tunes.torque_limit').as('torque_limit'),
        'tunes.torque_limit_unit',
        decimal('tunes.crank_horsepower').as('crank_horsepower'),
        'tunes.crank_horsepower_unit',
        decimal('tunes.crank_torque').as('crank_torque'),
        'tunes.crank_torque_unit',
        sql<(typeof figureBases)[number]>`tunes.figures_basis`.as('figures_basis'),
        decimal('tunes.power_gain_percent').as('power_gain_percent'),
        decimal('tunes.torque_gain_percent').as('torque_gain_percent'),
        'tunes.tier_id',
        'tune_pricing_tiers.name as tier_name',
        'tunes.cost_minor',
        'tunes.cost_currency',
        'tunes.give_split_credits',
        'tunes.split_ecu_credit_amt',
        'tunes.split_tcu_credit_amt',
        'tunes.split_awd_credit_amt',
        'tunes.split_credit_dealer_text',
        'tunes.position',
        'tunes.regions',
        'tunes.updated_at',
      ])
      .where('tunes.id', '=', id)
      .executeTakeFirst();
    if (!tune) return undefined;
    const { cost_minor, ...rest } = tune;
    return {
      ...rest,
      cost: amountOrNone(cost_minor, tune.cost_currency),
      prices: (await readPrices(db, 'tune', [id])).get(id) ?? [],
      tune_types: await readLinks(db, types, id, 'tune_types'),
      tools: await readLinks(db, tools, id, 'tools'),
      requires: await readLinks(db, requires, id, 'tunes', tuneLabel),
      recommended: await readLinks(db, recommended, id, 'tunes', tuneLabel),
      engine_count: await countOf(db, 'engine_tunes', 'tune_id', id),
      transmission_count: await countOf(db, 'transmission_tunes', 'tune_id', id),
    };
  },
  check(_, change, before) {
    const errors: Record<string, string[]> = {};
    const cost = change.cost === undefined ? before?.cost : change.cost;
    const currency = change.cost_currency === undefined ? before?.cost_currency : change.cost_currency;
    const costError = amountError(cost, currency);
    if (costError) errors.cost = [costError];
    const prices = priceErrors(change.prices);
    if (prices.length > 0) errors.prices = prices;
    for (const list of ['requires', 'recommended'] as const)
      if (before && change[list]?.includes(before.id)) errors[list] = ['A tune cannot refer to itself.'];
    return errors;
  },
  async insert(db, fields, now) {
    const usual = await readCatalogSettings(db);
    const id = await insertRow(db, 'tunes', {
      horsepower_unit: usual.horsepower_unit,
      crank_horsepower_unit: usual.horsepower_unit,
      torque_unit: usual.torque_unit,
      crank_torque_unit: usual.torque_unit,
      ...columnsOf(fields, null),
      slug: fields.slug ?? slugOf(fields.name ?? ''),
      tier_id: fields.tier_id === undefined ? usual.default_tier_id : fields.tier_id,
      regions: fields.regions ?? usual.default_regions,
    });
    await storeLists(db, id, fields, now);
    return id;
  },
  async store(db, id, change, now) {
    const row = await db.selectFrom('tunes').select('cost_currency').where('id', '=', id).executeTakeFirst();
    await updateRow(db, 'tunes', id, columnsOf(change, row?.cost_currency ?? null));
    await storeLists(db, id, change, now);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'engine_tunes', 'tune_id', id), one: 'engine', many: 'engines' },
    { count: await countOf(db, 'transmission_tunes', 'tune_id', id), one: 'transmission', many: 'transmissions' },
    { count: await countOf(db, 'tune_links', 'other_id', id), one: 'tune that names it', many: 'tunes that name it' },
    { count: await countOf(db, 'dyno_csvs', 'tune_id', id), one: 'dyno run', many: 'dyno runs' },
  ],
};

function columnsOf(fields: Fields, knownCurrency: string | null) {
  const { prices: _p, tune_types: _t, tools: _o, requires: _q, recommended: _r, cost, ...columns } = fields;
  if (cost === undefined) return columns;
  const currency = columns.cost_currency === undefined ? knownCurrency : columns.cost_currency;
  return { ...columns, cost_minor: currency === null ? null : minorOf(cost, currency) };
}

async function storeLists(db: Db, id: number, fields: Fields, now: Date): Promise<void> {
  await storePrices(db, 'tune', id, fields.prices);
  await storeLinks(db, types, id, fields.tune_types, now);
  await storeLinks(db, tools, id, fields.tools, now);
  await storeLinks(db, requires, id, fields.requires, now);
  await storeLinks(db, recommended, id, fields.recommended, now);
}
