import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogFactories, cachesRefreshed, catalogFactories, storeSetting } from '../../../testing/catalog.ts';
import { accountDealer, payCard, payLater } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { matchedRequest } from '../../../testing/tuning.ts';

let server: TestServer;
let make: CatalogFactories;
let car: Awaited<ReturnType<typeof tunedCar>>;

beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
  await storeSetting(server, 'tuning_disclaimer', '');
  car = await tunedCar();
});
afterAll(() => server.close());

async function tunedCar() {
  const own = await make.vehicle({ make: 'Acura', transmissions: ['6-speed automatic'] });
  const other = await make.vehicle({ make: 'Volkswagen', transmissions: ['6-speed DSG'] });
  const tool = await make.tool({ name: 'Port', fee: 5_000 });
  const engines = [own.engine.id];
  const stages = [];
  for (const name of ['Stage 1', 'Stage 2', 'Stage 3', 'Stage 4', 'Eco'])
    stages.push(await make.tune({ name, engines, tools: [tool.id] }));
  const [stage1 = { id: 0 }, stage2 = { id: 0 }] = stages;
  const addOn = await make.tune({ name: 'Pops', optional: true, engines, tools: [tool.id] });
  const e85 = await make.tune({ name: 'E85 map', optional: true, engines, tools: [tool.id], requires: [stage2.id] });
  const gearbox = own.transmissions[0]?.id ?? 0;
  const foreignGearbox = other.transmissions[0]?.id ?? 0;
  const tcu = await make.tune({ name: 'TCU', transmissions: [gearbox], tools: [tool.id] });
  const foreignTcu = await make.tune({ name: 'DSG', transmissions: [foreignGearbox], tools: [tool.id] });
  const awdType = await make.tuneType({ name: 'AWD', isAwd: true });
  const awd = await make.tune({ name: 'Haldex', transmissions: [gearbox], tools: [tool.id], types: [awdType.id] });
  const foreign = await make.tune({ name: 'Other', engines: [other.engine.id], tools: [tool.id] });
  const withdrawn = await make.tune({ name: 'Withdrawn', engines, tools: [tool.id], regions: [] });
  await cachesRefreshed(server);
  return {
    engine: own.engine.id,
    gearbox,
    foreignGearbox,
    tool,
    stages,
    stage1,
    stage2,
    addOn,
    e85,
    tcu,
    foreignTcu,
    awd,
    foreign,
    withdrawn,
  };
}

const estimate = (client: Client, body: object) => client.call('POST /v1/catalog/estimate', { body });
const refusal = async (body: object) => {
  const { status, body: reply } = await estimate(server.anonymous, body);
  return [status, (reply as { errors?: unknown }).errors];
};

/** An estimate as stored by an earlier version, which did not validate selections. */
async function storedEstimate(userId: number | null, selection: object): Promise<string> {
  const hash = createHash('sha256').update(randomUUID()).digest('base64url');
  await server.db
    .insertInto('catalog_estimates')
    .values({
      hash,
      region: 1,
      currency: 'CAD',
      total_minor: 100n,
      user_id: userId,
      selection: JSON.stringify({ ...selection, tunes: [] }),
      derivation: '{}',
      expires_at: sql`now() + interval '1 day'`,
    })
    .execute();
  return hash;
}

const impossible = () => {
  const { engine, foreignGearbox, stages, foreignTcu } = car;
  return {
    'five stages at once': [{ engine, tunes: stages.map(({ id }) => id) }, 'tunes'],
    'a foreign gearbox': [
      { engine, tunes: [car.stage1.id], transmission: foreignGearbox, transmission_tunes: [foreignTcu.id] },
      'transmission',
    ],
    'a foreign gearbox without a tune': [
      { engine, tunes: [car.stage1.id], transmission: foreignGearbox },
      'transmission',
    ],
  } as const;
};

describe('an impossible selection', () => {
  test('is refused by the estimate (S443, S444)', async () => {
    for (const [name, [selection, field]] of Object.entries(impossible())) {
      const { status, body } = await estimate(server.anonymous, selection);
      expect([status, Object.keys((body as { errors?: object }).errors ?? {})], name).toEqual([422, [field]]);
    }
    expect(await refusal({ engine: car.engine, tunes: [car.stage1.id, car.stage2.id] })).toEqual([
      422,
      { tunes: ['Only one of these tunes can be installed: Stage 1, Stage 2.'] },
    ]);
  });

  test('is refused by pay and pay-later, even with a previously stored estimate (S443, S444)', async () => {
    const customer = await server.as({});
    const { member, dealer } = await accountDealer(server, { limitMinor: 1_000_000n });
    for (const [name, [selection, field]] of Object.entries(impossible())) {
      const stored = (client: Client) =>
        storedEstimate(client.userId ?? null, { input: { transmission_tunes: [], ...selection } });
      const paid = await payCard(customer, await stored(customer));
      expect([paid.status, Object.keys((paid.body as { errors?: object }).errors ?? {})], name).toEqual([422, [field]]);
      const later = await payLater(member, await stored(member), { dealer: dealer.slug });
      expect(later.status, name).toBe(422);
    }
    const { count } = await server.db
      .selectFrom('catalog_purchases')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  test('is refused by a ticket about it (S443)', async () => {
    const ticket = { title: 'Price', description: 'Please', customer_name: 'Ada', email: 'ada@example.test' };
    const [selection] = impossible()['five stages at once'];
    const { status } = await server.anonymous.call('POST /v1/catalog/via-ticket', {
      body: { ...ticket, selection: { ...selection, tunes: [...selection.tunes] } },
    });
    expect(status).toBe(422);
  });
});

test('an add-on that requires another main tune than the picked one is refused; alone it adds its own (S443)', async () => {
  const { engine, stage1, stage2, e85 } = car;
  expect((await refusal({ engine, tunes: [stage1.id, e85.id] }))[0]).toBe(422);
  const { status, body } = await estimate(server.anonymous, { engine, tunes: [e85.id] });
  expect([status, body.lines.flatMap(({ tune_id }) => tune_id ?? [])]).toEqual([200, [e85.id, stage2.id]]);
});

test('an estimate stored by an earlier release is repriced instead of dropped', async () => {
  const customer = await server.as({});
  const { engine, stage1 } = car;
  const formerKey = 'wish';
  const selection = { [formerKey]: { engine, tunes: [stage1.id], codes: [] } };
  const hash = await storedEstimate(customer.userId ?? null, selection);
  const { status, body } = await payCard(customer, hash);
  expect([status, (body as { code?: string }).code]).toEqual([409, 'total_changed']);
  expect(body).toMatchObject({ current: { lines: [{ tune_id: stage1.id }] } });
});

test('duplicates are priced once', async () => {
  const { engine, stage1, addOn } = car;
  const once = await estimate(server.anonymous, { engine, tunes: [stage1.id, addOn.id] });
  const twice = await estimate(server.anonymous, { engine, tunes: [stage1.id, addOn.id, stage1.id, addOn.id] });
  expect(twice.body.total).toEqual(once.body.total);
});

test('tunes of another engine, retired tunes and unknown records are refused', async () => {
  const { engine, foreign, withdrawn, gearbox, tcu, stage1 } = car;
  for (const tunes of [[foreign.id], [withdrawn.id], [stage1.id, tcu.id], [2_000_000_000]])
    expect((await refusal({ engine, tunes }))[0], String(tunes)).toBe(422);
  expect(
    (await refusal({ engine, tunes: [stage1.id], transmission: gearbox, transmission_tunes: [stage1.id] }))[0],
  ).toBe(422);
  expect((await refusal({ engine, tunes: [stage1.id], transmission: 2_000_000_000 }))[0]).toBe(422);
});

test('an all-wheel-drive tune needs the engine and is subject to its restrictions', async () => {
  const { gearbox, awd } = car;
  const alone = { transmission: gearbox, transmission_tunes: [awd.id] };
  expect(await refusal(alone)).toEqual([
    422,
    { engine: ['Choose the engine of this vehicle to add an all-wheel-drive tune.'] },
  ]);
  expect((await estimate(server.anonymous, { ...alone, engine: car.engine })).status).toBe(200);
});

describe('a tune request', () => {
  const estimateFor = (client: Client, id: number, tuneIds: readonly number[]) =>
    client.call('POST /v1/tune-requests/:id/estimate', { params: { id }, body: { tune_ids: [...tuneIds] } });

  test('does not price or store tunes that exclude each other (S443)', async () => {
    const customer = await server.as({});
    const { id, params } = await matchedRequest(customer, car.engine);
    const three = car.stages.slice(0, 3).map((stage) => stage.id);
    expect(await estimateFor(customer, id, three)).toMatchObject({
      status: 422,
      body: { errors: { tune_ids: ['Only one of these tunes can be installed: Stage 1, Stage 2, Stage 3.'] } },
    });
    expect((await customer.call('PATCH /v1/tune-requests/:id', { params, body: { tune_ids: three } })).status).toBe(
      422,
    );
    expect((await estimateFor(customer, id, [car.stage1.id, car.e85.id])).status).toBe(422);
    expect((await estimateFor(customer, id, [car.stage1.id, car.addOn.id])).status).toBe(200);
  });

  test('does not accept a transmission of another engine (S444)', async () => {
    const customer = await server.as({});
    const { params } = await matchedRequest(customer, car.engine);
    const change = (transmission_id: number) =>
      customer.call('PATCH /v1/tune-requests/:id', { params, body: { transmission_id } });
    expect(await change(car.foreignGearbox)).toMatchObject({
      status: 422,
      body: { errors: { transmission_id: ['This transmission does not go with this engine.'] } },
    });
    expect((await change(car.gearbox)).status).toBe(200);
  });

  test('does not accept a tune of another unit because a second tune belongs to both units', async () => {
    const both = await make.tune({
      name: 'Both',
      optional: true,
      engines: [car.engine],
      transmissions: [car.gearbox],
      tools: [car.tool.id],
    });
    await cachesRefreshed(server);
    const customer = await server.as({});
    const { id, params } = await matchedRequest(customer, car.engine);
    await customer.call('PATCH /v1/tune-requests/:id', { params, body: { transmission_id: car.gearbox } });
    expect((await estimateFor(customer, id, [both.id, car.foreign.id])).status).toBe(422);
    expect((await estimateFor(customer, id, [both.id])).status).toBe(200);
  });
});
