import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roles } from '@tuneport/domain/identity/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';

// A fake reCAPTCHA siteverify service whose response depends on the token.
const received: URLSearchParams[] = [];
let service: Server;
let guarded: TestServer;
let plain: TestServer;
let address = '';

const siteKey = '6Lc-example-site-key_0000000000000000000';

beforeAll(async () => {
  service = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      received.push(form);
      const token = form.get('response');
      if (token === 'broken') return void reply.end('<html>');
      reply.end(JSON.stringify({ success: token !== 'wrong', score: token === 'human' ? 0.1 : 0.9 }));
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/recaptcha`;
  guarded = await testServer({ RECAPTCHA_SECRET: 'the-secret', RECAPTCHA_URL: address });
  plain = await testServer();
});
afterAll(async () => {
  await guarded.close();
  await plain.close();
  service.close();
});

async function turnOn(server: TestServer): Promise<void> {
  const admin = await server.as({ role: roles.SuperAdmin });
  const { updated_at } = (await admin.call('GET /v1/admin/settings')).body;
  const edit = (body: object) => admin.call('PATCH /v1/admin/settings', { body, readAt: updated_at });
  expect((await edit({ recaptcha_enabled: true })).status).toBe(422);
  expect((await edit({ recaptcha_enabled: true, recaptcha_site_key: siteKey })).status).toBe(200);
}
let people = 0;
const register = (recaptcha_token?: string) =>
  guarded.anonymous.call('POST /auth/register', {
    body: { name: 'Robin', email: `robin${++people}@example.test`, password: 'a long sentence', recaptcha_token },
  });

test('captcha is announced only when a site key and its secret are configured (C376)', async () => {
  const off = { enabled: false, site_key: null, script_url: null };
  expect((await guarded.anonymous.call('GET /recaptcha-settings')).body).toEqual(off);
  await turnOn(guarded);
  await turnOn(plain);
  const announced = async () => (await guarded.anonymous.call('GET /recaptcha-settings')).body;
  await expect.poll(announced).toMatchObject({ enabled: true });
  const on = await announced();
  expect(on).toMatchObject({ enabled: true, site_key: siteKey });
  expect(on.script_url).toBe(`${address}/api.js?render=${siteKey}`);
  expect((await plain.anonymous.call('GET /recaptcha-settings')).body).toEqual(off);
});

test('registration with captcha requires a token that the service verifies (C003)', async () => {
  for (const token of [undefined, 'wrong', 'human']) {
    const refused = await register(token);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { recaptcha_token: [expect.stringContaining('human')] } });
  }
  expect((await register('person')).status).toBe(202);
  expect(received.at(-1)?.get('secret')).toBe('the-secret');
  expect(received.at(-1)?.get('remoteip')).toBe('127.0.0.1');
});

test('a captcha service without a verdict does not block registration', async () => {
  expect((await register('broken')).status).toBe(202);
});
