import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationOf, dealerApplication, formWith, smallPdf, smallPicture } from '../../../testing/partners.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ flags: ['da'] });
});
afterAll(() => server.close());

const apply = (client: Client, body: object = dealerApplication) => client.call('POST /become-dealer', { body });
const approve = (id: number, slug: string, client = admin) =>
  client.call('POST /v1/admin/dealer-applications/:id/approve', {
    params: { id },
    body: { slug, currency: 'USD', credit_limit: '2500' },
  });
const mailsTo = async (userId: number | null) =>
  (
    await server.db
      .selectFrom('mail_outbox as m')
      .innerJoin('users as u', (join) => join.onRef('u.email', '=', 'm.to_address' as never))
      .select(['m.subject', 'm.text_body'])
      .where('u.id', '=', userId)
      .where('m.kind', '=', 'partner-application')
      .orderBy('m.id')
      .execute()
  ).map(({ subject, text_body }) => ({ subject, text: text_body }));

test('user applies to become a dealer, staff list, show and approve it, and the dealer exists once (C197 C208 C209)', async () => {
  const client = await server.as({});
  const made = await apply(client);
  expect([made.status, made.body]).toMatchObject([201, { state: 'submitted', can: { withdraw: true } }]);
  const { id } = made.body;
  const list = await admin.call('GET /v1/admin/dealer-applications', { query: { state: 'submitted' } });
  expect(list.body.data.map((row) => row.id)).toContain(id);
  const shown = await admin.call('GET /v1/admin/dealer-applications/:id', { params: { id } });
  expect(shown.body).toMatchObject({ suggested_slug: 'northgate-tuning', partner_id: null });
  expect(shown.body.details).toContainEqual({ label: 'Website', text: 'https://northgate.example' });

  const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => approve(id, `northgate-${at}`)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const dealer = replies.find(({ status }) => status === 200)?.body;
  expect(dealer).toMatchObject({
    name: 'Northgate Tuning',
    currency: 'USD',
    credit_limit: { amount: '2500.00', currency: 'USD' },
    billing_complete: true,
    members: [{ user_id: client.userId, kind: 'manager' }],
  });
  // The new role ended the session.
  const manager = await server.as({ id: client.userId ?? 0 });
  const own = (await manager.call('GET /partner-applications', { query: { kind: 'dealer' } })).body.data;
  expect(own).toMatchObject([{ id, state: 'approved', partner_path: `/dealer/${dealer?.slug}` }]);
  expect((await mailsTo(client.userId)).map(({ subject }) => subject)).toEqual([
    'We received your dealer application',
    'Welcome: your dealer application is approved',
  ]);
});

test('rejection needs a reason, mails it, and cannot be repeated or followed by an approval (C210)', async () => {
  const client = await server.as({});
  const { id } = (await apply(client)).body;
  const reject = (reason: string) =>
    admin.call('POST /v1/admin/dealer-applications/:id/reject', { params: { id }, body: { reason } });
  expect((await reject(' ')).status).toBe(422);
  expect((await reject('We do not cover your region yet.')).status).toBe(204);
  expect((await reject('Again')).status).toBe(409);
  expect((await approve(id, 'too-late')).status).toBe(409);
  expect((await mailsTo(client.userId)).at(-1)?.text).toContain('We do not cover your region yet.');
  const again = await apply(client);
  expect(again.status).toBe(201);
});

test('one application is open per user, and guests cannot apply', async () => {
  const client = await server.as({});
  const all = await Promise.all(Array.from({ length: 4 }, () => apply(client)));
  expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect((await apply(server.anonymous)).status).toBe(401);
});

test('incomplete or unknown fields are named', async () => {
  const client = await server.as({});
  const wrong = { ...dealerApplication, company: '', contact: { name: 'visit evil.com', phone: '' } };
  const reply = await apply(client, wrong);
  expect(Object.keys((reply.body as unknown as { errors: object }).errors).sort()).toEqual([
    'company',
    'contact.name',
    'contact.phone',
  ]);
  const country = await apply(client, {
    ...dealerApplication,
    address: { ...dealerApplication.address, country_code: 'XX' },
  });
  expect(country.status).toBe(422);
  expect((await apply(client, { ...dealerApplication, tools: [999_999] })).status).toBe(422);
});

test('applicant answers a question, adds documents and withdraws; documents are read by applicant and staff only', async () => {
  const client = await server.as({});
  const { id } = (await apply(client)).body;
  const params = { id };
  const ask = { params, body: { reason: 'Which tools do you own?' } };
  expect((await admin.call('POST /v1/admin/dealer-applications/:id/ask', ask)).body.state).toBe('needs_information');
  const own = (await client.call('GET /partner-applications')).body.data[0];
  expect(own).toMatchObject({ message: 'Which tools do you own?', can: { answer: true } });

  const send = (name: string, bytes: Buffer, by = client) =>
    by.request('POST', `/api/partner-applications/${id}/files`, formWith({}, [{ field: 'file', name, bytes }]));
  expect((await send('licence.pdf', smallPdf)).status).toBe(201);
  expect((await send('shop.png', await smallPicture())).status).toBe(201);
  expect((await send('licence.pdf', Buffer.from('<script>'))).status).toBe(422);
  const stranger = await server.as({});
  expect((await send('mine.pdf', smallPdf, stranger)).status).toBe(404);
  for (let more = 2; more < 5; more += 1) expect((await send(`${more}.pdf`, smallPdf)).status).toBe(201);
  expect((await send('sixth.pdf', smallPdf)).status).toBe(422);

  const file = (await client.call('GET /partner-applications')).body.data[0]?.files[0];
  const get = (by: Client) => by.request('GET', `/api/partner-applications/${id}/files/${file?.id}`);
  expect([(await get(client)).status, (await get(admin)).status]).toEqual([200, 200]);
  expect((await get(client)).headers['content-disposition']).toContain('attachment');
  expect([(await get(stranger)).status, (await get(server.anonymous)).status]).toEqual([404, 401]);
  const tuners = await server.as({ flags: ['tm'] });
  expect((await get(tuners)).status).toBe(404);

  const answer = { params, body: { answer: 'A FlashZilla.' } };
  expect((await client.call('POST /partner-applications/:id/answer', answer)).body.state).toBe('in_review');
  expect((await client.call('POST /partner-applications/:id/answer', answer)).status).toBe(409);
  expect((await stranger.call('POST /partner-applications/:id/withdraw', { params })).status).toBe(404);
  expect((await client.call('POST /partner-applications/:id/withdraw', { params })).body.state).toBe('withdrawn');
  expect((await approve(id, 'withdrawn-one')).status).toBe(409);
  expect((await send('late.pdf', smallPdf)).status).toBe(409);
});

test('staff cannot decide on their own application', async () => {
  const staff = await server.as({ role: 3 });
  const id = await applicationOf(server, staff.userId ?? 0);
  expect((await approve(id, 'my-own-garage', staff)).status).toBe(403);
  const reject = { params: { id }, body: { reason: 'No' } };
  expect((await staff.call('POST /v1/admin/dealer-applications/:id/reject', reject)).status).toBe(403);
});

test('a taken URL slug refuses the approval and leaves the application open', async () => {
  const { slug } = await server.make.dealer();
  const client = await server.as({});
  const { id } = (await apply(client)).body;
  expect((await approve(id, slug)).status).toBe(422);
  const shown = await admin.call('GET /v1/admin/dealer-applications/:id', { params: { id } });
  expect(shown.body).toMatchObject({ state: 'submitted', partner_id: null });
});
