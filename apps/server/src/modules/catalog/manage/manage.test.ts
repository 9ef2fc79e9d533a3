import type { CallKey } from '@tuneport/contract/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { until } from '../../../testing/waiting/eventually.ts';

let server: TestServer;
let editor: Client;
let cmsTuner: Client;
let reader: Client;

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  editor = await server.as({ role: 0, flags: ['tcrw'] });
  cmsTuner = await server.as({ role: 0, flags: ['ct'] });
  reader = await server.as({ role: 0, flags: ['tcro'] });
});
afterAll(() => server.close());

type Made = { id: number; updated_at: string; name: string };
let serial = 0;
function fresh(word: string): string {
  serial += 1;
  return `${word} ${serial}`;
}
async function made(kind: string, body: object): Promise<Made> {
  const path = kind.startsWith('tune-') ? `/${kind}` : `/v1/admin/ecu/${kind}`;
  const reply = await editor.call(`POST ${path}` as CallKey, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body as unknown as Made;
}
const shown = async <T>(kind: string, id: number): Promise<T> =>
  (await editor.call(`GET /v1/admin/ecu/${kind}/:id` as CallKey, { params: { id } })).body as T;
const message = (reply: { body: unknown }) => (reply.body as { message: string }).message;
const errors = (reply: { body: unknown }) => (reply.body as { errors: Record<string, string[]> }).errors;

/** A make with two years, a model built in both, and an engine in each of the two vehicles. */
async function smallCatalog(name = fresh('Marque')) {
  const make = await made('makes', { name });
  const years = [
    await made('years', { make_id: make.id, year: '2015' }),
    await made('years', { make_id: make.id, year: '2016' }),
  ] as const;
  const model = await made('models', { make_id: make.id, name: 'Golf', years: years.map(({ id }) => id) });
  const engine = await made('engines', {
    make_id: make.id,
    name: '2.0 TSI',
    vehicles: years.map(({ id }) => ({ model_id: model.id, year_id: id })),
  });
  return { make, years, model, engine };
}

describe('record composition', () => {
  test('an engine serves models of several years, and a model of another make is refused (C305)', async () => {
    const { engine, model, years } = await smallCatalog();
    const other = await smallCatalog();
    const record = await shown<{ vehicles: { name: string }[]; updated_at: string }>('engines', engine.id);
    expect(record.vehicles.map((vehicle) => vehicle.name.replace(/^Marque \d+ /, ''))).toEqual([
      'Golf 2016',
      'Golf 2015',
    ]);
    const mixed = await editor.call('PATCH /v1/admin/ecu/engines/:id', {
      params: { id: engine.id },
      body: { vehicles: [{ model_id: model.id, year_id: other.years[0].id }] },
      readAt: record.updated_at,
    });
    expect(mixed.status).toBe(422);
    expect(Object.keys(errors(mixed))).toEqual(['vehicles']);
    const fewer = await editor.call('PATCH /v1/admin/ecu/engines/:id', {
      params: { id: engine.id },
      body: { vehicles: [{ model_id: model.id, year_id: years[0].id }] },
      readAt: record.updated_at,
    });
    expect(fewer.body.vehicles).toHaveLength(1);
    const [history] = (await reader.call('GET /v1/admin/ecu/history', { query: { kind: 'engines', id: engine.id } }))
      .body.data;
    expect(history?.changes).toMatchObject([{ field: 'vehicles', before: [{ year_id: years[1].id }], after: [] }]);
  });

  test('a year cannot be removed from a model while vehicles use it', async () => {
    const { model } = await smallCatalog();
    const refused = await editor.call('PATCH /v1/admin/ecu/models/:id', {
      params: { id: model.id },
      body: { years: [] },
      readAt: model.updated_at,
    });
    expect(refused.status).toBe(422);
    expect(errors(refused).years?.[0]).toContain('2016, 2015');
  });

  test('make names are unique regardless of case', async () => {
    const name = fresh('Mini');
    await made('makes', { name });
    const again = await editor.call('POST /v1/admin/ecu/makes', {
      body: { name: name.toUpperCase(), slug: 'other-slug' },
    });
    expect(again.status).toBe(422);
    expect(Object.keys(errors(again))).toEqual(['name']);
  });

  test('removing a transmission from an engine makes older edits of the transmission stale', async () => {
    const make = await made('makes', { name: fresh('Marque') });
    const transmission = await made('transmissions', { make_id: make.id, name: 'DQ250' });
    await made('engines', { make_id: make.id, name: '2.0 TSI', transmissions: [transmission.id] });
    const stale = await editor.call('PATCH /v1/admin/ecu/transmissions/:id', {
      params: { id: transmission.id },
      body: { engines: [] },
      readAt: transmission.updated_at,
    });
    expect(stale.status).toBe(412);
  });

  test('tune types and their groups are public, and a change is visible within a second (C274 C279)', async () => {
    const group = await made('tune-type-groups', { name: fresh('Group') });
    expect((await server.anonymous.call('GET /tune-type-groups')).status).toBe(200);
    const type = await made('tune-types', { name: fresh('Stage'), is_dsg: true, group_id: group.id });
    const typeShown = async () =>
      (await server.anonymous.call('GET /tune-types')).body.find(({ id }) => id === type.id);
    await until(async () => (await typeShown()) !== undefined, 1000);
    expect(await typeShown()).toMatchObject({
      is_awd: false,
      is_dsg: true,
      group: { id: group.id, name: group.name },
    });
    const groupShown = async () =>
      (await server.anonymous.call('GET /tune-type-groups')).body.find(({ id }) => id === group.id);
    await until(async () => (await groupShown())?.types.length === 1, 1000);
    expect((await groupShown())?.types.map(({ id }) => id)).toEqual([type.id]);
  });

  test('new tunes use the defaults from the settings', async () => {
    const tier = await made('tune-pricing-tiers', { name: fresh('Tier') });
    const { body: before } = await reader.call('GET /v1/admin/ecu/settings');
    const saved = await editor.call('PUT /v1/admin/ecu/settings', {
      body: { default_regions: [2], default_tier_id: tier.id, horsepower_unit: 'kW', torque_unit: 'Nm' },
      readAt: before.updated_at,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const tune = await shown('tunes', (await made('tunes', { name: 'Stage 1' })).id);
    expect(tune).toMatchObject({ tier_id: tier.id, horsepower_unit: 'kW', torque_unit: 'Nm', regions: [2] });
    const stale = await editor.call('PUT /v1/admin/ecu/settings', {
      body: { ...saved.body, updated_at: undefined },
      readAt: before.updated_at,
    });
    expect(stale.status).toBe(412);
  });
});

describe('permissions', () => {
  test('a CMS tuner cannot read or change the settings; read permission does not allow changes (C329 C330)', async () => {
    expect((await cmsTuner.call('GET /v1/admin/ecu/settings')).status).toBe(403);
    expect((await reader.call('GET /v1/admin/ecu/settings')).status).toBe(200);
    for (const client of [cmsTuner, reader])
      expect((await client.call('PUT /v1/admin/ecu/settings', { body: {} })).status).toBe(403);
  });

  test('a CMS tuner cannot merge duplicates (C328)', async () => {
    const [a, b] = [await made('makes', { name: fresh('Twin') }), await made('makes', { name: fresh('Twin') })];
    const input = { entity: 'makes', kept_id: a.id, merged_ids: [b.id] };
    for (const client of [cmsTuner, reader])
      expect((await client.call('POST /v1/admin/ecu/duplicates/merge', { body: input })).status).toBe(403);
    expect((await cmsTuner.call('GET /v1/admin/ecu/duplicates')).status).toBe(200);
  });

  test('the system page needs permission to read the settings, refreshing needs permission to change them (C331)', async () => {
    expect((await cmsTuner.call('GET /v1/admin/ecu/system')).status).toBe(403);
    expect((await reader.call('POST /v1/admin/ecu/system/refresh')).status).toBe(403);
    const before = (await reader.call('GET /v1/admin/ecu/system')).body.version;
    const after = (await editor.call('POST /v1/admin/ecu/system/refresh')).body.version;
    expect(Number(after)).toBe(Number(before) + 1);
  });
});

test('the system page counts and lists tunes without tools or prices (C331)', async () => {
  const tool = await made('tools', { name: fresh('Tool'), currency: 'USD' });
  const bare = await made('tunes', { name: fresh('Bare'), tier_id: null });
  const whole = await made('tunes', {
    name: fresh('Whole'),
    tier_id: null,
    tools: [tool.id],
    prices: [{ currency: 'USD', baseprice: '1', baseaddonprice: null, dealerprice: null, dealeraddonprice: null }],
  });
  const lacking = async (lacks: string) =>
    (await reader.call('GET /v1/admin/ecu/tunes', { query: { lacks, sort: '-updated_at' } })).body.data.map(
      ({ id }) => id,
    );
  for (const lacks of ['tools', 'prices']) {
    expect(await lacking(lacks)).toContain(bare.id);
    expect(await lacking(lacks)).not.toContain(whole.id);
  }
  const { counts, lacks } = (await reader.call('GET /v1/admin/ecu/system')).body;
  expect(counts.find(({ key }) => key === 'tunes')?.count).toBeGreaterThanOrEqual(2);
  const all = await server.db
    .selectFrom('tunes')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  const toolless = lacks.find(({ key }) => key === 'tunes-without-tools')?.count ?? 0;
  expect(toolless).toBeGreaterThan(0);
  expect(toolless).toBeLessThan(Number(all.n));
});

describe('SEO texts', () => {
  test('texts of a make are read, stored and protected from overwriting (C324 C325)', async () => {
    const make = await made('makes', { name: fresh('Marque') });
    const params = { id: make.id };
    const empty = (await reader.call('GET /v1/admin/ecu/makes/:id/seo', { params })).body;
    expect(empty).toMatchObject({ make: { id: make.id, name: make.name }, title: '', description: '', text: '' });
    const texts = { title: 'Tuning', description: 'For every model.', text: 'Long.' };
    const saved = await cmsTuner.call('PUT /v1/admin/ecu/makes/:id/seo', {
      params,
      body: texts,
      readAt: empty.updated_at,
    });
    expect(saved.body).toMatchObject(texts);
    const stale = await editor.call('PUT /v1/admin/ecu/makes/:id/seo', {
      params,
      body: texts,
      readAt: empty.updated_at,
    });
    expect(stale.status).toBe(412);
    expect((stale.body as unknown as { current: unknown }).current).toMatchObject(texts);
    const long = await editor.call('PUT /v1/admin/ecu/makes/:id/seo', {
      params,
      body: { ...texts, title: 'x'.repeat(121) },
      readAt: saved.body.updated_at,
    });
    expect(Object.keys(errors(long))).toEqual(['title']);
    expect((await reader.call('PUT /v1/admin/ecu/makes/:id/seo', { params, body: texts })).status).toBe(403);
  });
});

describe('mass attach', () => {
  test('a tune is attached to all engines of a filter; a preview only counts, and repeating changes nothing (C326)', async () => {
    const { make, engine } = await smallCatalog();
    const diesel = await made('engines', { make_id: make.id, name: '2.0 TDI', fuel: 'diesel' });
    const petrol = await made('engines', { make_id: make.id, name: '1.4 TSI' });
    const tune = await made('tunes', { name: 'Stage 1' });
    const attach = async (dry_run: boolean) =>
      (
        await cmsTuner.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
          params: { id: tune.id },
          body: { engines: { make_id: make.id, fuel: 'petrol' }, engine_ids: [engine.id, diesel.id], dry_run },
        })
      ).body;
    const preview = await attach(true);
    expect(preview.engines).toMatchObject({ attached: 3, already_attached: 0 });
    expect(preview.engines.sample.map(({ id }) => id).sort()).toEqual([engine.id, diesel.id, petrol.id].sort());
    expect((await shown<{ engine_count: number }>('tunes', tune.id)).engine_count).toBe(0);

    expect((await attach(false)).engines).toMatchObject({ attached: 3, already_attached: 0 });
    expect((await attach(false)).engines).toMatchObject({ attached: 0, already_attached: 3, sample: [] });
    expect((await shown<{ engine_count: number }>('tunes', tune.id)).engine_count).toBe(3);
    const history = (await reader.call('GET /v1/admin/ecu/history', { query: { kind: 'tunes', id: tune.id } })).body
      .data;
    expect(history.map(({ act }) => act)).toEqual(['catalog.mass-attach', 'catalog.create']);
  });

  test('excluded engines do not get the tune, the list finds it by vehicle, and the attachment is undone (C326)', async () => {
    const { make, engine } = await smallCatalog();
    const other = await made('engines', { make_id: make.id, name: 'Zeppelin 9.9', fuel: 'diesel' });
    const tune = await made('tunes', { name: 'Stage 9' });
    const params = { id: tune.id };
    const body = { engines: { make_id: make.id }, except_ids: [engine.id], dry_run: false };
    const done = (await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', { params, body })).body;
    expect(done.engines.ids).toEqual([other.id]);
    const found = async () =>
      (await reader.call('GET /v1/admin/ecu/tunes', { query: { search: 'zeppelin 9' } })).body.data.map(
        ({ id, vehicle }) => ({ id, vehicle }),
      );
    expect(await found()).toEqual([{ id: tune.id, vehicle: expect.stringContaining('Zeppelin 9.9') }]);
    const undo = { engine_ids: done.engines.ids };
    const undone = await editor.call('POST /v1/admin/ecu/tunes/:id/mass-detach', { params, body: undo });
    expect(undone.body).toEqual({ engines: 1, transmissions: 0 });
    expect(await found()).toEqual([]);
  });

  test('a stale save of an engine cannot remove the attached tune (C326)', async () => {
    const { engine } = await smallCatalog();
    const tune = await made('tunes', { name: 'Stage 1' });
    await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
      params: { id: tune.id },
      body: { engine_ids: [engine.id] },
    });
    const stale = await editor.call('PATCH /v1/admin/ecu/engines/:id', {
      params: { id: engine.id },
      body: { tunes: [] },
      readAt: engine.updated_at,
    });
    expect(stale.status).toBe(412);
  });

  test('subscribers to the first tune of an engine are notified once, and the engine cannot be deleted meanwhile (C326)', async () => {
    const make = await made('makes', { name: fresh('Marque') });
    const engine = await made('engines', { make_id: make.id, name: '2.0 TDI' });
    await server.db
      .insertInto('catalog_subscriptions')
      .values({ email: 'who@example.test', engine_id: engine.id, region: 1, token_sha256: Buffer.alloc(32, 1) })
      .execute();
    const refused = await editor.call('DELETE /v1/admin/ecu/engines/:id', { params: { id: engine.id } });
    expect(message(refused)).toContain('1 person waiting for news');
    const tune = await made('tunes', { name: 'Stage 1' });
    const attach = (dry_run: boolean) =>
      editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
        params: { id: tune.id },
        body: { engine_ids: [engine.id], dry_run },
      });
    const history = async () =>
      (
        await server.db
          .selectFrom('catalog_subscriptions')
          .select('notified_at')
          .where('engine_id', '=', engine.id)
          .executeTakeFirst()
      )?.notified_at;
    await attach(true);
    expect(await history()).toBeNull();
    await attach(false);
    expect(await history()).toBeInstanceOf(Date);
  });

  test('a missing engine is reported, and nothing is attached (C326)', async () => {
    const { engine } = await smallCatalog();
    const tune = await made('tunes', { name: 'Stage 1' });
    const refused = await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
      params: { id: tune.id },
      body: { engine_ids: [engine.id, 999_999] },
    });
    expect(errors(refused)).toEqual({ engine_ids: ['There is no engine 999999.'] });
    expect((await shown<{ engine_count: number }>('tunes', tune.id)).engine_count).toBe(0);
  });
});

describe('bulk edit', () => {
  test('sets one value on many records in one audit event, and rolls back if a record is missing', async () => {
    const tunes = [await made('tunes', { name: 'A' }), await made('tunes', { name: 'B' })];
    const tier = await made('tune-pricing-tiers', { name: fresh('Tier') });
    const edit = (ids: number[], change: object) =>
      cmsTuner.call('POST /v1/admin/ecu/bulk-edit', { body: { kind: 'tunes', ids, change } });
    expect((await edit([...tunes.map(({ id }) => id), 999_999], { optional: true })).status).toBe(404);
    expect((await shown<{ optional: boolean }>('tunes', tunes[0]?.id ?? 0)).optional).toBe(false);
    const done = await edit(
      tunes.map(({ id }) => id),
      { tier_id: tier.id, optional: true },
    );
    expect(done.body).toEqual({ changed: 2, unchanged: 0 });
    for (const { id } of tunes) expect(await shown('tunes', id)).toMatchObject({ tier_id: tier.id, optional: true });
    const bad = await edit([tunes[0]?.id ?? 0], { horsepower: 'many' });
    expect(Object.keys(errors(bad))).toEqual(['horsepower']);
    expect((await reader.call('POST /v1/admin/ecu/bulk-edit', { body: {} })).status).toBe(403);
  });
});

describe('duplicates', () => {
  const merge = (entity: string, kept_id: number, merged_ids: number[], dry_run = false) =>
    editor.call('POST /v1/admin/ecu/duplicates/merge', { body: { entity, kept_id, merged_ids, dry_run } });

  test('names that differ only in case and punctuation are grouped within their make (C327)', async () => {
    const { make } = await smallCatalog();
    const other = await smallCatalog();
    const a = await made('models', { make_id: make.id, name: 'CC 4-Motion', slug: 'cc-4-motion' });
    const b = await made('models', { make_id: make.id, name: 'cc 4motion', slug: 'cc-4motion' });
    await made('models', { make_id: other.make.id, name: 'CC 4motion' });
    const { data } = (await reader.call('GET /v1/admin/ecu/duplicates', { query: { entity: 'models' } })).body;
    const group = data.find(({ within }) => within === make.name);
    expect(group?.records.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort());
    expect(data.find(({ within }) => within === other.make.name)).toBeUndefined();
  });

  test('two tunes of one name on one engine are merged with all their references (C327 C328)', async () => {
    const { engine, ...catalog } = await smallCatalog();
    const second = await made('engines', { make_id: catalog.make.id, name: '1.8 TSI' });
    const gearbox = await made('transmissions', { make_id: catalog.make.id, name: 'DQ250' });
    const type = await made('tune-types', { name: fresh('Stage') });
    const needed = await made('tunes', { name: 'Base file' });
    const [kept, double] = [
      await made('tunes', { name: 'Stage 1' }),
      await made('tunes', { name: 'STAGE-1', tune_types: [type.id], requires: [needed.id] }),
    ];
    const adder = await made('tunes', { name: 'Add-on', requires: [double.id], recommended: [double.id] });
    for (const [id, body] of [
      [kept.id, { engine_ids: [engine.id] }],
      [double.id, { engine_ids: [engine.id, second.id], transmission_ids: [gearbox.id] }],
    ] as const)
      await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', { params: { id }, body });
    const { data } = (await reader.call('GET /v1/admin/ecu/duplicates', { query: { entity: 'tunes' } })).body;
    expect(data.map(({ records }) => records.map(({ id }) => id).sort())).toContainEqual([kept.id, double.id].sort());

    const preview = await merge('tunes', kept.id, [double.id], true);
    expect(preview.body.moved).toEqual(
      expect.arrayContaining([
        { what: 'engines', count: 1 },
        { what: 'transmissions', count: 1 },
        { what: 'tune types', count: 1 },
        { what: 'links between tunes', count: 3 },
      ]),
    );
    expect((await editor.call('GET /v1/admin/ecu/tunes/:id', { params: { id: double.id } })).status).toBe(200);

    const done = await merge('tunes', kept.id, [double.id]);
    expect(done.body).toEqual({ ...preview.body, dry_run: false });
    expect(await shown('tunes', kept.id)).toMatchObject({
      engine_count: 2,
      transmission_count: 1,
      tune_types: [{ id: type.id }],
      requires: [{ id: needed.id }],
    });
    expect(await shown('tunes', adder.id)).toMatchObject({
      requires: [{ id: kept.id }],
      recommended: [{ id: kept.id }],
    });
    expect((await editor.call('GET /v1/admin/ecu/tunes/:id', { params: { id: double.id } })).status).toBe(404);
    const history = (await reader.call('GET /v1/admin/ecu/history', { query: { kind: 'tunes', id: kept.id } })).body
      .data;
    expect(history[0]?.act).toBe('catalog.merge');
  });

  test('tunes with different tools are not merged, and the refusal says why (C328)', async () => {
    const tool = await made('tools', { name: fresh('Tool'), currency: 'USD' });
    const [a, b] = [await made('tunes', { name: 'S1' }), await made('tunes', { name: 'S1', tools: [tool.id] })];
    const refused = await merge('tunes', a.id, [b.id]);
    expect(refused.status).toBe(409);
    expect(message(refused)).toContain('different tools');
  });

  test('two models are merged with their vehicles, and equal vehicles become one (C328)', async () => {
    const { make, years, model, engine } = await smallCatalog();
    const double = await made('models', { make_id: make.id, name: 'Golf.', slug: 'golf-2' });
    const third = await made('years', { make_id: make.id, year: '2017' });
    const diesel = await made('engines', {
      make_id: make.id,
      name: '2.0 TDI',
      vehicles: [
        { model_id: double.id, year_id: years[0].id },
        { model_id: double.id, year_id: third.id },
      ],
    });
    const guide = await made('guides', { make_id: make.id, model_id: double.id, title: 'Guide' });
    const done = await merge('models', model.id, [double.id]);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const kept = await shown<{ years: { name: string }[] }>('models', model.id);
    expect(kept.years.map(({ name }) => name)).toEqual(['2017', '2016', '2015']);
    const pairs = async (id: number) =>
      (await shown<{ vehicles: { model_id: number; year_id: number }[] }>('engines', id)).vehicles;
    expect((await pairs(diesel.id)).map(({ model_id, year_id }) => [model_id, year_id])).toEqual([
      [model.id, third.id],
      [model.id, years[0].id],
    ]);
    expect(await pairs(engine.id)).toHaveLength(2);
    expect(await shown('guides', guide.id)).toMatchObject({ model_id: model.id });
  });

  test('two makes are merged: shared records are combined, all others move to the new make (C328)', async () => {
    const kept = await smallCatalog();
    const gone = await smallCatalog();
    const only = await made('years', { make_id: gone.make.id, year: '1999' });
    const passat = await made('models', { make_id: gone.make.id, name: 'Passat', years: [only.id, gone.years[0].id] });
    const gearbox = await made('transmissions', { make_id: gone.make.id, name: 'DQ250' });
    const vr6 = await made('engines', {
      make_id: gone.make.id,
      name: '3.2 VR6',
      transmissions: [gearbox.id],
      vehicles: [
        { model_id: passat.id, year_id: only.id },
        { model_id: passat.id, year_id: gone.years[0].id },
        { model_id: gone.model.id, year_id: gone.years[1].id },
      ],
    });
    const tune = await made('tunes', { name: 'Stage 1' });
    await editor.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
      params: { id: tune.id },
      body: { engine_ids: [gone.engine.id] },
    });
    const guide = await made('guides', { make_id: gone.make.id, year_id: gone.years[0].id, title: 'Guide' });

    const done = await merge('makes', kept.make.id, [gone.make.id]);
    expect(done.status, JSON.stringify(done.body)).toBe(200);

    const engine = await shown<{ make_id: number; vehicles: object[]; tunes: object[] }>('engines', kept.engine.id);
    expect(engine.tunes).toMatchObject([{ id: tune.id }]);
    expect(engine.vehicles).toHaveLength(2);
    const moved = await shown<{ make_id: number; vehicles: { model_id: number; year_id: number }[] }>(
      'engines',
      vr6.id,
    );
    expect(moved.make_id).toBe(kept.make.id);
    expect(moved.vehicles.map(({ model_id, year_id }) => [model_id, year_id])).toEqual([
      [kept.model.id, kept.years[1].id],
      [passat.id, kept.years[0].id],
      [passat.id, only.id],
    ]);
    expect(await shown('models', passat.id)).toMatchObject({ make_id: kept.make.id });
    expect(await shown('transmissions', gearbox.id)).toMatchObject({ make_id: kept.make.id });
    expect(await shown('guides', guide.id)).toMatchObject({ make_id: kept.make.id, year_id: kept.years[0].id });
    expect((await editor.call('GET /v1/admin/ecu/makes/:id', { params: { id: gone.make.id } })).status).toBe(404);
    const words = await server.db
      .selectFrom('model_search')
      .select('words')
      .where('model_id', '=', passat.id)
      .executeTakeFirst();
    expect(words?.words).toContain(kept.make.name.toLowerCase());
  });

  test('two guides for one vehicle abort a merge without changes (C328)', async () => {
    const kept = await smallCatalog();
    const gone = await smallCatalog();
    await made('guides', { make_id: kept.make.id, title: 'One' });
    await made('guides', { make_id: gone.make.id, title: 'Two' });
    const refused = await merge('makes', kept.make.id, [gone.make.id]);
    expect(refused.status).toBe(409);
    expect(message(refused)).toContain('guide');
    expect(await shown('models', gone.model.id)).toMatchObject({ make_id: gone.make.id });
  });

  test('transmissions are merged with their engines and vehicles; merging one into itself is refused (C328)', async () => {
    const make = await made('makes', { name: fresh('Marque') });
    const [a, b] = [
      await made('transmissions', { make_id: make.id, name: 'DQ 250', slug: 'a' }),
      await made('transmissions', { make_id: make.id, name: 'DQ250', slug: 'b' }),
    ];
    const engine = await made('engines', { make_id: make.id, name: 'X', transmissions: [b.id] });
    expect((await merge('transmissions', a.id, [a.id])).status).toBe(422);
    expect((await merge('transmissions', a.id, [b.id])).status).toBe(200);
    expect(await shown('engines', engine.id)).toMatchObject({ transmissions: [{ id: a.id }] });
  });
});

function upload(client: Client, path: string, fields: Record<string, string>, csv: string | null) {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (csv !== null)
    parts.push(
      `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="run.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n`,
    );
  return client.request('POST', `/api${path}`, {
    body: `${parts.join('')}--${edge}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  }) as Promise<{ status: number; body: unknown }>;
}

describe('price sheet', () => {
  const path = '/v1/admin/ecu/tunes/prices-csv';
  const price = (currency: string, baseprice: string) => ({
    currency,
    baseprice,
    baseaddonprice: null,
    dealerprice: null,
    dealeraddonprice: null,
  });

  test('prices are exported, edited and imported, and an unchanged file changes nothing', async () => {
    const tune = await made('tunes', {
      name: '=Stage, 1',
      part_number: fresh('PN'),
      prices: [price('EUR', '400.00'), price('USD', '499.00')],
    });
    const sheet = (await reader.request('GET', `/api${path}`)).raw.body;
    expect(sheet).toContain(`${tune.id},`);
    expect(sheet).toContain(`"'=Stage, 1",EUR,400.00,,,`);
    const same = await upload(editor, path, { dry_run: 'false' }, sheet);
    expect(same.status, JSON.stringify(same.body)).toBe(200);
    expect(same.body).toMatchObject({ changed: 0 });

    const changed = sheet
      .split('\r\n')
      .map((line) => (line.startsWith(`${tune.id},`) ? line.replace('499.00', '525').replace('400.00', '') : line))
      .join('\r\n');
    const preview = await upload(editor, path, { dry_run: 'true' }, changed);
    expect(preview.body).toMatchObject({
      dry_run: true,
      changed: 1,
      sample: [{ id: tune.id, before: '400.00 EUR, 499.00 USD', after: '525 USD' }],
    });
    expect((await shown<{ prices: object[] }>('tunes', tune.id)).prices).toHaveLength(2);
    expect((await upload(cmsTuner, path, { dry_run: 'false' }, changed)).body).toMatchObject({ changed: 1 });
    expect((await shown<{ prices: object[] }>('tunes', tune.id)).prices).toEqual([price('USD', '525.00')]);
    const [history] = (await reader.call('GET /v1/admin/ecu/history', { query: { kind: 'tunes', id: tune.id } })).body
      .data;
    expect(history?.changes.map(({ field }) => field)).toEqual(['prices']);
  });

  test('an invalid line is reported and nothing is stored; read permission does not allow imports', async () => {
    const tune = await made('tunes', { name: 'Stage 1', part_number: fresh('PN') });
    const head = 'tune_id,currency,baseprice';
    const sheet = `${head}\n${tune.id},USD,100\n999999,USD,1\n${tune.id},JPY,1.5\n${tune.id},XXX,1\n${tune.id},USD,5\n`;
    const refused = await upload(editor, path, { dry_run: 'false' }, sheet);
    expect(refused.status).toBe(422);
    expect(errors(refused).file).toEqual([
      'Line 3: there is no tune 999999.',
      'Line 4: JPY has no decimals.',
      'Line 5: Choose a currency from the list.',
      `Line 6: USD is listed twice for tune ${tune.id}.`,
    ]);
    expect((await shown<{ prices: object[] }>('tunes', tune.id)).prices).toEqual([]);
    expect((await upload(reader, path, {}, sheet)).status).toBe(403);
  });
});

describe('dyno files', () => {
  test('a CSV becomes a run with source upload, and can be deleted (C270 C271)', async () => {
    const tune = await made('tunes', { name: 'Stage 1', regions: [1] });
    const reply = await upload(
      cmsTuner,
      '/dyno-csv',
      { tune: String(tune.id), label: 'Stage 1, 98 RON' },
      'rpm,horsepower,torque (Nm)\n2000,100,350\n3000,,400\n4000,210,380\n',
    );
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    const run = reply.body as { id: number };
    expect(run).toMatchObject({ tune: { id: tune.id }, label: 'Stage 1, 98 RON', source: 'upload', points: 3 });
    const row = await server.db.selectFrom('dyno_csvs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      rpm: [2000, 3000, 4000],
      horsepower: [100, null, 210],
      torque_unit: 'Nm',
      crank_torque: null,
    });
    const { data } = (await reader.call('GET /v1/admin/ecu/dyno', { query: { tune_id: tune.id } })).body;
    expect(data.map(({ id }) => id)).toEqual([run.id]);
    const shown = await reader.call('GET /dyno-csv/:id', { params: { id: run.id } });
    expect(shown.body).toMatchObject({
      horsepower: { value: 210 },
      points: { rpm: [2000, 3000, 4000], horsepower: [100, null, 210], torque: [350, 400, 380] },
    });
    expect((await reader.call('DELETE /dyno-csv/:id', { params: { id: run.id } })).status).toBe(403);
    expect((await cmsTuner.call('DELETE /dyno-csv/:id', { params: { id: run.id } })).status).toBe(204);
    expect((await cmsTuner.call('DELETE /dyno-csv/:id', { params: { id: run.id } })).status).toBe(404);
    expect((await reader.call('GET /dyno-csv/:id', { params: { id: run.id } })).status).toBe(404);
  });

  test('the invalid line is reported, and nothing is stored (C270)', async () => {
    const tune = await made('tunes', { name: 'Stage 1' });
    const reply = await upload(
      editor,
      '/dyno-csv',
      { tune: String(tune.id), label: 'Run' },
      'rpm,torque\n2000,100\n2500,abc\n',
    );
    expect(reply.status).toBe(422);
    expect(errors(reply).file?.[0]).toBe('Line 3, torque: this is not a number (abc).');
    expect((await upload(editor, '/dyno-csv', { tune: String(tune.id), label: 'Run' }, null)).status).toBe(422);
    expect((await reader.call('GET /v1/admin/ecu/dyno', { query: { tune_id: tune.id } })).body.total).toBe(0);
  });

  test('an upload without write permission is refused before any byte is received (C270)', async () => {
    expect((await upload(reader, '/dyno-csv', { tune: '1', label: 'Run' }, 'rpm,torque\n1,1\n')).status).toBe(403);
    expect((await upload(server.anonymous, '/dyno-csv', { tune: '1', label: 'Run' }, 'rpm,torque\n1,1\n')).status).toBe(
      401,
    );
  });
});

test('browsing goes by make, model, year and engines, and an unknown segment responds 404', async () => {
  const { make, engine } = await smallCatalog();
  const slug = make.name.toLowerCase().replace(' ', '-');
  const look = async (query: object) => (await reader.call('GET /v1/admin/ecu/browse', { query })).body;
  expect((await look({ make: slug })).entries).toMatchObject([{ slug: 'golf', count: 2 }]);
  expect((await look({ make: slug, model: 'golf' })).entries.map(({ slug }) => slug)).toEqual(['2016', '2015']);
  expect((await look({ make: slug, model: 'golf', year: '2015' })).entries).toMatchObject([{ id: engine.id }]);
  expect((await reader.call('GET /v1/admin/ecu/browse', { query: { make: slug, model: 'polo' } })).status).toBe(404);
});
