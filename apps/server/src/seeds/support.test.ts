import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../testing/server.ts';
import { buildDemoSupport } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('the demo data set has tickets and rescues in several states, and sends no mail', async () => {
  const people = new Map<string, { id: number; name: string }>();
  for (const address of ['customer', 'dealer', 'admin']) people.set(address, await server.make.user({ name: address }));
  people.set('tuner', await server.make.user({ name: 'tuner', flags: ['t'] }));
  await server.db
    .transaction()
    .execute((tx) => buildDemoSupport(tx, new Date(), (address) => people.get(address) ?? { id: 0, name: '' }));
  const states = async (table: 'tickets' | 'rescue_sessions') =>
    (await server.db.selectFrom(table).select('state').orderBy('id').execute()).map(({ state }) => state);
  expect(await states('tickets')).toEqual(['open', 'waiting_customer', 'new', 'new', 'resolved']);
  expect(await states('rescue_sessions')).toEqual(['waiting_customer', 'self_help']);
  expect(await server.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
});
