import { affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { applicationOf, applyAsAffiliate, smallPdf, smallPicture } from '../../../testing/partners.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const approve = (id: number, share: string | number = '12.5') =>
  admin.call('POST /v1/admin/affiliate-applications/:id/approve', { params: { id }, body: { share } });

test('become-affiliate takes about, three links and files, and the approval creates the affiliate once (C141 S356 C146 C147)', async () => {
  const client = await server.as({});
  const sent = await applyAsAffiliate(client, { socials_2: 'https://forum.example/u/robin' }, [
    { name: 'reach.pdf', bytes: smallPdf },
    { name: 'channel.png', bytes: await smallPicture() },
  ]);
  expect(sent.status).toBe(201);
  expect(sent.body.files).toHaveLength(2);
  const { id } = sent.body;
  const list = await admin.call('GET /v1/admin/affiliate-applications', { query: { state: 'submitted' } });
  expect(list.body.data.map((row) => row.id)).toContain(id);
  const replies = await Promise.all(Array.from({ length: 6 }, () => approve(id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const affiliate = replies.find(({ status }) => status === 200)?.body;
  expect(affiliate).toMatchObject({ share_percent: '12.50', members: [{ user_id: client.userId }] });
  const own = (await client.call('GET /partner-applications')).body.data;
  expect(own).toMatchObject([{ state: 'approved', partner_path: `/affiliate/${affiliate?.id}` }]);
});

test('become-affiliate names what is missing or not a document (S356)', async () => {
  const client = await server.as({});
  const fields = async (input: Record<string, string>, files: { name: string; bytes: Buffer }[] = []) => {
    const { status, body } = await applyAsAffiliate(client, input, files);
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await fields({ about: '' })).toEqual([422, ['about']]);
  expect(await fields({ socials_1: '' })).toEqual([422, ['socials_1']]);
  expect(await fields({}, [{ name: 'run.pdf', bytes: Buffer.from('MZ') }])).toEqual([422, ['files']]);
  const six = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.pdf`, bytes: smallPdf }));
  expect((await applyAsAffiliate(client, {}, six)).status).toBeGreaterThanOrEqual(400);
  expect((await client.call('GET /partner-applications')).body.data).toEqual([]);
  expect((await client.call('POST /become-affiliate' as never, { body: { about: 'x' } } as never)).status).toBe(415);
});

test('affiliate application is rejected with a reason once (C148)', async () => {
  const id = await applicationOf(server, (await server.make.user()).id, 'affiliate');
  const reject = (reason: string) =>
    admin.call('POST /v1/admin/affiliate-applications/:id/reject', { params: { id }, body: { reason } });
  expect((await reject('')).status).toBe(422);
  expect((await reject('Your channel has no videos yet.')).status).toBe(204);
  expect((await reject('Again')).status).toBe(409);
  // A dealer application is not an affiliate application.
  const other = await applicationOf(server, (await server.make.user()).id, 'dealer');
  expect((await approve(other)).status).toBe(404);
});

const offer = (email: string) =>
  admin.call('POST /v1/admin/affiliate-offers', { body: { name: 'Dyno Days', email, share: '10' } });
const check = (id: number, token: string) =>
  server.anonymous.call('GET /baol/:id/:token/join', { params: { id, token } });
const join = (client: Client, id: number, token: string, body: object = {}) =>
  client.call('POST /baol/:id/:token/join', { params: { id, token }, body });

test('offer link is mailed, checked before joining, and used once (C149 C142 C143 S357)', async () => {
  const made = (await offer('maker@example.test')).body;
  expect(made.link).toMatch(new RegExp(`/affil-offer/${made.id}/${made.token}/join$`));
  const mail = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', 'maker@example.test')
    .executeTakeFirstOrThrow();
  expect(mail.text_body).not.toContain(made.token);
  expect(unmask(mail).text_body).toContain(made.link);

  const seen = await check(made.id, made.token);
  expect(seen.body).toMatchObject({ name: 'Dyno Days', share_percent: '10.00', email_hint: 'm…@example.test' });
  expect((await check(made.id, 'wrong')).status).toBe(404);
  expect((await check(made.id + 1000, made.token)).status).toBe(404);

  const client = await server.as({});
  const body = { terms_version: affiliateTermsVersion };
  expect((await join(client, made.id, made.token, { terms_version: '1999-01' })).status).toBe(422);
  const replies = await Promise.all(Array.from({ length: 6 }, () => join(client, made.id, made.token, body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  expect((await check(made.id, made.token)).status).toBe(409);
  const id = replies.find(({ status }) => status === 201)?.body.id ?? 0;
  const shown = await admin.call('GET /v1/admin/affiliates/:id', { params: { id } });
  expect(shown.body).toMatchObject({ share_percent: '10.00', members: [{ user_id: client.userId }] });
  const accepted = await server.db
    .selectFrom('affiliate_terms')
    .selectAll()
    .where('affiliate_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(accepted).toMatchObject({ version: affiliateTermsVersion, accepted_by: client.userId });
});

test('visitor without account joins with the address of the offer and gets a link to set a password', async () => {
  const made = (await offer('newcomer@example.test')).body;
  expect((await join(server.anonymous, made.id, made.token)).status).toBe(422);
  const joined = await join(server.anonymous, made.id, made.token, { name: 'Nico New' });
  expect(joined.status).toBe(201);
  const user = await server.db
    .selectFrom('users')
    .select(['id', 'email_confirmed_at', 'password_hash'])
    .where('email', '=', 'newcomer@example.test')
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ email_confirmed_at: null, password_hash: null });
  const mails = await server.db
    .selectFrom('mail_outbox')
    .select('kind')
    .where('to_address', '=', 'newcomer@example.test')
    .orderBy('id')
    .execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['affiliate-offer', 'reset-password']);
});

test('withdrawn and expired offers do not work', async () => {
  const gone = (await offer('gone@example.test')).body;
  const withdraw = () => admin.call('DELETE /v1/admin/affiliate-offers/:id', { params: { id: gone.id } });
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404]);
  expect((await check(gone.id, gone.token)).status).toBe(404);
  const late = (await offer('late@example.test')).body;
  await server.db
    .updateTable('affiliate_offers')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', late.id)
    .execute();
  expect((await check(late.id, late.token)).status).toBe(410);
  expect((await join(await server.as({}), late.id, late.token)).status).toBe(410);
  const listed = (await admin.call('GET /v1/admin/affiliate-offers', { query: { search: 'example.test' } })).body.data;
  expect(listed.map(({ state }) => state)).toEqual(expect.arrayContaining(['withdrawn', 'expired', 'accepted']));
});
