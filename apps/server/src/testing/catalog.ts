import { slugOf } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import { searchWords } from '../modules/catalog/index.ts';
import { bumpArea } from '../platform/cache/area-versions.ts';
import type { Db } from '../platform/db/db.ts';
import type { TestServer } from './server.ts';

type PriceInput = { base: number; addOn?: number; dealer?: number; dealerAddOn?: number; currency?: string };

type TuneInput = {
  name?: string;
  isStock?: boolean;
  optional?: boolean;
  price?: PriceInput | null;
  tier?: number;
  tools?: readonly number[];
  types?: readonly number[];
  requires?: readonly number[];
  recommended?: readonly number[];
  crankHp?: number;
  regions?: readonly number[];
  splitCredits?: { ecu: number; tcu: number; awd: number };
  engines?: readonly number[];
  transmissions?: readonly number[];
};

type VehicleInput = {
  make?: string;
  year?: string;
  model?: string;
  engine?: string;
  transmissions?: readonly string[];
  regions?: readonly (1 | 2)[];
  /** For a separate engine although the make already has one of that name. */
  generation?: string;
};

let serial = 0;
const next = () => (serial += 1);

/** A small catalogue for a test: only what the test names, in the default currency. */
export function catalogFactories(db: Db) {
  const changed = () => bumpArea(db, 'catalog');

  const vehicle = async (input: VehicleInput = {}) => {
    const regions = [...(input.regions ?? [1, 2])];
    const makeName = input.make ?? 'Testwagen';
    const modelName = input.model ?? 'Runner';
    const engineName = input.engine ?? '2.0L 4-cyl turbo';
    const make = await db
      .insertInto('makes')
      .values({ name: makeName, slug: slugOf(makeName), regions })
      .onConflict((on) =>
        on.column('slug').doUpdateSet({
          regions: sql<number[]>`array(select distinct unnest(makes.regions || excluded.regions) order by 1)`,
        }),
      )
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    const make_id = make.id;
    const year = await db
      .insertInto('years')
      .values({ make_id, year: input.year ?? '2015' })
      .onConflict((on) => on.columns(['make_id', 'year']).doUpdateSet({ make_id }))
      .returning(['id', 'year'])
      .executeTakeFirstOrThrow();
    const model = await db
      .insertInto('models')
      .values({ make_id, name: modelName, slug: slugOf(modelName), family: modelName })
      .onConflict((on) => on.columns(['make_id', 'slug']).doUpdateSet({ make_id }))
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    await db
      .insertInto('model_search')
      .values({ model_id: model.id, words: searchWords(makeName, modelName, modelName) })
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .insertInto('model_years')
      .values({ make_id, year_id: year.id, model_id: model.id })
      .onConflict((on) => on.doNothing())
      .execute();
    const engine = await db
      .insertInto('engines')
      .values({
        make_id,
        name: engineName,
        slug: slugOf(engineName),
        generation: input.generation ?? '',
        displacement_l: '2',
        cylinders: 4,
        aspiration: 'turbo',
        regions,
      })
      .onConflict((on) => on.columns(['make_id', 'slug', 'generation']).doUpdateSet({ make_id }))
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    const row = await db
      .insertInto('vehicles')
      .values({ year_id: year.id, model_id: model.id, engine_id: engine.id, engine_slug: engine.slug, regions })
      .onConflict((on) => on.columns(['year_id', 'model_id', 'engine_slug']).doUpdateSet({ regions }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const transmissions = [];
    for (const name of input.transmissions ?? []) {
      const transmission = await db
        .insertInto('transmissions')
        .values({ make_id, name, slug: slugOf(name), kind: /dsg/i.test(name) ? 'dual-clutch' : 'automatic', gears: 6 })
        .onConflict((on) => on.columns(['make_id', 'slug']).doUpdateSet({ make_id }))
        .returning(['id', 'slug', 'name'])
        .executeTakeFirstOrThrow();
      transmissions.push(transmission);
      await db
        .insertInto('engine_transmissions')
        .values({ engine_id: engine.id, transmission_id: transmission.id })
        .onConflict((on) => on.doNothing())
        .execute();
      await db
        .insertInto('vehicle_transmissions')
        .values({ vehicle_id: row.id, transmission_id: transmission.id })
        .onConflict((on) => on.doNothing())
        .execute();
    }
    await changed();
    return { id: row.id, make, year, model, engine, transmissions };
  };

  const tool = async (
    input: { name?: string; fee?: number; isRentable?: boolean; isDealerOwnable?: boolean; isInhouse?: boolean } = {},
  ) => {
    const name = input.name ?? `Tool ${next()}`;
    const row = await db
      .insertInto('tools')
      .values({
        name,
        slug: `${slugOf(name)}-${next()}`,
        currency: 'CAD',
        install_fee_minor: BigInt(input.fee ?? 0),
        is_rentable: input.isRentable ?? false,
        is_dealer_ownable: input.isDealerOwnable ?? true,
        is_inhouse: input.isInhouse ?? false,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
    await changed();
    return row;
  };

  const tuneType = (
    input: { name?: string; isDsg?: boolean; isAwd?: boolean; categories?: readonly string[] } = {},
  ) => {
    const name = input.name ?? `Type ${next()}`;
    return db
      .insertInto('tune_types')
      .values({
        name,
        slug: `${slugOf(name)}-${next()}`,
        is_dsg: input.isDsg ?? false,
        is_awd: input.isAwd ?? false,
        categories: [...(input.categories ?? [])],
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
  };

  const priceRow = ({ base, addOn, dealer, dealerAddOn, currency = 'CAD' }: PriceInput) => ({
    currency,
    base_minor: BigInt(base),
    base_addon_minor: addOn === undefined ? null : BigInt(addOn),
    dealer_minor: dealer === undefined ? null : BigInt(dealer),
    dealer_addon_minor: dealerAddOn === undefined ? null : BigInt(dealerAddOn),
  });

  const tier = async (...prices: PriceInput[]) => {
    const row = await db
      .insertInto('tune_pricing_tiers')
      .values({ name: `Tier ${next()}` })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
    for (const price of prices)
      await db
        .insertInto('tune_pricing_tier_prices')
        .values({ tier_id: row.id, ...priceRow(price) })
        .execute();
    return row;
  };

  const tune = async (input: TuneInput = {}) => {
    const name = input.name ?? `Tune ${next()}`;
    const row = await db
      .insertInto('tunes')
      .values({
        name,
        slug: slugOf(name),
        is_stock: input.isStock ?? false,
        optional: input.optional ?? false,
        tier_id: input.tier ?? null,
        crank_horsepower: input.crankHp === undefined ? null : String(input.crankHp),
        regions: [...(input.regions ?? [1, 2])],
        ...(input.splitCredits
          ? {
              give_split_credits: true,
              split_ecu_credit_amt: input.splitCredits.ecu,
              split_tcu_credit_amt: input.splitCredits.tcu,
              split_awd_credit_amt: input.splitCredits.awd,
            }
          : {}),
      })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    const tune_id = row.id;
    const price =
      input.price === undefined && input.tier === undefined && !input.isStock ? { base: 50_000 } : input.price;
    if (price)
      await db
        .insertInto('tune_prices')
        .values({ tune_id, ...priceRow(price) })
        .execute();
    for (const tool_id of input.tools ?? []) await db.insertInto('tune_tools').values({ tune_id, tool_id }).execute();
    for (const tune_type_id of input.types ?? [])
      await db.insertInto('tune_tune_types').values({ tune_id, tune_type_id }).execute();
    for (const other_id of input.requires ?? [])
      await db.insertInto('tune_links').values({ tune_id, other_id, kind: 'requires' }).execute();
    for (const other_id of input.recommended ?? [])
      await db.insertInto('tune_links').values({ tune_id, other_id, kind: 'recommended' }).execute();
    for (const engine_id of input.engines ?? [])
      await db.insertInto('engine_tunes').values({ engine_id, tune_id }).execute();
    for (const transmission_id of input.transmissions ?? [])
      await db.insertInto('transmission_tunes').values({ transmission_id, tune_id }).execute();
    await changed();
    return row;
  };

  const dyno = async (
    tuneId: number,
    input: { label?: string; source?: 'upload' | 'calculated'; factor?: number } = {},
  ) => {
    const row = await db
      .insertInto('dyno_csvs')
      .values({
        tune_id: tuneId,
        label: input.label ?? 'Run 1',
        source: input.source ?? 'upload',
        rpm: [2000, 3000, 4000],
        crank_horsepower: [90, 160, 210].map((value) => value * (input.factor ?? 1)),
        crank_torque: [236, 280, 275].map((value) => value * (input.factor ?? 1)),
      })
      .returning(['id', 'label'])
      .executeTakeFirstOrThrow();
    await changed();
    return row;
  };

  return { vehicle, tool, tuneType, tier, tune, dyno, changed };
}

export type CatalogFactories = ReturnType<typeof catalogFactories>;

/**
 * Waits until this process has seen the current area versions; after that no stale response is served from the cache.
 */
export async function cachesRefreshed({ db, platform }: TestServer): Promise<void> {
  const rows = await db.selectFrom('area_versions').select(['area', 'version']).execute();
  for (let n = 0; n < 400; n += 1) {
    if (rows.every(({ area, version }) => BigInt(platform.versions.of(area as 'catalog')) >= version)) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('the news of a change did not arrive');
}

export async function storeSetting(server: TestServer, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value) };
  await server.db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute();
  await bumpArea(server.db, 'settings');
  await cachesRefreshed(server);
}
