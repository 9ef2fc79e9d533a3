import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { atWheels, type EngineFacts, wheelShare } from '../catalog/catalog-power.ts';
import {
  addOnsFor,
  type DemoTune,
  demoGroups,
  demoTiers,
  demoTools,
  demoTypes,
  sharedTunes,
  type TransmissionFacts,
  tunesForEngine,
  tunesForTransmission,
} from '../catalog/catalog-tunes.ts';
import { chance } from '../chance.ts';

// Some ten thousand records: rows are sent as one JSON text per statement with preassigned ids, so links need no second
// query.

const rowsPerStatement = 2000;

async function insertRows(
  db: Db,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const names = sql.raw(Object.keys(columns).join(', '));
  const shape = sql.raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const part: RawBuilder<unknown> = sql`${JSON.stringify(rows.slice(at, at + rowsPerStatement))}::json`;
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_to_recordset(${part}) as t (${shape})`.execute(db);
  }
}

const named = (table: string) =>
  sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1)) from ${table}`);

/** Exchange rates of one Canadian dollar in the demo data set. Prices end in nine. */
const currencies = { CAD: 1, USD: 0.74, EUR: 0.68, GBP: 0.58 } as const;
const priceIn = (cad: number, rate: number) => (rate === 1 ? cad : Math.round((cad * rate) / 10) * 10 - 1) * 100;

export async function storeDemoTunes(
  db: Db,
  engines: readonly EngineFacts[],
  transmissions: readonly TransmissionFacts[],
  seed: number,
): Promise<number> {
  const toolId = await storeTools(db);
  const typeId = await storeTypes(db);
  const tierId = await storeTiers(db);

  const tunes = new Map<string, DemoTune & { id: number }>();
  const idOf = (tune: DemoTune) => {
    const known = tunes.get(tune.key);
    if (known) return known.id;
    const id = tunes.size + 1;
    tunes.set(tune.key, { ...tune, id });
    return id;
  };
  for (const tune of sharedTunes) idOf(tune);
  const engineTunes: { engine_id: number; tune_id: number }[] = [];
  for (const engine of engines) {
    const own = tunesForEngine(engine, seed);
    const sold = own.some((tune) => !tune.isStock);
    for (const tune of own) engineTunes.push({ engine_id: engine.id, tune_id: idOf(tune) });
    for (const key of sold ? addOnsFor(engine) : [])
      engineTunes.push({ engine_id: engine.id, tune_id: tunes.get(key)?.id ?? 0 });
  }
  const transmissionTunes = transmissions.flatMap((transmission) =>
    tunesForTransmission(transmission).map((tune) => ({ transmission_id: transmission.id, tune_id: idOf(tune) })),
  );
  await storeTunes(db, [...tunes.values()], { toolId, typeId, tierId, idOf: (key) => tunes.get(key)?.id });
  await insertRows(db, 'engine_tunes', { engine_id: 'integer', tune_id: 'integer' }, engineTunes);
  await insertRows(db, 'transmission_tunes', { transmission_id: 'integer', tune_id: 'integer' }, transmissionTunes);
  await storeRules(db, engines, toolId, seed);
  return tunes.size;
}

type Ids = ReadonlyMap<string, number>;

async function storeTools(db: Db): Promise<Ids> {
  const rows = await db
    .insertInto('tools')
    .values(
      demoTools.map(({ fee, rental, ...tool }, position) => ({
        ...tool,
        position,
        currency: 'CAD',
        install_fee_minor: BigInt(fee),
        rental_fee_minor: rental === null ? null : BigInt(rental),
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

async function storeTypes(db: Db): Promise<Ids> {
  const groups = await db
    .insertInto('tune_type_groups')
    .values(demoGroups.map((group, position) => ({ ...group, position })))
    .returning(['id', 'slug'])
    .execute();
  const groupId = new Map<string, number>(groups.map(({ id, slug }) => [slug, id]));
  const rows = await db
    .insertInto('tune_types')
    .values(
      demoTypes.map(({ group, categories, ...type }, position) => ({
        ...type,
        position,
        categories: [...categories],
        group_id: groupId.get(group) ?? null,
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

async function storeTiers(db: Db): Promise<Ids> {
  const rows = await db
    .insertInto('tune_pricing_tiers')
    .values(demoTiers.map(({ name }, position) => ({ name, position })))
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  await db
    .insertInto('tune_pricing_tier_prices')
    .values(
      demoTiers.flatMap(({ name, base, addOn, dealer }) =>
        Object.entries(currencies).map(([currency, rate]) => ({
          tier_id: ids.get(name) ?? 0,
          currency,
          base_minor: BigInt(priceIn(base, rate)),
          base_addon_minor: BigInt(priceIn(addOn, rate)),
          dealer_minor: BigInt(priceIn(dealer, rate)),
          dealer_addon_minor: BigInt(priceIn(Math.min(dealer, addOn), rate)),
        })),
      ),
    )
    .execute();
  return ids;
}

type Links = { toolId: Ids; typeId: Ids; tierId: Ids; idOf(key: string): number | undefined };

async function storeTunes(
  db: Db,
  tunes: readonly (DemoTune & { id: number })[],
  { toolId, typeId, tierId, idOf }: Links,
) {
  const wheel = (value: number | null) => (value === null ? null : Math.round(value * wheelShare));
  await insertRows(
    db,
    'tunes',
    {
      id: 'integer',
      slug: 'text',
      name: 'text',
      part_number: 'text',
      is_stock: 'boolean',
      optional: 'boolean',
      description: 'text',
      notes: 'text',
      horsepower: 'numeric',
      torque: 'numeric',
      torque_limit: 'numeric',
      crank_horsepower: 'numeric',
      crank_torque: 'numeric',
      figures_basis: 'text',
      power_gain_percent: 'numeric',
      torque_gain_percent: 'numeric',
      tier_id: 'integer',
      give_split_credits: 'boolean',
      split_ecu_credit_amt: 'integer',
      split_tcu_credit_amt: 'integer',
      split_awd_credit_amt: 'integer',
      split_credit_dealer_text: 'text',
      position: 'integer',
    },
    tunes.map((tune) => ({
      id: tune.id,
      slug: tune.slug,
      name: tune.name,
      part_number: tune.isStock ? '' : `TP-${String(tune.id).padStart(6, '0')}`,
      is_stock: tune.isStock,
      optional: tune.optional,
      description: tune.description,
      notes: tune.notes,
      horsepower: wheel(tune.crankHp),
      torque: wheel(tune.crankTorque),
      torque_limit: tune.torqueLimitNm,
      crank_horsepower: tune.crankHp,
      crank_torque: tune.crankTorque,
      figures_basis: tune.basis,
      power_gain_percent: tune.gainPercent?.power ?? null,
      torque_gain_percent: tune.gainPercent?.torque ?? null,
      tier_id: tune.tier === null ? null : tierId.get(tune.tier),
      give_split_credits: tune.splitCredits !== null,
      split_ecu_credit_amt: tune.splitCredits?.ecu ?? 0,
      split_tcu_credit_amt: tune.splitCredits?.tcu ?? 0,
      split_awd_credit_amt: tune.splitCredits?.awd ?? 0,
      split_credit_dealer_text: tune.splitCredits
        ? 'Dealers get two ECU credits and one TCU credit for this build.'
        : '',
      position: tune.position,
    })),
  );
  await named('tunes').execute(db);
  const pairs = { tune_id: 'integer' } as const;
  await insertRows(
    db,
    'tune_tune_types',
    { ...pairs, tune_type_id: 'integer' },
    tunes.flatMap(({ id, types }) => types.map((type) => ({ tune_id: id, tune_type_id: typeId.get(type) }))),
  );
  await insertRows(
    db,
    'tune_tools',
    { ...pairs, tool_id: 'integer' },
    tunes.flatMap(({ id, tools }) => tools.map((tool) => ({ tune_id: id, tool_id: toolId.get(tool) }))),
  );
  const links = (kind: 'requires' | 'recommended') =>
    tunes.flatMap((tune) => tune[kind].map((key) => ({ tune_id: tune.id, other_id: idOf(key), kind })));
  await insertRows(db, 'tune_links', { ...pairs, other_id: 'integer', kind: 'text' }, [
    ...links('requires'),
    ...links('recommended'),
  ]);
  await insertRows(
    db,
    'dyno_csvs',
    {
      ...pairs,
      label: 'text',
      source: 'text',
      rpm: 'real[]',
      horsepower: 'real[]',
      torque: 'real[]',
      crank_horsepower: 'real[]',
      crank_torque: 'real[]',
    },
    tunes.flatMap(({ id, name, curve }) =>
      curve === null
        ? []
        : [
            {
              tune_id: id,
              label: `${name}, estimated`,
              source: 'calculated',
              rpm: curve.rpm,
              horsepower: atWheels(curve.hp),
              torque: atWheels(curve.torque),
              crank_horsepower: curve.hp,
              crank_torque: curve.torque,
            },
          ],
    ),
  );
}

/** Some engines only take bench tools; some makes have tuner and affiliate discounts. */
async function storeRules(db: Db, engines: readonly EngineFacts[], toolId: Ids, seed: number): Promise<void> {
  const bench = ['flashzilla-pro', 'drivetrain-suite', 'mail-in'].map((slug) => toolId.get(slug) ?? 0);
  const strict = engines.filter(
    ({ make, slug, generation }) => chance(seed, `strict ${make} ${slug} ${generation}`) < 0.04,
  );
  await insertRows(
    db,
    'engine_tool_restrictions',
    { engine_id: 'integer', tool_id: 'integer' },
    // Older port-only tunes include the mail-in service in their tools, so all of them stay possible.
    strict.flatMap(({ id }) => bench.map((tool_id) => ({ engine_id: id, tool_id }))),
  );
  const kind = engines.filter(({ make }) => chance(seed, `kind ${make}`) < 0.3);
  await insertRows(
    db,
    'engine_role_discounts',
    { engine_id: 'integer', key: 'text', percent: 'numeric' },
    kind.flatMap(({ id }) => [
      { engine_id: id, key: 'tuner', percent: 15 },
      { engine_id: id, key: 'affiliate', percent: 5 },
    ]),
  );
}
