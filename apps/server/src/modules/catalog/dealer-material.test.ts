import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachesRefreshed, catalogFactories } from '../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let engineId: number;
let transmissionId: number;
beforeAll(async () => {
  server = await testServer();
  const make = catalogFactories(server.db);
  const { engine, transmissions } = await make.vehicle({ transmissions: ['8-speed automatic'] });
  engineId = engine.id;
  transmissionId = transmissions[0]?.id ?? 0;
  const price = { base: 60_000, addOn: 50_000, dealer: 40_000, dealerAddOn: 30_000 };
  const splitCredits = { ecu: 2, tcu: 1, awd: 0 };
  const tune = await make.tune({ engines: [engineId], transmissions: [transmissionId], price, splitCredits });
  await server.db
    .updateTable('tunes')
    .set({ split_credit_dealer_text: 'SECRET for dealers' })
    .where('id', '=', tune.id)
    .execute();
  await server.db
    .insertInto('engine_role_discounts')
    .values({ engine_id: engineId, key: 'dealer', percent: '17' })
    .execute();
  await server.db
    .insertInto('transmission_role_discounts')
    .values({ transmission_id: transmissionId, key: 'dealer', percent: '17' })
    .execute();
  await make.changed();
  await cachesRefreshed(server);
});
afterAll(() => server.close());

const material = [
  'dealerprice',
  'dealeraddonprice',
  'give_split_credits',
  'split_ecu_credit_amt',
  'split_tcu_credit_amt',
  'split_awd_credit_amt',
  'split_credit_dealer_text',
];

const answers = async (client: Client) => [
  (await client.call('GET /v1/catalog/engines/:engineId', { params: { engineId } })).body,
  (await client.call('GET /v1/catalog/transmissions/:transmissionId', { params: { transmissionId } })).body,
];

test('dealer material is not in any response for visitors and role User (S312, S441)', async () => {
  for (const client of [server.anonymous, await server.as({}), await server.as({ flags: ['t'] })]) {
    const bodies = await answers(client);
    for (const body of bodies) {
      expect(Object.keys(body)).not.toContain('other_role_discounts');
      expect(Object.keys(body.tunes[0] ?? {}).filter((name) => material.includes(name))).toEqual([]);
    }
    expect(JSON.stringify(bodies)).not.toMatch(/SECRET|"17"|400\.00|300\.00/);
    const listed = await client.call('GET /v1/catalog/tunes');
    expect(JSON.stringify(listed.body)).not.toMatch(/SECRET|split_|dealer/);
  }
});

test('dealers, admins and super admins see dealer material (S441)', async () => {
  for (const role of [3, 4, 5] as const)
    for (const body of await answers(await server.as({ role }))) {
      expect(body.other_role_discounts).toEqual([{ key: 'dealer', percent: '17' }]);
      expect(body.tunes[0]).toMatchObject({
        dealerprice: { amount: '400.00' },
        dealeraddonprice: { amount: '300.00' },
        give_split_credits: true,
        split_ecu_credit_amt: 2,
        split_credit_dealer_text: 'SECRET for dealers',
      });
    }
});
