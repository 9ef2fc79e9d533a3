import { searchWords } from '../../apps/server/src/modules/catalog/index.ts';
import { bumpArea } from '../../apps/server/src/platform/cache/area-versions.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';

// A catalogue small enough to be read whole: two makes here, one in Europe only, one engine with everything and one with nothing.

/** The same figure in each, so that a test need not know which the region begins with. */
const currencies = ['CAD', 'USD', 'EUR'];

const rpmFrom = 1500;
const rpmTo = 6500;

/** A run whose power peaks near the top; torque follows from it. */
function run(peakHp: number) {
  const rpm = Array.from({ length: 41 }, (_, at) => rpmFrom + (at * (rpmTo - rpmFrom)) / 40);
  const shape = rpm.map((speed) => {
    const part = (speed - rpmFrom) / (rpmTo - rpmFrom);
    return speed * Math.min(1, 0.6 + 2.2 * part) * (part > 0.5 ? 1 - 0.8 * (part - 0.5) ** 1.3 : 1);
  });
  const top = Math.max(...shape);
  const crankHp = shape.map((value) => (value / top) * peakHp);
  const crankTorque = crankHp.map((value, at) => (value * 5252) / (rpm[at] ?? 1));
  const wheel = (values: readonly number[]) => values.map((value) => value * 0.85);
  return { rpm, crankHp, crankTorque, hp: wheel(crankHp), torque: wheel(crankTorque) };
}

type Tools = { flash: number; bench: number; kess: number };

export async function addTools(db: Db): Promise<Tools> {
  const rows = await db
    .insertInto('tools')
    .values([
      {
        slug: 'flashzilla-3',
        name: 'FlashZilla 3',
        description: 'Reads and writes over the diagnostic socket.',
        currency: 'USD',
        is_fz3: true,
        is_dealer_ownable: true,
        is_rentable: true,
        rental_fee_minor: 4900n,
      },
      {
        slug: 'bench-flash',
        name: 'Bench flash',
        description: 'The control unit is written on the bench.',
        currency: 'USD',
        is_benchflash: true,
        is_inhouse: true,
        install_fee_minor: 15_000n,
      },
      { slug: 'kessv2', name: 'KESSv2', currency: 'USD', is_dealer_ownable: true, install_fee_minor: 8000n },
    ])
    .returning('id')
    .execute();
  const [flash = 0, bench = 0, kess = 0] = rows.map((row) => row.id);
  return { flash, bench, kess };
}

type Types = { stage: number; tcu: number; dsg: number; awd: number };

export async function addTuneTypes(db: Db): Promise<Types> {
  const rows = await db
    .insertInto('tune_types')
    .values([
      { slug: 'stage', name: 'Stage', categories: ['engine', 'performance', 'stage-1'] },
      { slug: 'transmission', name: 'Transmission', categories: ['tcu'] },
      { slug: 'dsg', name: 'DSG', is_dsg: true, categories: ['tcu'] },
      { slug: 'awd', name: 'All-wheel drive', is_awd: true },
    ])
    .returning('id')
    .execute();
  const [stage = 0, tcu = 0, dsg = 0, awd = 0] = rows.map((row) => row.id);
  return { stage, tcu, dsg, awd };
}

type TuneWish = {
  slug: string;
  name: string;
  description?: string;
  notes?: string;
  part?: string;
  optional?: boolean;
  isStock?: boolean;
  /** Peaks at the crank; with them comes a dyno run. */
  hp?: number;
  torqueLimitNm?: number;
  runs?: readonly string[];
  /** Whole units of money. */
  price?: number;
  addOnPrice?: number;
  type: number;
  tools: readonly number[];
  on: { engines?: readonly number[]; transmissions?: readonly number[] };
};

export async function addTune(db: Db, wish: TuneWish): Promise<number> {
  const peak = wish.hp === undefined ? null : run(wish.hp);
  const top = (values: readonly number[]) => Math.max(...values).toFixed(1);
  const { id } = await db
    .insertInto('tunes')
    .values({
      slug: wish.slug,
      name: wish.name,
      part_number: wish.part ?? '',
      description: wish.description ?? '',
      notes: wish.notes ?? '',
      optional: wish.optional ?? false,
      is_stock: wish.isStock ?? false,
      ...(peak
        ? {
            horsepower: top(peak.hp),
            torque: top(peak.torque),
            crank_horsepower: top(peak.crankHp),
            crank_torque: top(peak.crankTorque),
          }
        : {}),
      ...(wish.torqueLimitNm === undefined ? {} : { torque_limit: String(wish.torqueLimitNm) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (wish.price !== undefined)
    await db
      .insertInto('tune_prices')
      .values(
        currencies.map((currency) => ({
          tune_id: id,
          currency,
          base_minor: BigInt((wish.price ?? 0) * 100),
          base_addon_minor: wish.addOnPrice === undefined ? null : BigInt(wish.addOnPrice * 100),
        })),
      )
      .execute();
  await db.insertInto('tune_tune_types').values({ tune_id: id, tune_type_id: wish.type }).execute();
  for (const tool_id of wish.tools) await db.insertInto('tune_tools').values({ tune_id: id, tool_id }).execute();
  for (const engine_id of wish.on.engines ?? [])
    await db.insertInto('engine_tunes').values({ engine_id, tune_id: id }).execute();
  for (const transmission_id of wish.on.transmissions ?? [])
    await db.insertInto('transmission_tunes').values({ transmission_id, tune_id: id }).execute();
  if (peak && wish.hp !== undefined)
    for (const [position, label] of (wish.runs ?? ['91 octane']).entries()) {
      const curve = run(wish.hp * (1 + position * 0.04));
      await db
        .insertInto('dyno_csvs')
        .values({
          tune_id: id,
          label,
          position,
          rpm: curve.rpm,
          horsepower: curve.hp,
          torque: curve.torque,
          crank_horsepower: curve.crankHp,
          crank_torque: curve.crankTorque,
        })
        .execute();
    }
  return id;
}

const link = (db: Db, tune_id: number, other_id: number, kind: 'requires' | 'recommended') =>
  db.insertInto('tune_links').values({ tune_id, other_id, kind }).execute();

type Gearbox = { id: number; kind: 'automatic' | 'dual-clutch'; awd: boolean };

/** Stock, three stages and two add-ons for an engine; transmission, DSG and AWD tunes for its gearboxes. */
export async function addTunesFor(
  db: Db,
  wish: { engine: number; stockHp: number; tools: Tools; types: Types; gearboxes: readonly Gearbox[]; serial?: number },
): Promise<void> {
  const { engine, stockHp, tools, types } = wish;
  const on = { engines: [engine] };
  const type = types.stage;
  const part = (name: string) => `TP-${wish.serial ?? 1}-${name}`;
  await addTune(db, { slug: 'stock', name: 'Stock', isStock: true, hp: stockHp, type, tools: [], on });
  const first = await addTune(db, {
    slug: 'stage-1',
    name: 'Stage 1',
    part: part('S1'),
    description: 'For a healthy car with stock hardware. Premium fuel, nothing to bolt on.',
    hp: Math.round(stockHp * 1.22),
    runs: ['91 octane', '93 octane, colder day'],
    price: 599,
    tools: [tools.flash, tools.kess],
    type,
    on,
  });
  const second = await addTune(db, {
    slug: 'stage-2',
    name: 'Stage 2',
    part: part('S2'),
    description: 'Wants a freer intake and a high-flow downpipe.',
    notes: 'Intake and downpipe are fitted before this is written. Checked by a log afterwards.',
    hp: Math.round(stockHp * 1.31),
    price: 749,
    tools: [tools.flash, tools.kess],
    type,
    on,
  });
  await addTune(db, {
    slug: 'stage-3-hybrid-turbo',
    name: 'Stage 3 with hybrid turbo and a larger high-pressure fuel pump',
    part: part('S3'),
    description: 'Made together with you from your logs.',
    hp: Math.round(stockHp * 1.62),
    price: 1199,
    tools: [tools.bench],
    type,
    on,
  });
  const flex = await addTune(db, {
    slug: 'flex-fuel',
    name: 'Flex fuel',
    part: part('FF'),
    description: 'A sensor reads the ethanol content and the map follows.',
    optional: true,
    price: 249,
    addOnPrice: 199,
    tools: [tools.flash, tools.kess],
    type,
    on,
  });
  await addTune(db, {
    slug: 'launch-control',
    name: 'Launch control',
    part: part('LC'),
    optional: true,
    price: 99,
    tools: [tools.flash, tools.kess],
    type,
    on,
  });
  await link(db, flex, second, 'requires');
  await link(db, first, flex, 'recommended');
  for (const [at, gearbox] of wish.gearboxes.entries()) {
    const dsg = gearbox.kind === 'dual-clutch';
    const names = dsg ? ['dsg-stage-1', 'DSG stage 1'] : ['tcu-stage-1', 'Transmission stage 1'];
    await addTune(db, {
      slug: names[0] ?? '',
      name: names[1] ?? '',
      part: part(`G${at}`),
      description: 'Shift points, pressures and torque limits set for the tuned engine.',
      torqueLimitNm: 550,
      price: 349,
      tools: [tools.flash],
      type: dsg ? types.dsg : types.tcu,
      on: { transmissions: [gearbox.id] },
    });
    if (gearbox.awd)
      await addTune(db, {
        slug: 'awd-split',
        name: 'Torque split',
        part: part(`A${at}`),
        price: 299,
        tools: [tools.flash],
        type: types.awd,
        on: { transmissions: [gearbox.id] },
      });
  }
}

async function addMake(db: Db, slug: string, name: string, regions: number[]): Promise<number> {
  const { id } = await db.insertInto('makes').values({ slug, name, regions }).returning('id').executeTakeFirstOrThrow();
  return id;
}

type VehicleWish = {
  make: { id: number; name: string };
  years: readonly string[];
  model: { slug: string; name: string; family: string };
  engine: { slug: string; name: string; displacement: string; cylinders: number; aspiration: string };
  regions?: number[];
};

async function addVehicle(db: Db, { make, years, model, engine, regions = [1, 2] }: VehicleWish): Promise<number> {
  const { id: modelId } = await db
    .insertInto('models')
    .values({ make_id: make.id, ...model, regions })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('model_search')
    .values({ model_id: modelId, words: searchWords(make.name, model.family, model.name) })
    .execute();
  const { displacement, ...rest } = engine;
  const { id: engineId } = await db
    .insertInto('engines')
    .values({ make_id: make.id, ...rest, displacement_l: displacement, regions })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const year of years) {
    const { id: year_id } = await db
      .insertInto('years')
      .values({ make_id: make.id, year })
      .onConflict((clash) => clash.columns(['make_id', 'year']).doUpdateSet({ year }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('model_years').values({ make_id: make.id, year_id, model_id: modelId }).execute();
    await db
      .insertInto('vehicles')
      .values({ year_id, model_id: modelId, engine_id: engineId, engine_slug: engine.slug, regions })
      .execute();
  }
  return engineId;
}

/** Volkswagen Golf R (all there is to choose), Chevrolet Silverado (nothing sold yet), and a Škoda that only Europe has. */
export async function addSmallCatalogue(db: Db): Promise<void> {
  const [tools, types] = [await addTools(db), await addTuneTypes(db)];
  const volkswagen = { id: await addMake(db, 'volkswagen', 'Volkswagen', [1, 2]), name: 'Volkswagen' };
  const golf = await addVehicle(db, {
    make: volkswagen,
    years: ['2015', '2015.5', '2016', 'Series'],
    model: { slug: 'golf-r', name: 'Golf R', family: 'Golf' },
    engine: { slug: '2.0-tsi', name: '2.0 L TSI', displacement: '2.0', cylinders: 4, aspiration: 'turbo' },
  });
  const gearboxes = await db
    .insertInto('transmissions')
    .values([
      { make_id: volkswagen.id, slug: 'dsg-6', name: '6-speed DSG', kind: 'dual-clutch', gears: 6, awd: true },
      { make_id: volkswagen.id, slug: 'manual-6', name: '6-speed manual', kind: 'manual', gears: 6 },
    ])
    .returning('id')
    .execute();
  for (const { id } of gearboxes)
    await db.insertInto('engine_transmissions').values({ engine_id: golf, transmission_id: id }).execute();
  await addTunesFor(db, {
    engine: golf,
    stockHp: 292,
    tools,
    types,
    gearboxes: [{ id: gearboxes[0]?.id ?? 0, kind: 'dual-clutch', awd: true }],
  });

  const chevrolet = { id: await addMake(db, 'chevrolet', 'Chevrolet', [1, 2]), name: 'Chevrolet' };
  await addVehicle(db, {
    make: chevrolet,
    years: ['2019'],
    model: {
      slug: 'silverado-2500-hd-4wd-crew-cab',
      name: 'Silverado 2500 HD 4WD Crew Cab and Chassis',
      family: 'Silverado',
    },
    engine: { slug: '6.0-v8', name: '6.0 L V8', displacement: '6.0', cylinders: 8, aspiration: 'natural' },
  });

  const skoda = { id: await addMake(db, 'skoda', 'Škoda', [2]), name: 'Škoda' };
  await addVehicle(db, {
    make: skoda,
    years: ['2017'],
    model: { slug: 'octavia-rs', name: 'Octavia RS', family: 'Octavia' },
    engine: { slug: '2.0-tsi-rs', name: '2.0 L TSI', displacement: '2.0', cylinders: 4, aspiration: 'turbo' },
    regions: [2],
  });
  await db
    .insertInto('guides')
    .values({ make_id: volkswagen.id, title: 'Tuning a Volkswagen', text: 'Start with a healthy car.' })
    .execute();
  await bumpArea(db, 'catalog');
}
