import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { hashPassword } from './passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const password = 'winter tyres in november';
const token = 'x'.repeat(43);

/** Processor time of this process, which other processes do not lengthen. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each([
  ['reset-password', () => server.anonymous.call('POST /auth/reset-password', { body: { token, password } }), 422],
  [
    'guest/account',
    () => server.anonymous.call('POST /auth/guest/account', { body: { id: 1, token, name: 'Robin', password } }),
    404,
  ],
] as const)('%s hashes no password for a link that does not exist', async (_name, send, refused) => {
  // The first call also loads code.
  expect((await send()).status).toBe(refused);
  const oneHash = await cpuOf(() => hashPassword(password));
  const calls = await cpuOf(async () => {
    for (let nth = 0; nth < 6; nth += 1) expect((await send()).status).toBe(refused);
  });
  expect(calls).toBeLessThan(4 * oneHash);
});
