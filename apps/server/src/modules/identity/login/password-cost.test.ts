import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { hashPassword, isPassword } from './passwords.ts';

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

test('passwords of one network do not delay those of another', async () => {
  let done = 0;
  const flood = Array.from({ length: 40 }, async () => {
    await isPassword(null, password, '2001:db8:1::/48');
    done += 1;
  });
  await isPassword(null, password, '198.51.100.9');
  expect(done).toBeLessThan(25);
  await Promise.all(flood);
});

test('many networks of one IPv6 customer do not keep others from logging in', async () => {
  const from = (nth: number) => `2001:db8:77:${nth.toString(16)}::1`;
  const logIn = (email: string, secret: string, address: string) =>
    server.anonymous.request('POST', '/api/auth/login', { body: { email, password: secret }, from: address });
  const { email } = await server.make.user({ email: 'ann@fern.test', passwordHash: await hashPassword(password) });
  const flood = Array.from({ length: 220 }, (_, nth) => logIn(`nobody-${nth}@fern.test`, 'wrong', from(nth)));
  // All of them are in the queue, which is full.
  await sleep(300);
  expect((await logIn(email, password, '198.51.100.9')).status).toBe(200);
  await Promise.all(flood);
}, 60_000);
