import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories, storeSetting } from '../../testing/catalog.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { statementsOf } from '../../testing/statements.ts';

let server: TestServer;
let kess: { id: number; slug: string };
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  const { db } = server;
  const make = catalogFactories(db);
  const tool = await make.tool({ name: 'Kess' });
  const other = await make.tool({ name: 'Bench' });
  kess = await db.selectFrom('tools').select(['id', 'slug']).where('id', '=', tool.id).executeTakeFirstOrThrow();
  const golf = await make.vehicle({ make: 'Volkswagen', model: 'Golf R', year: '2015' });
  await make.vehicle({ make: 'Volkswagen', model: 'Golf R', year: '2019' });
  await make.vehicle({ make: 'Volkswagen', model: 'Arteon', year: '2018' });
  const truck = await make.vehicle({ make: 'Ford', model: 'F-150', year: '2020', engine: '3.0L V6 diesel' });
  const roadster = await make.vehicle({ make: 'Mazda', model: 'MX-5', year: '2017', engine: '2.0L 4-cyl' });
  const set = (id: number, facts: { fuel?: string; aspiration?: string }) =>
    db.updateTable('engines').set(facts).where('id', '=', id).execute();
  await set(roadster.engine.id, { aspiration: 'natural' });
  await set(truck.engine.id, { fuel: 'diesel', aspiration: 'turbo' });
  await db
    .updateTable('vehicles')
    .set({ bodies: ['Convertible'] })
    .where('id', '=', roadster.id)
    .execute();
  const tunes = [
    ['golf 1', golf, 'Stage 1', 360, 60_000, [tool.id]],
    ['golf 2', golf, 'Stage 2', 400, 90_000, [tool.id, other.id]],
    ['truck', truck, 'Stage 1', 300, 80_000, [other.id]],
    ['roadster', roadster, 'Stage 1', 165, 45_000, [tool.id]],
  ] as const;
  for (const [engine, hp] of [
    [golf.engine.id, 300],
    [truck.engine.id, 250],
    [roadster.engine.id, 155],
  ] as const)
    await make.tune({ name: 'Stock', isStock: true, engines: [engine], crankHp: hp });
  for (const [key, car, name, crankHp, base, tools] of tunes)
    ids[key] = (await make.tune({ name, engines: [car.engine.id], crankHp, price: { base }, tools })).id;
  // The tool is barred for this engine, although it could write the tune.
  await db
    .insertInto('tune_tools')
    .values({ tune_id: ids.truck ?? 0, tool_id: tool.id })
    .execute();
  await db.insertInto('engine_tool_restrictions').values({ engine_id: truck.engine.id, tool_id: other.id }).execute();
  await make.changed();
  await cachesRefreshed(server);
});
afterAll(() => server.close());

const list = async (query: object = {}, headers: Record<string, string> = {}) =>
  (await server.anonymous.call('GET /v1/catalog/tunes', { query, headers })).body;
const namesOf = async (query: object) => {
  const byId = new Map(Object.entries(ids).map(([key, id]) => [id, key]));
  return (await list(query)).data.map(({ id }) => byId.get(id));
};

describe('a tune list', () => {
  test('is filtered by make, fuel, induction, gain, price and tool', async () => {
    expect(await namesOf({ make: 'volkswagen' })).toEqual(['golf 1', 'golf 2']);
    expect(await namesOf({ fuel: 'diesel' })).toEqual(['truck']);
    expect(await namesOf({ aspiration: 'natural' })).toEqual(['roadster']);
    expect(await namesOf({ gain: 20 })).toEqual(['golf 1', 'golf 2', 'truck']);
    expect(await namesOf({ gain: 30 })).toEqual(['golf 2']);
    expect(await namesOf({ price: 600 })).toEqual(['golf 1', 'roadster']);
    expect(await namesOf({ tool: kess.slug })).toEqual(['golf 1', 'golf 2', 'roadster']);
    expect(await namesOf({ aspiration: 'turbo', gain: 20, price: 850 })).toEqual(['golf 1', 'truck']);
    expect(await namesOf({ make: 'volkswagen', fuel: 'diesel' })).toEqual([]);
    expect(await namesOf({ make: 'nobody' })).toEqual([]);
  });

  test('is sorted by gain, power and price', async () => {
    expect(await namesOf({ sort: 'gain' })).toEqual(['golf 2', 'golf 1', 'truck', 'roadster']);
    expect(await namesOf({ sort: 'power' })).toEqual(['golf 2', 'golf 1', 'truck', 'roadster']);
    expect(await namesOf({ sort: 'price' })).toEqual(['roadster', 'golf 1', 'truck', 'golf 2']);
    expect(await namesOf({ sort: '-price' })).toEqual(['golf 2', 'truck', 'golf 1', 'roadster']);
  });

  test('names the models of the engine with their years, body, stock figures and filter choices', async () => {
    const { data, filters, currency, prices_shown } = await list({ make: 'volkswagen' });
    expect(data[0]).toMatchObject({
      engine: { name: '2.0L 4-cyl turbo', fuel: 'petrol', aspiration: 'turbo' },
      stock: { crank_horsepower: { value: 300, unit: 'hp' } },
      vehicles: [
        {
          path: '/catalog/volkswagen/2019/golf-r/2.0l-4-cyl-turbo',
          label: '2019 Volkswagen Golf R',
          name: 'Volkswagen Golf R',
          years: '2015–2019',
        },
        { name: 'Volkswagen Arteon', years: '2018' },
      ],
    });
    expect((await list({ make: 'mazda' })).data[0]?.vehicles[0]?.body).toBe('Convertible');
    expect(filters.makes.map(({ slug }) => slug)).toEqual(['ford', 'mazda', 'volkswagen']);
    expect(filters.tools.map(({ name }) => name)).toEqual(['Kess', 'Bench']);
    expect([currency, prices_shown]).toEqual(['CAD', true]);
  });

  test('names the model that was searched for first', async () => {
    expect((await list({ search: 'arteon' })).data[0]?.vehicles[0]?.name).toBe('Volkswagen Arteon');
    expect((await list({ search: 'golf r 2015' })).data[0]?.vehicles[0]?.label).toBe('2015 Volkswagen Golf R');
  });

  test('leaves out tunes whose vehicles are not sold in the region', async () => {
    const roadster = { id: ids.roadster };
    const { db } = server;
    const model = await db.selectFrom('models').select('id').where('name', '=', 'MX-5').executeTakeFirstOrThrow();
    const inRegions = (regions: number[]) =>
      db.updateTable('vehicles').set({ regions }).where('model_id', '=', model.id).execute();
    await inRegions([1]);
    await catalogFactories(db).changed();
    await cachesRefreshed(server);
    const there = await list({}, { cookie: 'region=2' });
    expect([there.total, there.data.every(({ vehicles }) => vehicles.length > 0)]).toEqual([3, true]);
    expect((await list()).data).toContainEqual(expect.objectContaining(roadster));
    await inRegions([1, 2]);
    await catalogFactories(db).changed();
    await cachesRefreshed(server);
  });

  test('costs two statements with every filter and order', async () => {
    await list({ page: 2 });
    const query = { make: 'volkswagen', fuel: 'petrol', aspiration: 'turbo', gain: 5, price: 1000, tool: kess.slug };
    expect(await statementsOf(() => list({ ...query, sort: 'gain' }))).toHaveLength(2);
  });

  test('does not reveal hidden prices by its filter or order', async () => {
    await storeSetting(server, 'www_rpa', false);
    expect((await list({ price: 600 })).total).toBe(4);
    expect(await namesOf({ sort: 'price' })).toEqual(['golf 1', 'golf 2', 'truck', 'roadster']);
    expect(await list({ sort: '-price' })).toMatchObject({ prices_shown: false, data: [{ price: null }, {}, {}, {}] });
    await storeSetting(server, 'www_rpa', true);
  });

  test('converts prices to the currency shown before it compares them', async () => {
    await storeSetting(server, 'currencies', ['CAD', 'JPY']);
    await storeSetting(server, 'conversion_rates', {
      base: 'CAD',
      rates: [{ currency: 'JPY', rate: '100', as_of: '2026-01-01' }],
    });
    expect(await list({ price: 60_000, currency: 'JPY' })).toMatchObject({ currency: 'JPY', total: 2 });
  });

  test('refuses values that no filter has', async () => {
    for (const query of [{ fuel: 'coal' }, { gain: 0 }, { gain: 'x' }, { price: -1 }, { sort: 'name' }, { make: '' }])
      expect((await server.anonymous.call('GET /v1/catalog/tunes', { query })).status, JSON.stringify(query)).toBe(422);
  });
});
