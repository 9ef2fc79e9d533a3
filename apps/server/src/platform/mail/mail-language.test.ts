import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { unmask } from './secrets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const page = (language: string) => ({ 'accept-language': language });

async function lastMailTo(address: string) {
  const row = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return unmask(row);
}

async function userWith(language: 'de' | 'fr' | null) {
  const { id } = await server.make.user({});
  await server.db.updateTable('users').set({ language }).where('id', '=', id).execute();
  return server.db.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow();
}

const forgot = (email: string, language: string) =>
  server.anonymous.call('POST /auth/forgot-password', { body: { email }, headers: page(language) });

const ticket = (email: string, language: string) =>
  server.anonymous.call('POST /tickets', {
    body: { title: 'Connects, then stops', description: 'At 12 %.', customer_name: 'Robin Sample', email },
    headers: page(language),
  });

test('a user gets mail in the language they selected, whatever page the request comes from', async () => {
  const { email } = await userWith('de');
  await forgot(email, 'fr');
  const mail = await lastMailTo(email);
  expect(mail.subject).toBe('Neues Passwort wählen');
  expect(mail.text_body).toContain('Guten Tag,');
  expect(mail.text_body).toMatch(/http:\/\/localhost:3000\/de\/auth\/reset-password\//);
  expect(mail.html_body).toContain('<html lang="de">');
});

test('a user without a selected language gets mail in the language of the page, or English', async () => {
  const { email } = await userWith(null);
  await forgot(email, 'fr');
  expect((await lastMailTo(email)).subject).toBe('Choisir un nouveau mot de passe');
  const other = await userWith(null);
  await forgot(other.email, 'en');
  expect((await lastMailTo(other.email)).subject).toBe('Choose a new password');
});

test('a guest gets later mail of staff in the language of the page they used', async () => {
  const email = 'invitee.de@example.test';
  const { body } = await ticket(email, 'de');
  expect((await lastMailTo(email)).subject).toMatch(/^Wir haben Ihre Nachricht erhalten/);
  const admin = await server.as({ role: 5 });
  const reply = await admin.call('POST /v1/admin/tickets/:id/reply', {
    params: { id: body.id },
    body: { text: 'Which firmware?', as: 'ask' },
    headers: page('en'),
  });
  expect(reply.status).toBeLessThan(300);
  const mail = await lastMailTo(email);
  expect(mail.subject).toMatch(/^Eine Frage zu /);
  expect(mail.text_body).toContain('/de/tuning-ticket/');
});

test('a guest gets the answer of a tuner in their own language, whatever page the tuner reads', async () => {
  const email = 'kundin@example.test';
  const { body } = await ticket(email, 'de');
  const [admin, tuner] = [await server.as({ role: 5 }), await server.as({ flags: ['t'] })];
  const params = { id: body.id };
  const { updated_at } = (await admin.call('GET /v1/admin/tickets/:id', { params })).body;
  await admin.call('PATCH /v1/admin/tickets/:id', { params, body: { assignee: tuner.userId }, readAt: updated_at });
  await tuner.call('POST /customer-tickets/:id/replies', { params, body: { text: 'Which ECU?' }, headers: page('fr') });
  expect((await lastMailTo(email)).subject).toMatch(/^Eine Frage zu /);
});

test('a guest who returns in another language gets mail in that one', async () => {
  const email = 'returning@example.test';
  await ticket(email, 'fr');
  await ticket(email, 'en');
  expect((await lastMailTo(email)).subject).toMatch(/^We received your message/);
  const rows = await server.db.selectFrom('mail_languages').select('language').execute();
  expect(rows.map(({ language }) => language)).toContain('en');
});

test('the page of one user does not decide the language of a mail to another', async () => {
  const { email } = await userWith(null);
  const stranger = await server.as({});
  await stranger.call('POST /auth/forgot-password', { body: { email }, headers: page('fr') });
  expect((await lastMailTo(email)).subject).toBe('Choose a new password');
});

test('a request without a language changes nothing', async () => {
  const email = 'provider@example.test';
  await ticket(email, 'fr');
  await server.anonymous.call('POST /tickets', {
    body: { title: 'Again', description: 'Still.', customer_name: 'Robin Sample', email },
  });
  expect((await lastMailTo(email)).subject).toMatch(/^Nous avons reçu votre message/);
});

test('registering on a German page selects German', async () => {
  const email = 'neu@example.test';
  const body = { name: 'Neu', email, password: 'a long enough passphrase 7' };
  await server.anonymous.call('POST /auth/register', { body, headers: page('de') });
  const user = await server.db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst();
  expect(user?.language).toBe('de');
  expect((await lastMailTo(email)).subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
});

test('the address itself is not stored with its language', async () => {
  await ticket('quiet@example.test', 'de');
  const rows = await server.db.selectFrom('mail_languages').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('quiet');
  for (const { address_sha256 } of rows) expect(address_sha256).toHaveLength(32);
});
