import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifySubscribers } from './modules/catalog/subscribe.ts';
import { unmask } from './platform/mail/secrets.ts';
import { catalogFactories } from './testing/catalog.ts';
import { type Client, type TestServer, testServer } from './testing/server.ts';

// No form can be used to send arbitrary text to a stranger: every form that takes an address is filled in with someone
// else's.

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const lure = 'EVIL http://evil.example';
let victims = 0;
const newVictim = () => `victim-${++victims}@example.test`;

async function mailsTo(address: string) {
  const rows = await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', address).execute();
  return rows.map((row) => unmask(row));
}

async function expectFixedText(address: string, count: number) {
  const mails = await mailsTo(address);
  expect(mails).toHaveLength(count);
  for (const { subject, text_body, html_body } of mails)
    expect(`${subject} ${text_body} ${html_body}`).not.toMatch(/evil/i);
}

const senders: readonly [string, () => Promise<Client>][] = [
  ['visitor', async () => server.anonymous],
  ['user with another address', () => server.as({})],
  [
    'user who has not confirmed an address',
    async () => server.as({ id: (await server.make.user({ confirmed: false })).id }),
  ],
];

test.each(senders)(
  'ticket of a %s mails fixed text, also when staff answer, resolve and close it',
  async (_, clientOf) => {
    const email = newVictim();
    const client = await clientOf();
    const body = { title: lure, description: lure, customer_name: lure, email };
    const { id } = (await client.call('POST /tickets', { body })).body;
    for (const as of ['ask', 'tell', 'resolve'])
      await admin.call('POST /v1/admin/tickets/:id/reply', { params: { id }, body: { text: 'Our words.', as } });
    const mails = await mailsTo(email);
    expect(mails.length).toBeGreaterThanOrEqual(4);
    await expectFixedText(email, mails.length);
  },
);

test('ticket of a user with a confirmed address contains their text without links', async () => {
  const user = await server.make.user();
  const client = await server.as({ id: user.id });
  await client.call('POST /tickets', {
    body: { title: `Stuck ${lure}`, description: 'It stopped.', customer_name: 'Ann' },
  });
  const [mail] = await mailsTo(user.email);
  expect(mail?.subject).toContain('Stuck EVIL [link removed]');
  expect(mail?.text_body).toContain('It stopped.');
});

test.each(senders)('trade-in of a %s mails fixed text, also with an offer', async (_, clientOf) => {
  const email = newVictim();
  const body = { tool: lure, serial: `X-${victims}`, condition: 'used', full_name: lure, email, note: lure };
  const { id } = (await (await clientOf()).call('POST /trade-in-requests', { body })).body;
  const { updated_at } = (await admin.call('GET /v1/admin/trade-in-requests/:id', { params: { id } })).body;
  await admin.call('PATCH /v1/admin/trade-in-requests/:id', {
    params: { id },
    body: { state: 'offered', offer: { amount: '120.00', currency: 'CAD', days: 10 } },
    readAt: updated_at,
  });
  await expectFixedText(email, 2);
});

test.each(senders)('rescue of a %s mails fixed text', async (_, clientOf) => {
  const email = newVictim();
  const body = { tool: lure, tool_serial: lure, vehicle: lure, symptom: 'stopped', contact_name: lure, email };
  const { id } = (await (await clientOf()).call('POST /rescue-sessions', { body })).body;
  const move = (event: string, more: object = {}) =>
    admin.call('POST /v1/admin/rescue-sessions/:id/:event', {
      params: { id, event },
      body: more,
      idempotencyKey: randomUUID(),
    });
  await move('take');
  await move('ask', { text: 'Charge the battery.' });
  const mails = await mailsTo(email);
  await expectFixedText(email, mails.length);
  expect(mails.length).toBeGreaterThan(0);
});

test('subscription to a vehicle mails the catalogue name of the vehicle', async () => {
  const email = newVictim();
  const make = catalogFactories(server.db);
  const { engine } = await make.vehicle({ make: 'Waiting', model: 'Electric', engine: 'Electric' });
  await server.anonymous.call('POST /ecu/notify', { body: { email, engine: engine.id, vehicle: lure } });
  await make.tune({ name: 'First', engines: [engine.id] });
  await server.db.transaction().execute((tx) => notifySubscribers(tx, 'https://shop.test', [engine.id], new Date()));
  await expectFixedText(email, 1);
});

test('subscriptions to many vehicles mail an address at most five times an hour', async () => {
  const email = newVictim();
  const make = catalogFactories(server.db);
  const engines: number[] = [];
  for (let at = 0; at < 8; at += 1) {
    const { engine } = await make.vehicle({ make: `Waiting ${at}`, model: 'Electric', engine: 'Electric' });
    await server.db.deleteFrom('rate_limits').execute();
    await server.anonymous.call('POST /ecu/notify', { body: { email, engine: engine.id } });
    engines.push(engine.id);
  }
  await make.tune({ name: 'First of many', engines });
  await server.db.transaction().execute((tx) => notifySubscribers(tx, 'https://shop.test', engines, new Date()));
  await expectFixedText(email, 5);
  const waiting = server.db.selectFrom('catalog_subscriptions').select('id').where('email', '=', email);
  expect(await waiting.where('notified_at', 'is', null).execute()).toEqual([]);
});

test('credit code mails neither the note nor links in the name of the sender', async () => {
  const email = newVictim();
  const body = { kind: 'ecu', units: 1, recipient: email, note: lure };
  const superAdmin = await server.as({ role: 5 });
  expect((await superAdmin.call('POST /v1/admin/tune-credit-codes', { body })).status).toBe(201);
  await expectFixedText(email, 1);
});

test('forms mail an anonymous address at most five times an hour', async () => {
  const email = newVictim();
  for (let at = 0; at < 8; at += 1) {
    await server.db.deleteFrom('rate_limits').where('key', 'like', 'POST %').execute();
    await server.anonymous.call('POST /tickets', { body: { title: 'a', description: 'b', customer_name: 'c', email } });
  }
  await expectFixedText(email, 5);
});
