import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { CallKey } from '@tuneport/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { kinds } from './kinds/index.ts';

// Tests every kind of record through its life cycle: list, create, show, update, history, delete, and denied access.

let server: TestServer;
let editor: Client;
let reader: Client;
let cmsTuner: Client;
let user: Client;
let admin: Client;

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  editor = await server.as({ role: 0, flags: ['tcrw'] });
  reader = await server.as({ role: 0, flags: ['tcro'] });
  cmsTuner = await server.as({ role: 0, flags: ['ct'] });
  user = await server.as({ role: 0 });
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

type Fields = Record<string, unknown>;
type Life = {
  kind: RecordKindName;
  /** The rows of the specification: list, create, show, update, delete. */
  ids: string;
  path: string;
  list: string;
  make: () => Promise<Fields>;
  change: Fields;
  /** An invalid value and the field that is reported. */
  bad: readonly [Fields, string];
  /** Creates a record that depends on this one. */
  hang: ((id: number) => Promise<unknown>) | null;
  writers: 'catalog.write' | 'catalog.settings';
};

let serial = 0;
function next(): number {
  serial += 1;
  return serial;
}
const made = async (path: string, body: Fields, by = admin): Promise<{ id: number; updated_at: string } & Fields> => {
  const reply = await by.call(`POST ${path}` as CallKey, { body });
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(201);
  return reply.body as never;
};
const aMake = (name = `Make ${next()}`) => made('/v1/admin/ecu/makes', { name });
const aTune = (name = `Tune ${next()}`) => made('/v1/admin/ecu/tunes', { name });
const aTool = () => made('/v1/admin/ecu/tools', { name: `Tool ${next()}`, currency: 'USD' });

const lives: readonly Life[] = [
  {
    kind: 'makes',
    ids: 'C289 C290 C291 C292 C293',
    path: '/v1/admin/ecu/makes',
    list: 'GET /v1/admin/ecu/makes',
    make: async () => ({ name: `Maker ${next()}`, regions: [1] }),
    change: { regions: [2] },
    bad: [{ regions: [] }, 'regions'],
    hang: (make_id) => made('/v1/admin/ecu/models', { make_id, name: 'Golf' }),
    writers: 'catalog.write',
  },
  {
    kind: 'years',
    ids: 'C294 C295 C296 C297 C298',
    path: '/v1/admin/ecu/years',
    list: 'GET /v1/admin/ecu/years',
    make: async () => ({ make_id: (await aMake()).id, year: '2015.5' }),
    change: { year: 'Series' },
    bad: [{ year: '15th' }, 'year'],
    hang: async (id) => {
      const { body } = await admin.call('GET /v1/admin/ecu/years/:id', { params: { id } });
      return made('/v1/admin/ecu/models', { make_id: body.make_id, name: 'Golf', years: [id] });
    },
    writers: 'catalog.write',
  },
  {
    kind: 'models',
    ids: 'C299 C300 C301 C302 C303',
    path: '/v1/admin/ecu/models',
    list: 'GET /v1/admin/ecu/models',
    make: async () => {
      const make = await aMake();
      const year = await made('/v1/admin/ecu/years', { make_id: make.id, year: '2015' });
      return { make_id: make.id, name: 'Golf R', family: 'Golf', years: [year.id] };
    },
    change: { name: 'Golf GTI', family: '' },
    bad: [{ years: [999_999] }, 'years'],
    hang: async (id) => {
      const { body } = await admin.call('GET /v1/admin/ecu/models/:id', { params: { id } });
      return made('/v1/admin/ecu/engines', {
        make_id: body.make_id,
        name: '2.0 TSI',
        vehicles: [{ model_id: id, year_id: body.years[0]?.id }],
      });
    },
    writers: 'catalog.write',
  },
  {
    kind: 'engines',
    ids: 'C304 C305 C306 C307 C308',
    path: '/v1/admin/ecu/engines',
    list: 'GET /v1/admin/ecu/engines',
    make: async () => ({
      make_id: (await aMake()).id,
      name: '2.0 TSI',
      displacement_l: '1.98',
      cylinders: 4,
      fuel: 'petrol',
      aspiration: 'turbo',
      tool_restrictions: [(await aTool()).id],
      other_role_discounts: [{ key: 'dealer', percent: '12.5' }],
    }),
    change: { code: 'EA888', power_hp: '292', other_role_discounts: [{ key: 'dealer', percent: '15' }] },
    bad: [{ tunes: [999_999] }, 'tunes'],
    hang: async (id) =>
      admin.call('POST /v1/admin/ecu/tunes/:id/mass-attach', {
        params: { id: (await aTune()).id },
        body: { engine_ids: [id] },
      }),
    writers: 'catalog.write',
  },
  {
    kind: 'transmissions',
    ids: 'C309 C310 C311 C312 C313',
    path: '/v1/admin/ecu/transmissions',
    list: 'GET /v1/admin/ecu/transmissions',
    make: async () => ({ make_id: (await aMake()).id, name: 'DQ250', kind: 'dual-clutch', gears: 6, awd: true }),
    change: { gears: 7, code: 'DQ381', tunes: [] },
    bad: [{ gears: 99 }, 'gears'],
    hang: async (id) => {
      const { body } = await admin.call('GET /v1/admin/ecu/transmissions/:id', { params: { id } });
      return made('/v1/admin/ecu/engines', { make_id: body.make_id, name: '2.0 TSI', transmissions: [id] });
    },
    writers: 'catalog.write',
  },
  {
    kind: 'tunes',
    ids: 'C314 C315 C316 C317 C318',
    path: '/v1/admin/ecu/tunes',
    list: 'GET /v1/admin/ecu/tunes',
    make: async () => ({
      name: 'Stage 1',
      part_number: `PN-${next()}`,
      optional: false,
      horsepower: '310',
      torque: '299.5',
      crank_horsepower: '340',
      prices: [
        { currency: 'JPY', baseprice: '70000', baseaddonprice: null, dealerprice: null, dealeraddonprice: null },
        {
          currency: 'USD',
          baseprice: '499.00',
          baseaddonprice: '99.00',
          dealerprice: '399.00',
          dealeraddonprice: null,
        },
      ],
      cost: '12.50',
      cost_currency: 'USD',
      give_split_credits: true,
      split_ecu_credit_amt: 1,
      tools: [(await aTool()).id],
      requires: [(await aTune()).id],
      recommended: [(await aTune()).id],
    }),
    change: { name: 'Stage 1+', optional: true, prices: [], staff_notes: 'Ask first.' },
    bad: [
      {
        prices: [
          { currency: 'JPY', baseprice: '70.5', baseaddonprice: null, dealerprice: null, dealeraddonprice: null },
        ],
      },
      'prices',
    ],
    hang: async (id) => made('/v1/admin/ecu/tunes', { name: 'Add-on', requires: [id] }),
    writers: 'catalog.write',
  },
  {
    kind: 'guides',
    ids: 'C319 C320 C321 C322 C323',
    path: '/v1/admin/ecu/guides',
    list: 'GET /v1/admin/ecu/guides',
    make: async () => ({ make_id: (await aMake()).id, title: 'How to remove the ECU', text: 'With care.' }),
    change: { title: 'How to reach the ECU' },
    bad: [{ model_id: 999_999 }, 'model_id'],
    hang: null,
    writers: 'catalog.write',
  },
  {
    kind: 'tune-types',
    ids: 'S366 C275 C276 C277 C278',
    path: '/tune-types',
    list: 'GET /v1/admin/ecu/tune-types',
    make: async () => ({ name: `Stage ${next()}`, is_awd: true, categories: ['stage-1', 'performance'] }),
    change: { is_awd: false, is_dsg: true },
    bad: [{ categories: ['racing'] }, 'categories.0'],
    hang: async (id) => made('/v1/admin/ecu/tunes', { name: 'Stage 1', tune_types: [id] }),
    writers: 'catalog.write',
  },
  {
    kind: 'tune-type-groups',
    ids: 'S366 C280 C281 C282 C283',
    path: '/tune-type-groups',
    list: 'GET /tune-type-groups',
    make: async () => ({ name: `Group ${next()}` }),
    change: { name: 'Stages', position: 3 },
    bad: [{ types: [999_999] }, 'types'],
    hang: async (group_id) => made('/tune-types', { name: `Stage ${next()}`, group_id }),
    writers: 'catalog.write',
  },
  {
    kind: 'tune-pricing-tiers',
    ids: 'S366 C284 C285 C286 C287 C288',
    path: '/tune-pricing-tiers',
    list: 'GET /tune-pricing-tiers',
    make: async () => ({
      name: `Tier ${next()}`,
      prices: [
        { currency: 'CAD', baseprice: '599.99', baseaddonprice: null, dealerprice: '450.00', dealeraddonprice: null },
      ],
    }),
    change: { position: 9 },
    bad: [{ name: '' }, 'name'],
    hang: async (tier_id) => made('/v1/admin/ecu/tunes', { name: 'Stage 1', tier_id }),
    writers: 'catalog.write',
  },
  {
    kind: 'tools',
    ids: 'C332 C333 C334',
    path: '/v1/admin/ecu/tools',
    list: 'GET /v1/admin/ecu/tools',
    make: async () => ({ name: `Cable ${next()}`, currency: 'USD', install_fee: '49.00', is_rentable: true }),
    change: { rental_fee: '19.50', currency: 'EUR', is_fz3: true },
    bad: [{ install_fee: '4.999' }, 'install_fee'],
    hang: async (id) => made('/v1/admin/ecu/tunes', { name: 'Stage 1', tools: [id] }),
    writers: 'catalog.settings',
  },
];

const at = (path: string, method: string) => `${method} ${path}/:id` as CallKey;
const historyOf = async (kind: RecordKindName, id: number) =>
  (await reader.call('GET /v1/admin/ecu/history', { query: { kind, id } })).body.data;

describe.each(lives)('$kind', ({ kind, ids, path, list, make, change, bad, hang, writers }) => {
  test(`${ids} S367 is created, listed, shown, changed and deleted, and its history tells who did it`, async () => {
    const fields = await make();
    const record = await made(path, fields, editor);
    const shown = await reader.call(at(path, 'GET'), { params: { id: record.id } });
    expect(shown.status).toBe(200);
    expect(shown.body).toEqual(record);
    for (const [field, value] of Object.entries(fields)) expect(sent(record[field]), field).toEqual(value);

    const { status, body: listed } = await reader.call(
      list as CallKey,
      list.includes('admin') ? { query: { sort: '-updated_at' } } : {},
    );
    expect(status).toBe(200);
    const rows = (Array.isArray(listed) ? listed : (listed as { data: unknown[] }).data) as { id: number }[];
    expect(rows.map((row) => row.id)).toContain(record.id);

    const changed = await editor.call(at(path, 'PATCH'), {
      params: { id: record.id },
      body: change,
      readAt: record.updated_at,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const after = changed.body as unknown as Fields & { updated_at: string };
    for (const [field, value] of Object.entries(change)) expect(sent(after[field]), field).toEqual(value);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(record.updated_at));
    for (const field of Object.keys(fields))
      if (!(field in change) && !touchedBy(change, field)) expect(after[field], field).toEqual(record[field]);

    const [update, create] = await historyOf(kind, record.id);
    expect(create).toMatchObject({ act: 'catalog.create' });
    expect(update).toMatchObject({ act: 'catalog.update' });
    expect(update?.by).toBeTruthy();
    for (const change of update?.changes ?? []) expect(change.before).not.toEqual(change.after);

    expect((await editor.call(at(path, 'DELETE'), { params: { id: record.id } })).status).toBe(204);
    expect((await reader.call(at(path, 'GET'), { params: { id: record.id } })).status).toBe(404);
  });

  test('an update without changes keeps the timestamp and writes no audit event', async () => {
    const record = await made(path, await make());
    const same = await admin.call(at(path, 'PATCH'), {
      params: { id: record.id },
      body: {},
      readAt: record.updated_at,
    });
    expect(same.body).toEqual(record);
    expect(await historyOf(kind, record.id)).toHaveLength(1);
  });

  test('an invalid field is named, an unknown field is refused, and nothing is stored', async () => {
    const record = await made(path, await make());
    const send = (body: Fields) =>
      admin.call(at(path, 'PATCH'), { params: { id: record.id }, body, readAt: record.updated_at });
    const refused = await send(bad[0]);
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as unknown as { errors: object }).errors)).toEqual([bad[1]]);
    expect((await send({ nonsense: 1 })).status).toBe(422);
    expect((await admin.call(at(path, 'GET'), { params: { id: record.id } })).body).toEqual(record);
  });

  test('a stale save is refused with the current version; a save without a timestamp is refused', async () => {
    const record = await made(path, await make());
    const params = { id: record.id };
    const first = await admin.call(at(path, 'PATCH'), { params, body: change, readAt: record.updated_at });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const second = await editor.call(at(path, 'PATCH'), { params, body: change, readAt: record.updated_at });
    expect(second.status).toBe(412);
    expect((second.body as unknown as { current: unknown }).current).toEqual(first.body);
    expect((await editor.call(at(path, 'PATCH'), { params, body: change })).status).toBe(428);
  });

  test('of two concurrent saves one is refused and no change is lost', async () => {
    const record = await made(path, await make());
    const save = (by: Client) =>
      by.call(at(path, 'PATCH'), { params: { id: record.id }, body: change, readAt: record.updated_at });
    const replies = await Promise.all([save(admin), save(editor)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 412]);
    expect(await historyOf(kind, record.id)).toHaveLength(2);
  });

  test('a user with read permission cannot write, and a user without a flag sees nothing (S368)', async () => {
    const record = await made(path, await make());
    const params = { id: record.id };
    const forbidden = writers === 'catalog.settings' ? [reader, cmsTuner, user] : [reader, user];
    for (const client of forbidden) {
      expect((await client.call(`POST ${path}` as CallKey, { body: await make() })).status).toBe(403);
      const changed = await client.call(at(path, 'PATCH'), { params, body: change, readAt: record.updated_at });
      expect(changed.status).toBe(403);
      expect((await client.call(at(path, 'DELETE'), { params })).status).toBe(403);
    }
    expect((await user.call(at(path, 'GET'), { params })).status).toBe(403);
    expect((await user.call('GET /v1/admin/ecu/history', { query: { kind, id: record.id } })).status).toBe(403);
    expect((await cmsTuner.call(at(path, 'GET'), { params })).status).toBe(200);
    if (writers === 'catalog.write') expect((await cmsTuner.call(at(path, 'DELETE'), { params })).status).toBe(204);
  });

  if (hang)
    test('deletion is refused while records reference it, and the refusal lists them', async () => {
      const record = await made(path, await make());
      await hang(record.id);
      const refused = await admin.call(at(path, 'DELETE'), { params: { id: record.id } });
      expect(refused.status).toBe(409);
      expect((refused.body as unknown as { message: string }).message).toMatch(/^1 .+ still uses? this/);
      expect((await admin.call(at(path, 'GET'), { params: { id: record.id } })).status).toBe(200);
    });
});

/** Converts a shown record to the form in which it is sent: ids instead of names. */
function sent(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one) => {
    if (typeof one !== 'object' || one === null) return one;
    if ('model_id' in one && 'year_id' in one) return { model_id: one.model_id, year_id: one.year_id };
    return 'id' in one ? one.id : one;
  });
}
const touchedBy = (change: Fields, field: string) => 'currency' in change && field.endsWith('_fee');

test('every table that references a record blocks its deletion, is part of it, or stores a copy of its name', async () => {
  // Tables whose rows are deleted together with their record.
  const parts: Readonly<Record<string, readonly string[]>> = {
    makes: ['seo_texts', 'make_aliases'],
    models: ['model_search', 'model_years', 'model_aliases'],
    engines: ['engine_transmissions', 'engine_tool_restrictions', 'engine_role_discounts'],
    transmissions: ['transmission_tool_restrictions', 'transmission_role_discounts'],
    tunes: ['tune_prices', 'tune_links', 'tune_tune_types', 'tune_tools'],
    tune_pricing_tiers: ['tune_pricing_tier_prices'],
    tools: ['tool_manifest_writes'],
  };
  const counted: Readonly<Record<string, readonly string[]>> = {
    makes: ['years', 'models', 'engines', 'transmissions', 'guides'],
    years: ['model_years', 'guides'],
    models: ['guides'],
    engines: ['vehicles', 'engine_tunes', 'guides', 'catalog_subscriptions'],
    transmissions: ['engine_transmissions', 'vehicle_transmissions', 'transmission_tunes', 'guides'],
    tunes: ['engine_tunes', 'transmission_tunes', 'tune_links', 'dyno_csvs'],
    tune_types: ['tune_tune_types'],
    tune_type_groups: ['tune_types'],
    tune_pricing_tiers: ['tunes'],
    tools: [
      'dealer_tools',
      'tune_tools',
      'engine_tool_restrictions',
      'transmission_tool_restrictions',
      'tool_manifests',
    ],
  };
  // Purchases and requests hold a snapshot of their own; a deletion only clears their reference.
  const remembering: Readonly<Record<string, readonly string[]>> = {
    engines: ['tune_requests'],
    transmissions: ['tune_requests'],
    tunes: ['catalog_purchase_lines'],
    tools: ['catalog_purchase_lines'],
  };
  const { rows } = await sql<{ named: string; by: string }>`
    select distinct confrelid::regclass::text as named, conrelid::regclass::text as by from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${Object.values(kinds).map(({ table }) => table)})`.execute(
    server.db,
  );
  const known = (named: string) => [parts, counted, remembering].flatMap((list) => list[named] ?? []);
  const unknown = rows.filter(({ named, by }) => !known(named).includes(by));
  expect(unknown).toEqual([]);
});
