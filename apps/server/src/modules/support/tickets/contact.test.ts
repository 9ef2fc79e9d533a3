import { afterAll, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

let host = 0;
const send = (fields: object = {}) => {
  host += 1;
  const body = { name: 'Robin Sample', email: 'robin@example.test', message: 'Where is my parcel?', ...fields };
  return server.anonymous.call('POST /contact-us', { body, from: `10.3.${host}.1` });
};

test('contact message becomes a ticket that its author follows by mail (C353)', async () => {
  expect((await send({ message: ' ' })).status).toBe(422);
  expect((await send({ email: 'robin' })).status).toBe(422);
  expect((await send({ name: 'http://evil.example' })).status).toBe(422);
  const sent = await send();
  expect([sent.status, sent.raw.body]).toEqual([204, '']);
  const ticket = await server.db.selectFrom('tickets').selectAll().executeTakeFirstOrThrow();
  expect(ticket).toMatchObject({
    title: 'Contact form: Where is my parcel?',
    description: 'Where is my parcel?',
    customer_name: 'Robin Sample',
    email: 'robin@example.test',
    user_id: null,
  });
});

test('title of a long contact message is its beginning', async () => {
  const words = 'The tool shows error 17 after the second flash. '.repeat(5);
  await send({ message: words, email: 'long@example.test' });
  await send({ message: 'x'.repeat(500), email: 'long@example.test' });
  const rows = await server.db
    .selectFrom('tickets')
    .select('title')
    .where('email', '=', 'long@example.test')
    .orderBy('id')
    .execute();
  expect(rows.map(({ title }) => title)).toEqual([
    'Contact form: The tool shows error 17 after the second flash. The tool …',
    `Contact form: ${'x'.repeat(60)} …`,
  ]);
});

test('contact message to a stranger’s address mails fixed text, a limited number of times', async () => {
  const email = 'victim@example.test';
  for (let time = 0; time < 8; time += 1)
    expect((await send({ email, name: 'Buy Pills', message: 'Visit https://evil.example now' })).status).toBe(204);
  const mails = await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).execute();
  expect(mails).toHaveLength(5);
  for (const mail of mails) {
    const { subject, text_body, html_body } = unmask(mail);
    expect(subject + text_body + html_body).not.toMatch(/Pills|evil|Visit/);
  }
});

test('contact messages are limited by network address', async () => {
  const body = { name: 'Robin Sample', email: 'robin@example.test', message: 'Hello' };
  const statuses: number[] = [];
  for (let time = 0; time < 7; time += 1)
    statuses.push((await server.anonymous.call('POST /contact-us', { body, from: '10.4.0.1' })).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
});

test('saved reply is created, changed and found by staff only', async () => {
  const body = { title: 'Ask for a log', text: 'Hello {name}, please send a log for {number}.' };
  const admin = await server.as({ role: 3 });
  const made = await admin.call('POST /v1/admin/saved-replies', { body });
  expect(made).toMatchObject({ status: 201, body });
  expect((await admin.call('POST /v1/admin/saved-replies', { body })).status).toBe(422);
  const list = await admin.call('GET /v1/admin/saved-replies', { query: { search: 'log' } });
  expect(list.body.data.map(({ title }) => title)).toEqual(['Ask for a log']);
  expect((await (await server.as({})).call('GET /v1/admin/saved-replies')).status).toBe(403);
});
