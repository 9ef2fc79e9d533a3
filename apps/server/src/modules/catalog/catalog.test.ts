import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogFactories, cachesRefreshed, catalogFactories, storeSetting } from '../../testing/catalog.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';
import { until } from '../../testing/waiting/eventually.ts';

let server: TestServer;
let make: CatalogFactories;
let visitor: Client;

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  make = catalogFactories(server.db);
  visitor = server.anonymous;
});
afterAll(() => server.close());

const settled = () => cachesRefreshed(server);
const setting = (name: string, value: unknown) => storeSetting(server, name, value);

test('a catalogue change is visible on every process within a second despite cached responses', async () => {
  const there = (await server.another()).clientWith(null);
  const sees = async (client: Client) =>
    (await client.call('GET /v1/catalog/makes')).body.some(({ name }) => name === 'Newcomer');
  expect([await sees(visitor), await sees(there)]).toEqual([false, false]);
  await make.vehicle({ make: 'Newcomer', year: '2020', model: 'First', regions: [2, 1] });
  await until(async () => (await sees(visitor)) && (await sees(there)), 1000);
});

test('the start page showcase is empty for an empty catalogue, then shows the first tune with gains in the requested region', async () => {
  const showcase = async (more = {}) => (await visitor.call('GET /v1/catalog/showcase', more)).body;
  expect(await showcase()).toEqual([]);
  const { engine } = await make.vehicle({ make: 'Shown', year: '2015', model: 'Older', regions: [1] });
  await make.vehicle({ make: 'Shown', year: '2021', model: 'Newer', regions: [1] });
  const engines = [engine.id];
  const stock = await make.tune({ name: 'Stock', isStock: true, engines });
  const stage1 = await make.tune({ name: 'Stage 1', engines });
  const stage4 = await make.tune({ name: 'Stage 4', engines });
  const addOn = await make.tune({ name: 'Pops', optional: true, engines });
  await make.dyno(stage4.id, { factor: 2 });
  await make.dyno(addOn.id, { factor: 3 });
  await make.dyno(stage1.id, { factor: 1.2 });
  await settled();
  expect(await showcase(), 'without a stock curve there is nothing to compare').toEqual([]);
  await make.dyno(stock.id);
  await settled();
  expect(await showcase()).toMatchObject([
    {
      path: '/catalog/shown/2021/newer/2.0l-4-cyl-turbo?tune=stage-1',
      make: 'Shown',
      year: '2021',
      model: 'Newer',
      tune: 'Stage 1',
      stock: { points: { crank_horsepower: [90, 160, 210] } },
      tuned: { points: { crank_horsepower: [108, 192, 252] } },
    },
  ]);
  expect(await showcase({ headers: { cookie: 'region=2' } })).toEqual([]);
});

test('the start page showcase prefers engines of different makes to those that gain more', async () => {
  const measure = async (name: string, engine: string, factor: number) => {
    const { engine: made } = await make.vehicle({ make: name, year: '2018', engine, regions: [2] });
    const stock = await make.tune({ name: 'Stock', isStock: true, engines: [made.id] });
    const tuned = await make.tune({ name: 'Stage 1', engines: [made.id] });
    await make.dyno(stock.id);
    await make.dyno(tuned.id, { factor });
  };
  for (const [engine, factor] of [
    ['1.8L turbo', 1.8],
    ['2.0L turbo', 1.7],
    ['2.5L turbo', 1.6],
  ] as const)
    await measure('Strongest', engine, factor);
  await measure('Middling', '2.0L turbo', 1.3);
  await measure('Weakest', '2.0L turbo', 1.2);
  await measure('Unlisted', '2.0L turbo', 1.9);
  await server.db.updateTable('makes').set({ prominence: 'hidden' }).where('name', '=', 'Unlisted').execute();
  await settled();
  const { body } = await visitor.call('GET /v1/catalog/showcase', { headers: { cookie: 'region=2' } });
  expect(body.map((one) => [one.make, one.engine])).toEqual([
    ['Strongest', '1.8L turbo'],
    ['Middling', '2.0L turbo'],
    ['Weakest', '2.0L turbo'],
  ]);
});

const europe = { headers: { cookie: 'region=2' } };

describe('the picker', () => {
  beforeAll(async () => {
    await make.vehicle({ make: 'Alpha', year: '2015', model: 'One/Two 3', transmissions: ['6-speed DSG'] });
    await make.vehicle({ make: 'Alpha', year: '2015.5', model: 'One/Two 3' });
    await make.vehicle({ make: 'Alpha', year: 'Series', model: 'Classic' });
    await make.vehicle({ make: 'Alpha', year: '2016', model: 'One/Two 3', engine: '1.4L 4-cyl' });
    await make.vehicle({ make: 'Beta', year: '2010', model: 'Only Europe', regions: [2] });
    await settled();
  });

  test('makes are listed by name, with slug (C245 S369)', async () => {
    const { status, body } = await visitor.call('GET /v1/catalog/makes');
    expect(status).toBe(200);
    expect(body.map(({ slug }) => slug)).toContain('alpha');
  });

  test('years are sorted newest first, a half year before its whole year, Series last (C246)', async () => {
    const { body } = await visitor.call('GET /v1/catalog/makes/:make/years', { params: { make: 'alpha' } });
    expect(body.map(({ slug }) => slug)).toEqual(['2016', '2015.5', '2015', 'Series']);
  });

  test('models are listed for their make and year only (C247)', async () => {
    const params = { make: 'alpha', year: 'Series' };
    const { body } = await visitor.call('GET /v1/catalog/makes/:make/years/:year/models', { params });
    expect(body).toMatchObject([{ slug: 'classic', name: 'Classic' }]);
  });

  test('engines of a model and year are listed with the number of tunes for sale (C248)', async () => {
    const params = { make: 'alpha', year: '2016', model: 'one-two-3' };
    const { body } = await visitor.call('GET /v1/catalog/makes/:make/years/:year/models/:model/engines', { params });
    expect(body).toMatchObject([{ slug: '1.4l-4-cyl', name: '1.4L 4-cyl', tunes: 0, fuel: 'petrol' }]);
  });

  test('transmissions of an engine are those of the given vehicle, possibly none (C250)', async () => {
    const { engine } = await make.vehicle({ make: 'Alpha', year: '2015', model: 'One/Two 3' });
    const other = await make.vehicle({
      make: 'Alpha',
      year: '2017',
      model: 'Other',
      transmissions: ['8-speed automatic'],
    });
    expect(other.engine.id).toBe(engine.id);
    await settled();
    const all = await visitor.call('GET /v1/catalog/engines/:engineId/transmissions', {
      params: { engineId: engine.id },
    });
    expect(all.body.map(({ slug }) => slug).sort()).toEqual(['6-speed-dsg', '8-speed-automatic']);
    const own = await visitor.call('GET /v1/catalog/engines/:engineId/transmissions', {
      params: { engineId: engine.id },
      query: { make: 'alpha', year: '2017', model: 'other' },
    });
    expect(own.body.map(({ slug }) => slug)).toEqual(['8-speed-automatic']);
    const named = { make: 'alpha', year: '2017', model: 'other', engine: engine.slug };
    const { body: vehicle } = await visitor.call('GET /v1/catalog/vehicle', { query: named });
    expect(vehicle.transmissions).toEqual(own.body);
    const { engine: _, ...unnamed } = named;
    const { body: before } = await visitor.call('GET /v1/catalog/vehicle', { query: unnamed });
    expect(before.transmissions).toEqual([]);
    const none = await make.vehicle({ make: 'Alpha', year: '2017', model: 'Bare', engine: '1.0L 3-cyl' });
    const empty = await visitor.call('GET /v1/catalog/engines/:engineId/transmissions', {
      params: { engineId: none.engine.id },
    });
    expect(empty).toMatchObject({ status: 200, body: [] });
    const bare = { make: 'alpha', year: '2017', model: 'bare', engine: none.engine.slug };
    expect((await visitor.call('GET /v1/catalog/vehicle', { query: bare })).body.transmissions).toEqual([]);
  });

  test('unknown catalogue paths respond 404, whatever their form', async () => {
    const paths = [
      '/api/v1/catalog/makes/nope/years',
      '/api/v1/catalog/makes/alpha/years/1999/models',
      '/api/v1/catalog/makes/alpha/years/notayear/models',
      '/api/v1/catalog/makes/alpha/years/2015/models/nope/engines',
      '/api/v1/catalog/makes/alpha/years/2015/models/%27%20or%201%3D1--/engines',
      '/api/v1/catalog/makes/%00/years',
      '/api/v1/catalog/makes/..%2f..%2fetc/years',
      '/api/v1/catalog/makes/%25%5f/years',
      '/api/v1/catalog/engines/0',
      '/api/v1/catalog/engines/99999999999',
      '/api/v1/catalog/engines/1e3',
      '/api/v1/catalog/engines/424242/transmissions',
      '/api/v1/catalog/transmissions/424242',
      '/api/v1/catalog/vehicle?make=alpha&model=classic',
      '/api/v1/catalog/vehicle?make=alpha&year=2015&model=classic',
    ];
    for (const path of paths) expect((await visitor.request('GET', path)).status, path).toBe(404);
  });

  test('a record of another region only responds 421 with that region, which serves it', async () => {
    const here = await visitor.call('GET /v1/catalog/makes/:make/years', { params: { make: 'beta' } });
    expect(here).toMatchObject({ status: 421, body: { code: 'region_mismatch' } });
    expect(here.headers).toMatchObject({ 'x-known-error': 'region_mismatch', 'x-region': '2' });
    const there = await visitor.call('GET /v1/catalog/makes/:make/years', { params: { make: 'beta' }, ...europe });
    expect(there.body).toMatchObject([{ slug: '2010' }]);
    const { engine } = await make.vehicle({ make: 'Beta', year: '2010', model: 'Only Europe', regions: [2] });
    const params = { engineId: engine.id };
    expect((await visitor.call('GET /v1/catalog/engines/:engineId', { params })).status).toBe(421);
    expect((await visitor.call('GET /v1/catalog/engines/:engineId', { params, ...europe })).status).toBe(200);
    const vehicle = { query: { make: 'beta', year: '2010', model: 'only-europe', engine: engine.slug } };
    expect((await visitor.call('GET /v1/catalog/vehicle', vehicle)).status).toBe(421);
    expect((await visitor.call('GET /v1/catalog/vehicle', { ...vehicle, ...europe })).status).toBe(200);
  });

  test('the flat pickers return the same records (C261 C262 C263 C264 C265)', async () => {
    const makes = await visitor.call('GET /ecu/makes');
    expect(makes.body).toEqual((await visitor.call('GET /v1/catalog/makes')).body);
    const years = await visitor.call('GET /ecu/years', { query: { make: 'alpha' } });
    expect(years.body[0]).toMatchObject({ slug: '2017' });
    const models = await visitor.call('GET /ecu/models', { query: { make: 'alpha', year: '2015' } });
    expect(models.body).toMatchObject([{ slug: 'one-two-3' }]);
    const engines = await visitor.call('GET /ecu/engines', {
      query: { make: 'alpha', year: '2015', model: 'one-two-3' },
    });
    expect(engines.body).toHaveLength(1);
    const engine = engines.body[0]?.id;
    const transmissions = await visitor.call('GET /ecu/transmissions', { query: { engine } });
    expect(transmissions.body.map(({ slug }) => slug)).toContain('6-speed-dsg');
    expect((await visitor.call('GET /ecu/years', { query: { make: 'nope' } })).status).toBe(404);
  });

  test('a vehicle path resolves to its records segment by segment', async () => {
    const { body } = await visitor.call('GET /v1/catalog/vehicle', {
      query: {
        make: 'alpha',
        year: '2015',
        model: 'one-two-3',
        engine: '2.0l-4-cyl-turbo',
        transmission: '6-speed-dsg',
      },
    });
    expect(body).toMatchObject({
      make: { name: 'Alpha' },
      year: { name: '2015' },
      model: { name: 'One/Two 3' },
      engine: { name: '2.0L 4-cyl turbo' },
      transmission: { name: '6-speed DSG' },
    });
    expect((await visitor.call('GET /v1/catalog/vehicle')).body).toMatchObject({ make: null, engine: null });
  });

  test('free text search finds the vehicle, its year and its transmission', async () => {
    const find = async (q: string) => (await visitor.call('GET /v1/catalog/search', { query: { q } })).body;
    expect((await find('alpha one two 3 2015 dsg'))[0]).toMatchObject({
      path: '/catalog/alpha/2015/one-two-3/2.0l-4-cyl-turbo/6-speed-dsg',
    });
    const plain = await find('alpha classic');
    expect(plain[0]).toMatchObject({ path: '/catalog/alpha/Series/classic/2.0l-4-cyl-turbo', transmission: null });
    expect(await find('only europe')).toEqual([]);
    expect(await find('%_')).toEqual([]);
    expect(await find('')).toEqual([]);
    expect((await find('alpa clasic'))[0]).toMatchObject({ model: { slug: 'classic' } });
    // An unknown word, an impossible year and a two-digit year still return results.
    for (const typed of ['alpha one two 3 8v', 'alpha one two 3 2105', 'alpha one two 3 1999'])
      expect((await find(typed))[0], typed).toMatchObject({ model: { slug: 'one-two-3' } });
    expect((await find('alpha one two 3 15 dsg'))[0]?.path).toBe(
      '/catalog/alpha/2015/one-two-3/2.0l-4-cyl-turbo/6-speed-dsg',
    );
    expect(await find('8v')).toEqual([]);
  });

  test('free text search finds a make or model as soon as the region has it', async () => {
    const { make: marque, model } = await make.vehicle({ make: 'Omega', model: 'Roamer', regions: [1, 2] });
    // A different limit each time avoids cached responses.
    let limit = 3;
    const found = async () => {
      limit += 1;
      return (await visitor.call('GET /v1/catalog/search', { query: { q: 'omega roamer', limit } })).body.length;
    };
    expect(await found()).toBeGreaterThan(0);
    const elsewhere = { regions: [2] };
    await server.db.updateTable('models').set(elsewhere).where('id', '=', model.id).execute();
    expect(await found()).toBe(0);
    await server.db
      .updateTable('models')
      .set({ regions: [1, 2] })
      .where('id', '=', model.id)
      .execute();
    expect(await found()).toBeGreaterThan(0);
    await server.db.updateTable('makes').set(elsewhere).where('id', '=', marque.id).execute();
    expect(await found()).toBe(0);
    await server.db
      .updateTable('makes')
      .set({ regions: [1] })
      .where('id', '=', marque.id)
      .execute();
    expect(await found()).toBeGreaterThan(0);
  });

  test('the sitemap lists every engine URL of the region, in parts', async () => {
    const { body } = await visitor.call('GET /v1/catalog/sitemap/:part', { params: { part: 1 } });
    expect(body.parts).toBe(1);
    expect(body.paths).toContain('/catalog/alpha/2015/one-two-3/2.0l-4-cyl-turbo');
    expect(body.paths.some((path) => path.includes('beta'))).toBe(false);
    // Each level has its own page, and no path is listed twice.
    expect(body.paths).toEqual(
      expect.arrayContaining([
        '/catalog',
        '/catalog/stage-1',
        '/catalog/diesel-tuning',
        '/catalog/alpha',
        '/catalog/alpha/2015',
        '/catalog/alpha/2015/one-two-3',
      ]),
    );
    expect(new Set(body.paths).size).toBe(body.paths.length);
    expect((await visitor.call('GET /v1/catalog/sitemap/:part', { params: { part: 99 } })).status).toBe(404);
    const index = await visitor.request('GET', '/sitemap.xml');
    expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(index.body).toContain(`<sitemap><loc>${testOrigin}/sitemap/1.xml</loc></sitemap>`);
    expect((await visitor.request('GET', '/sitemap/1.xml')).body).toContain(
      `<loc>${testOrigin}/catalog/alpha/2015/one-two-3/2.0l-4-cyl-turbo</loc>`,
    );
    expect((await visitor.request('GET', '/sitemap/99.xml')).status).toBe(404);
  });
});

describe('full records', () => {
  let engineId: number;
  let transmissionId: number;
  let tuneId: number;

  beforeAll(async () => {
    const { engine, transmissions } = await make.vehicle({
      make: 'Gamma',
      model: 'Full',
      transmissions: ['6-speed DSG'],
    });
    engineId = engine.id;
    transmissionId = transmissions[0]?.id ?? 0;
    const tool = await make.tool({ name: 'Port', fee: 7_500, isRentable: true });
    const type = await make.tuneType({ name: 'Stage 1', categories: ['engine', 'stage-1'] });
    const dsg = await make.tuneType({ name: 'DSG', isDsg: true, categories: ['tcu'] });
    await make.tune({ name: 'Stock', isStock: true, engines: [engineId], crankHp: 200 });
    const extra = await make.tune({ name: 'Launch control', optional: true, engines: [engineId], tools: [tool.id] });
    const tune = await make.tune({
      name: 'Stage 1',
      engines: [engineId],
      tools: [tool.id],
      types: [type.id],
      recommended: [extra.id],
      crankHp: 260.5,
      price: { base: 60_000, addOn: 45_000, dealer: 40_000, dealerAddOn: 35_000 },
      splitCredits: { ecu: 2, tcu: 1, awd: 0 },
    });
    tuneId = tune.id;
    await make.dyno(tune.id);
    await make.tune({ name: 'DSG Stage 1', transmissions: [transmissionId], tools: [tool.id], types: [dsg.id] });
    await server.db.insertInto('engine_tool_restrictions').values({ engine_id: engineId, tool_id: tool.id }).execute();
    await server.db
      .insertInto('engine_role_discounts')
      .values({ engine_id: engineId, key: 'tuner', percent: '15' })
      .execute();
    await server.db
      .insertInto('transmission_role_discounts')
      .values({ transmission_id: transmissionId, key: 'user', percent: '5' })
      .execute();
    await make.changed();
    await settled();
  });

  const readEngine = (client: Client) => client.call('GET /v1/catalog/engines/:engineId', { params: { engineId } });

  test('a full engine includes every field of its tunes and tools (C249 S125 S126 S130 S132 S133 S134 S135 S136 S137 S138 S140 S141)', async () => {
    const { body } = await readEngine(await server.as({ role: 3 }));
    expect(body).toMatchObject({
      tool_restrictions: [{ name: 'Port' }],
      other_role_discounts: [{ key: 'tuner', percent: '15' }],
    });
    expect(body.tunes.map(({ name }) => name)).toEqual(['Stock', 'Launch control', 'Stage 1']);
    const tune = body.tunes.find(({ id }) => id === tuneId);
    expect(tune).toMatchObject({
      id: tuneId,
      slug: 'stage-1',
      is_stock: false,
      name: 'Stage 1',
      part_number: '',
      optional: false,
      description: '',
      horsepower: null,
      torque: null,
      torque_limit: null,
      crank_horsepower: { value: 260.5, unit: 'hp' },
      crank_torque: null,
      price: { amount: '600.00', currency: 'CAD' },
      addonprice: { amount: '450.00', currency: 'CAD' },
      baseprice: { amount: '600.00', currency: 'CAD' },
      baseaddonprice: { amount: '450.00', currency: 'CAD' },
      requires: [],
      give_split_credits: true,
      split_ecu_credit_amt: 2,
      split_tcu_credit_amt: 1,
      split_awd_credit_amt: 0,
      split_credit_dealer_text: '',
      notes: '',
      tools: [
        {
          name: 'Port',
          install_fee: { amount: '75.00', currency: 'CAD' },
          is_fz3: false,
          is_fzl: false,
          is_benchflash: false,
          is_dealer_ownable: true,
          is_inhouse: false,
          is_rentable: true,
        },
      ],
      tune_types: [{ name: 'Stage 1', is_awd: false, is_dsg: false }],
      dyno_csvs: [
        {
          label: 'Run 1',
          source: 'upload',
          torque: null,
          torque_limit: null,
          horsepower: null,
          crank_torque: { value: 280, unit: 'lb-ft' },
          crank_horsepower: { value: 210, unit: 'hp' },
        },
      ],
    });
    expect(tune?.recommended).toEqual([body.tunes.find(({ name }) => name === 'Launch control')?.id]);
  });

  test('a full transmission includes tunes, tool restrictions and role discounts (C251 S139)', async () => {
    const admin = await server.as({ role: 3 });
    const { body } = await admin.call('GET /v1/catalog/transmissions/:transmissionId', {
      params: { transmissionId },
    });
    expect(body).toMatchObject({
      name: '6-speed DSG',
      tunes: [{ name: 'DSG Stage 1', tune_types: [{ is_dsg: true }] }],
      tool_restrictions: [],
      other_role_discounts: [{ key: 'user', percent: '5' }],
    });
  });

  test('dealer prices are sent to Dealer, Admin and SuperAdmin only (S131)', async () => {
    const stage1 = async (client: Client) => (await readEngine(client)).body.tunes.find(({ id }) => id === tuneId);
    for (const role of [4, 3, 5] as const) {
      const dealer = await stage1(await server.as({ role }));
      expect(dealer, `role ${role}`).toMatchObject({
        dealerprice: { amount: '400.00' },
        dealeraddonprice: { amount: '350.00' },
      });
    }
    for (const client of [visitor, await server.as({ role: 0 }), await server.as({ role: 0, flags: ['t', 'tcrw'] })]) {
      expect(await stage1(client)).not.toHaveProperty('dealerprice');
      expect(await stage1(client)).not.toHaveProperty('dealeraddonprice');
    }
  });

  test('a dealer member pays the dealer price, and their response is never shared with others', async () => {
    const { id } = await server.make.user({ role: 4 });
    await server.make.dealer({ managers: [id] });
    const dealer = await server.as({ id });
    const own = await readEngine(dealer);
    expect(own.body.tunes.find((tune) => tune.id === tuneId)?.price).toEqual({ amount: '400.00', currency: 'CAD' });
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect(own.headers['x-whoami']).toContain(String(id));
    const shared = await readEngine(visitor);
    expect(shared.body.tunes.find((tune) => tune.id === tuneId)?.price).toEqual({ amount: '600.00', currency: 'CAD' });
    expect(shared.headers['cache-control']).toMatch(/^public/);
    expect(shared.headers['x-whoami']).toBeUndefined();
    expect(JSON.stringify(shared.body)).not.toContain('dealerprice');
  });

  test('the best role discount of an actor is applied to their price', async () => {
    const tuner = await server.as({ role: 0, flags: ['t'] });
    const tune = (await readEngine(tuner)).body.tunes.find(({ id }) => id === tuneId);
    expect(tune).toMatchObject({ price: { amount: '510.00' }, baseprice: { amount: '600.00' } });
  });

  test('with retail pricing off, a visitor sees no price and a logged-in user does', async () => {
    await setting('www_rpa', false);
    const hidden = await readEngine(visitor);
    expect(hidden.body).toMatchObject({ prices_shown: false });
    expect(hidden.body.tunes.every(({ price, baseprice }) => price === null && baseprice === null)).toBe(true);
    const known = await readEngine(await server.as({ role: 0 }));
    expect(known.body.tunes.find(({ id }) => id === tuneId)?.price).not.toBeNull();
    const estimate = await visitor.call('POST /v1/catalog/estimate', { body: { engine: engineId, tunes: [tuneId] } });
    expect(estimate.status).toBe(401);
    await setting('www_rpa', true);
    expect((await readEngine(visitor)).body).toMatchObject({ prices_shown: true });
  });

  test('a change appears in the next response; until then the ETag is stable', async () => {
    const first = await readEngine(visitor);
    const etag = String(first.headers.etag);
    const url = `/api/v1/catalog/engines/${engineId}`;
    const again = await server.app.inject({ method: 'GET', url, headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
    await server.db.updateTable('engines').set({ notes: 'Changed' }).where('id', '=', engineId).execute();
    await make.changed();
    await settled();
    expect((await readEngine(visitor)).body.notes).toBe('Changed');
  });

  test('dyno runs of a tune are listed with their peaks, and one run with its points (C268 C269)', async () => {
    const { body } = await visitor.call('GET /dyno-csv', { query: { tune: tuneId } });
    expect(body).toMatchObject([{ label: 'Run 1', source: 'upload', crank_horsepower: { value: 210, unit: 'hp' } }]);
    const one = await visitor.call('GET /dyno-csv/:id', { params: { id: body[0]?.id } });
    expect(one.body.points).toEqual({
      rpm: [2000, 3000, 4000],
      horsepower: null,
      torque: null,
      torque_limit: null,
      crank_horsepower: [90, 160, 210],
      crank_torque: [236, 280, 275],
    });
    expect((await visitor.call('GET /dyno-csv', { query: { tune: 424242 } })).status).toBe(404);
    expect((await visitor.call('GET /dyno-csv/:id', { params: { id: 424242 } })).status).toBe(404);
  });

  test('tunes of all vehicles are listed by category and search, without stock tunes (C252)', async () => {
    const all = await visitor.call('GET /v1/catalog/tunes');
    expect(all.body.data.map(({ name }) => name)).not.toContain('Stock');
    expect(all.body).toMatchObject({ page: 1, page_count: 1 });
    const stage1 = await visitor.call('GET /v1/catalog/tunes', { query: { category: 'stage-1' } });
    expect(stage1.body.data).toMatchObject([
      { name: 'Stage 1', engine_count: 1, vehicles: [{ path: '/catalog/gamma/2015/full/2.0l-4-cyl-turbo' }] },
    ]);
    expect((await visitor.call('GET /v1/catalog/tunes', { query: { search: 'launch' } })).body.total).toBe(1);
    expect((await visitor.call('GET /v1/catalog/tunes', { query: { search: '%' } })).body.total).toBe(0);
    const curved = await visitor.call('GET /v1/catalog/tunes', { query: { curve: 'true' } });
    const runs = await server.db.selectFrom('dyno_csvs').select('tune_id').execute();
    const measured = all.body.data.filter(({ id }) => runs.some(({ tune_id }) => tune_id === id));
    expect(curved.body.data).toEqual(measured);
    expect(curved.body.total).toBeLessThan(all.body.total);
    expect((await visitor.call('GET /v1/catalog/tunes', { query: { page: 9 } })).body.data).toEqual([]);
    expect((await visitor.call('GET /v1/catalog/tunes', { query: { category: 'nope' } })).status).toBe(422);
    expect((await visitor.call('GET /v1/catalog/categories')).body).toHaveLength(10);
  });

  test('the most specific guide for the vehicle is shown, or 404 without one (C253)', async () => {
    const ask = (query: object) => visitor.call('GET /v1/catalog/guide', { query });
    expect((await ask({ make: 'gamma' })).status).toBe(404);
    const { id: make_id } = await server.db
      .selectFrom('makes')
      .select('id')
      .where('slug', '=', 'gamma')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('guides')
      .values([
        { title: 'Everything' },
        { title: 'Gamma', make_id },
        { title: 'This engine', make_id, engine_id: engineId },
      ])
      .execute();
    await make.changed();
    await settled();
    expect((await ask({})).body.title).toBe('Everything');
    expect((await ask({ make: 'gamma', year: '2015', model: 'full' })).body).toMatchObject({
      title: 'Gamma',
      vehicle: { model: { name: 'Full' } },
    });
    expect((await ask({ make: 'gamma', year: '2015', model: 'full', engine: '2.0l-4-cyl-turbo' })).body.title).toBe(
      'This engine',
    );
    expect((await ask({ make: 'nope' })).status).toBe(404);
  });

  test('rental tools are those that every chosen tune supports (C260)', async () => {
    const other = await make.tool({ name: 'Lonely', isRentable: true });
    await make.tool({ name: 'Not for rent' });
    await settled();
    const all = await visitor.call('GET /rental-tools');
    expect(all.body.map(({ name }) => name)).toEqual(expect.arrayContaining(['Port', 'Lonely']));
    expect(all.body.map(({ name }) => name)).not.toContain('Not for rent');
    const fitting = await visitor.call('GET /rental-tools', { query: { tunes: String(tuneId) } });
    expect(fitting.body.map(({ id }) => id)).not.toContain(other.id);
    expect(fitting.body.map(({ name }) => name)).toEqual(['Port']);
  });

  test('compat reports whether a tool fits and the reason if not (C266)', async () => {
    const stranger = await make.tool({ name: 'Stranger' });
    await settled();
    const { body } = await visitor.call('GET /ecu/compat', { query: { engine: engineId, tool: stranger.id } });
    expect(body).toMatchObject([{ fits: false, reason: 'Stranger cannot write Launch control.' }]);
    const all = await visitor.call('GET /ecu/compat', { query: { engine: engineId, transmission: transmissionId } });
    expect(all.body.find(({ tool }) => tool.name === 'Port')).toMatchObject({ fits: true, reason: null });
    expect((await visitor.call('GET /ecu/compat', { query: { engine: engineId, tool: 424242 } })).status).toBe(404);
  });
});
