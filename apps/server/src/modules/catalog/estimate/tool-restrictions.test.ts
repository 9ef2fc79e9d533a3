import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogFactories, cachesRefreshed, catalogFactories } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { matchedRequest } from '../../../testing/tuning.ts';

let server: TestServer;
let make: CatalogFactories;
let car: Awaited<ReturnType<typeof restrictedCar>>;

beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
  car = await restrictedCar();
});
afterAll(() => server.close());

/** The engine accepts only the port tool, the transmission the bench and the port tool; every tune lists all three. */
async function restrictedCar() {
  const { engine, transmissions } = await make.vehicle({ make: 'Restricted', transmissions: ['8-speed automatic'] });
  const gearbox = transmissions[0]?.id ?? 0;
  const port = await make.tool({ name: 'Port', fee: 5_000, isRentable: true });
  const bench = await make.tool({ name: 'Bench', fee: 3_000, isRentable: true });
  const cable = await make.tool({ name: 'Cable', fee: 1_000, isRentable: true });
  const tools = [port.id, bench.id, cable.id];
  await server.db.insertInto('engine_tool_restrictions').values({ engine_id: engine.id, tool_id: port.id }).execute();
  await server.db
    .insertInto('transmission_tool_restrictions')
    .values([port.id, bench.id].map((tool_id) => ({ transmission_id: gearbox, tool_id })))
    .execute();
  const awdType = await make.tuneType({ name: 'AWD', isAwd: true });
  const ecu = await make.tune({ name: 'Stage 1', engines: [engine.id], tools });
  const tcu = await make.tune({ name: 'TCU', transmissions: [gearbox], tools });
  const awd = await make.tune({ name: 'Haldex', transmissions: [gearbox], tools, types: [awdType.id] });
  await cachesRefreshed(server);
  return { engine: engine.id, gearbox, port, bench, cable, ecu, tcu, awd };
}

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

test('tunes of an engine and of a transmission list only tools allowed by their record (S290, S445)', async () => {
  const engine = await server.anonymous.call('GET /v1/catalog/engines/:engineId', {
    params: { engineId: car.engine },
  });
  expect(engine.body.tunes.map((tune) => names(tune.tools))).toEqual([['Port']]);
  const gearbox = await server.anonymous.call('GET /v1/catalog/transmissions/:transmissionId', {
    params: { transmissionId: car.gearbox },
  });
  expect(gearbox.body.tunes.map((tune) => names(tune.tools))).toEqual([
    ['Port', 'Bench'],
    ['Port', 'Bench'],
  ]);
});

describe('GET /rental-tools', () => {
  const rental = async (query: object) =>
    names((await server.anonymous.call('GET /rental-tools', { query: query as never })).body).filter((name) =>
      ['Port', 'Bench', 'Cable'].includes(name),
    );

  test('lists only tools that the restrictions allow (S298, S445)', async () => {
    expect(await rental({ tunes: String(car.ecu.id) })).toEqual(['Port']);
    expect(await rental({ tunes: String(car.tcu.id) })).toEqual(['Port', 'Bench']);
    expect(await rental({ tunes: `${car.ecu.id},${car.tcu.id}` })).toEqual(['Port']);
    expect(await rental({})).toEqual(['Port', 'Bench', 'Cable']);
  });

  test('applies both restrictions to an all-wheel-drive tune (S445)', async () => {
    expect(await rental({ tunes: String(car.awd.id) })).toEqual(['Port']);
    expect(await rental({ tunes: String(car.awd.id), engine: car.engine, transmission: car.gearbox })).toEqual([
      'Port',
    ]);
  });

  test('checks a shared tune against the given engine (S445)', async () => {
    const free = await make.vehicle({ make: 'Free' });
    const shared = await make.tune({
      name: 'Shared',
      engines: [car.engine, free.engine.id],
      tools: [car.port.id, car.cable.id],
    });
    await cachesRefreshed(server);
    expect(await rental({ tunes: String(shared.id), engine: car.engine })).toEqual(['Port']);
    expect(await rental({ tunes: String(shared.id), engine: free.engine.id })).toEqual(['Port', 'Cable']);
    expect(await rental({ tunes: String(shared.id) })).toEqual(['Port', 'Cable']);
  });
});

describe('the tools of a dealer', () => {
  const fee = (id: number, install_fee = '40.00') => ({ id, install_fee });
  const setTools = (client: Client, id: number, tools: object[]) =>
    client.call('PUT /v1/dealers/:id/dealer-tools', { params: { id }, body: { tools: tools as never } });
  const member = async () => {
    const client = await server.as({ role: 4 });
    return { client, dealer: await server.make.dealer({ members: [client.userId ?? 0] }) };
  };

  test('can only be tools marked as dealer ownable (C198, C199, S446)', async () => {
    const workshop = await make.tool({ name: 'Workshop only', isDealerOwnable: false });
    const { client, dealer } = await member();
    const offered = (await client.call('GET /dealer-tools')).body.map(({ id }) => id);
    expect([offered.includes(car.port.id), offered.includes(workshop.id)]).toEqual([true, false]);
    expect((await setTools(client, dealer.id, [fee(car.port.id)])).body).toEqual([
      { id: car.port.id, name: 'Port', install_fee: { amount: '40.00', currency: 'CAD' } },
    ]);
    expect(await setTools(client, dealer.id, [fee(car.bench.id), fee(workshop.id)])).toMatchObject({
      status: 422,
      body: { errors: { 'tools.1.id': ['Dealers cannot own this tool.'] } },
    });
    for (const wrong of [
      [fee(car.port.id, '-1')],
      [fee(car.port.id, 'free')],
      [fee(car.port.id), fee(car.port.id)],
      [fee(424_242)],
    ])
      expect((await setTools(client, dealer.id, wrong)).status, JSON.stringify(wrong)).toBe(422);
    const ownTools = await server.db
      .selectFrom('dealer_tools')
      .select('tool_id')
      .where('dealer_id', '=', dealer.id)
      .execute();
    expect(ownTools).toEqual([{ tool_id: car.port.id }]);
    expect((await setTools(client, dealer.id, [])).body).toEqual([]);
  });

  test('are set by its members and staff only', async () => {
    const { client, dealer } = await member();
    const other = await member();
    expect((await setTools(other.client, dealer.id, [])).status).toBe(404);
    expect((await setTools(await server.as({}), dealer.id, [])).status).toBe(403);
    expect((await setTools(await server.as({ role: 3 }), dealer.id, [fee(car.port.id)])).status).toBe(200);
    expect((await setTools(client, dealer.id, [fee(car.bench.id)])).status).toBe(200);
  });

  test('count only while they are dealer ownable and the car supports them (S445, S446)', async () => {
    const { client, dealer } = await member();
    await setTools(client, dealer.id, [fee(car.bench.id), fee(car.cable.id)]);
    const customer = await server.as({});
    const { id, params } = await matchedRequest(customer, car.engine);
    await customer.call('PATCH /v1/tune-requests/:id', { params, body: { tune_ids: [car.ecu.id] } });
    const installers = async () =>
      (await customer.call('GET /v1/tune-requests/:id/dealers', { params: { id } })).body.data.map((one) => one.id);
    expect(await installers()).not.toContain(dealer.id);
    await setTools(client, dealer.id, [fee(car.port.id)]);
    expect(await installers()).toContain(dealer.id);
    await server.db.updateTable('tools').set({ is_dealer_ownable: false }).where('id', '=', car.port.id).execute();
    expect(await installers()).not.toContain(dealer.id);
    await server.db.updateTable('tools').set({ is_dealer_ownable: true }).where('id', '=', car.port.id).execute();
  });
});
