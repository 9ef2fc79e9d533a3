import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './platform/config.ts';
import { type TestServer, testServer } from './testing/server.ts';
import { settled } from './testing/shop.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const read = async (from = server) => {
  const reply = await from.anonymous.request('GET', '/.well-known/security.txt');
  const fields = String(reply.body)
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2));
  return { reply, fields: Object.fromEntries(fields) as Record<string, string> };
};

test('security.txt has a contact, an expiry within a year and its own URL', async () => {
  const { reply, fields } = await read();
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(fields).toMatchObject({
    Contact: 'http://localhost:3000/contact-us',
    'Preferred-Languages': 'en',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  });
  const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(90);
  expect(daysLeft).toBeLessThan(366);
});

test('security.txt names the company address when configured', async () => {
  const admin = await server.as({ role: 5 });
  const { updated_at } = (await admin.call('GET /v1/admin/settings')).body;
  await admin.call('PATCH /v1/admin/settings', { body: { company_email: 'shop@example.test' }, readAt: updated_at });
  await settled(server);
  expect((await read()).fields.Contact).toBe('mailto:shop@example.test');
});

test('security.txt prefers SECURITY_CONTACT, which is a mail or web address', async () => {
  const other = await testServer({ SECURITY_CONTACT: 'mailto:security@example.test' });
  expect((await read(other)).fields.Contact).toBe('mailto:security@example.test');
  await other.close();
  for (const contact of ['security@example.test', 'javascript:alert(1)', 'https://example.test/\nExpires: never'])
    expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
});
