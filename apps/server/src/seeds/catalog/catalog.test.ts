import { solveTools } from '@tuneport/domain/catalog/tools/tool-set';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { buildDemoCatalog } from './catalog.ts';
import { multiplyCatalog } from './catalog-bench.ts';
import type { EngineFacts } from './catalog-power.ts';
import { demoTools, tunesForEngine } from './catalog-tunes.ts';

const engine = (facts: Partial<EngineFacts>): EngineFacts => ({
  id: 1,
  make: 'Volkswagen',
  slug: '2.0l-4-cyl-turbo',
  generation: '2008–2015',
  displacement_l: 2,
  cylinders: 4,
  fuel: 'petrol',
  aspiration: 'turbo',
  hybrid: 'none',
  power_hp: 292,
  torque_nm: 380,
  ...facts,
});

test('a turbo engine gets every stage with increasing power, and the same for the same seed', () => {
  const tunes = tunesForEngine(engine({}), 1);
  const hp = (slug: string) => tunes.find((tune) => tune.slug === slug)?.crankHp ?? 0;
  const stages = ['stock', 'stage-1', 'stage-2', 'stage-3', 'stage-4'].map(hp);
  expect(stages).toEqual([292, 360, 390, 475, 585]);
  expect(tunes.map(({ basis }) => basis)).toEqual(['factory', ...tunes.slice(1).map(() => 'estimated')]);
  expect(tunesForEngine(engine({}), 1)).toEqual(tunes);
});

test('an engine without factory figures shows gains in percent and no absolute figure', () => {
  for (const unknown of [{ power_hp: null, torque_nm: null }, { hybrid: 'hybrid' }]) {
    const tunes = tunesForEngine(engine(unknown), 1);
    expect(tunes.length).toBeGreaterThan(3);
    for (const { crankHp, crankTorque, curve, gainPercent, isStock } of tunes) {
      expect({ crankHp, crankTorque, curve }).toEqual({ crankHp: null, crankTorque: null, curve: null });
      if (!isStock) expect(gainPercent?.power).toBeGreaterThan(0);
    }
  }
});

test('figures are the peaks of the curve, and power and torque cross at 5252 rpm', () => {
  for (const { curve, crankHp, crankTorque } of tunesForEngine(
    engine({ aspiration: 'natural', displacement_l: 3.5, power_hp: 278, torque_nm: 359 }),
    1,
  )) {
    if (!curve) throw new Error('There is no curve.');
    expect(Math.max(...curve.hp)).toBeCloseTo(crankHp ?? 0, 0);
    expect(Math.max(...curve.torque)).toBeCloseTo(crankTorque ?? 0, 0);
    for (const [at, rpm] of curve.rpm.entries())
      expect(curve.hp[at]).toBeCloseTo(((curve.torque[at] ?? 0) * rpm) / 5252, 0);
  }
});

test('an electric car gets no tune, and an old naturally aspirated engine only its stock tune', () => {
  expect(tunesForEngine(engine({ fuel: 'electric', aspiration: 'electric', displacement_l: null }), 1)).toEqual([]);
  const old = tunesForEngine(engine({ generation: 'until 1995', aspiration: 'natural' }), 1);
  expect(old.map(({ slug }) => slug)).toEqual(['stock']);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await buildDemoCatalog(database.db, { size: 'small' });
});
afterAll(() => database.close());

test('the small demo catalogue is complete: every tune has a price and tools and can be written', async () => {
  const { db } = database;
  expect(await buildDemoCatalog(db, { size: 'small' })).toBe(false);
  const { rows } = await sql<{ id: number; tools: number[]; only: number[]; tier_id: number | null }>`
    select t.id, t.tier_id, array(select tool_id from tune_tools x where x.tune_id = t.id) as tools,
      array(select tool_id from engine_tool_restrictions r where r.engine_id = e.engine_id) as only
    from engine_tunes e join tunes t on t.id = e.tune_id where not t.is_stock`.execute(db);
  expect(rows.length).toBeGreaterThan(200);
  const tools = demoTools.map((_, at) => ({ id: at + 1, installFeeMinor: 0n, isRentable: false }));
  for (const { id, tools: toolIds, only, tier_id } of rows) {
    expect(tier_id, `tune ${id}`).not.toBeNull();
    const solution = solveTools({
      tunes: [{ id, kind: 'ecu', toolIds }],
      tools,
      restrictions: { engine: only, transmission: [] },
    });
    expect(solution.kind, `tune ${id}`).toBe('solved');
  }
  const makes = await db.selectFrom('makes').select('slug').orderBy('slug').execute();
  expect(makes.map(({ slug }) => slug)).toEqual(['audi', 'mazda', 'mini', 'tesla', 'volkswagen']);
});

test('Europe has cars as they are sold there, and American cars only of makes without any', async () => {
  const { rows } = await sql<{
    make: string;
    model: string;
    engine: string;
    regions: number[];
    kw: number;
    nm: number;
  }>`
    select m.name as make, o.name as model, e.name as engine, v.regions, round(e.power_hp * 0.7457)::integer as kw,
      e.torque_nm::integer as nm
    from vehicles v join models o on o.id = v.model_id join makes m on m.id = o.make_id join engines e on e.id = v.engine_id`.execute(
    database.db,
  );
  const of = (make: string, region: number) => rows.filter((row) => row.make === make && row.regions.includes(region));
  const golf = of('Volkswagen', 2).find(
    ({ model, engine }) => model === 'Golf Mk7 (5G)' && engine === '2.0 TSI R 221 kW',
  );
  expect(golf).toMatchObject({ regions: [2], kw: 221, nm: 380 });
  expect(of('Volkswagen', 1).every(({ regions }) => regions.length === 1)).toBe(true);
  expect(of('Tesla', 2)).toEqual(of('Tesla', 1));
});

test('multiplying copies whole makes until there are enough vehicles, with unused ids for new records', async () => {
  const { db } = database;
  const before = Number(
    (
      await db
        .selectFrom('vehicles')
        .select((q) => q.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
  const made = await multiplyCatalog(db, before * 2 + 1, () => {});
  expect(made).toBe(before * 3);
  const after = Number(
    (
      await db
        .selectFrom('vehicles')
        .select((q) => q.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
  expect(after).toBe(made);
  const { id } = await db
    .insertInto('makes')
    .values({ name: 'New', slug: 'new' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBeGreaterThan(15);
});
