import { randomUUID } from 'node:crypto';
import { contract } from '@tuneport/contract/index';
import { tuneFileBytesMax, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../platform/actor.ts';
import { unmask } from '../../../platform/mail/secrets.ts';
import { asGuest, guestLinkIn, sessionIn } from '../../../testing/guests.ts';
import { grant } from '../../../testing/money/credits.ts';
import { estimated, payCard, proveBooks, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import {
  flashImage,
  form,
  matchedRequest,
  payRequest,
  queuedRequest,
  sendTune,
  showRequest,
  tunerOf,
} from '../../../testing/tuning.ts';
import { takeGuestBytes } from './guest-limits.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));

const newEmail = () => `visitor-${randomUUID()}@example.test`;
const password = 'winter tyres in november';
const account = (link: { id: number; token: string }, more: object = {}) =>
  server.anonymous.call('POST /auth/guest/account', {
    body: { id: link.id, token: link.token, name: 'Robin Visitor', password, ...more },
  });
const read = (link: { id: number; token: string }, client: Client = server.anonymous) =>
  client.call('GET /v1/guests/:id/:token', { params: { id: link.id, token: link.token } });
const claim = (client: Client, { id, token }: { id: number; token: string }) =>
  client.call('POST /v1/guests/:id/claim', { params: { id }, body: { token } });
const guestRow = (email: string) =>
  server.db.selectFrom('users').selectAll().where('guest_email', '=', email).executeTakeFirst();

// First, because the bytes of all guests of this process are counted.
test('sizes that guests announce keep no other guest from sending a file, and sent bytes are limited together', async () => {
  const announce = (client: Client, from: string, bytes = tuneFileBytesMax) => {
    const terms = Buffer.from(uploadTermsSha256).toString('base64');
    const metadata = `filename ${Buffer.from('a.bin').toString('base64')},terms ${terms}`;
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(bytes), 'upload-metadata': metadata };
    return client.request('POST', '/api/v1/uploads', { headers, from });
  };
  const guest = await asGuest(server, newEmail());
  // 16 GiB of others, as announced.
  await sql`insert into rate_limits (key, hits, expires_at)
    values ('guest bytes', array_fill(now(), array[2048]), now() + interval '1 day')`.execute(server.db);
  const { status, headers } = await announce(guest, '203.0.113.50', 65_536);
  expect(status).toBe(201);
  const send = (bytes: Buffer, offset: number, client = guest) =>
    client.request('PATCH', String(headers.location), {
      body: bytes,
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
    });
  const file = flashImage();
  expect((await send(file.subarray(0, 30_000), 0)).status).toBe(204);
  // 16 GiB of others, as received: all but what this guest sent and one byte.
  const actor = { guestEmail: 'other@example.test' } as Actor;
  takeGuestBytes(server.platform.db, actor, 16 * 1024 ** 3 - 30_000);
  expect((await send(file.subarray(30_000, 30_001), 30_000)).status).toBe(204);
  expect((await send(file.subarray(30_001), 30_001)).status).toBe(429);
  expect((await sendTune(guest)).status).toBe(429);
  expect((await sendTune(await server.as({}))).status).toBe(201);
  takeGuestBytes(server.platform.db, actor, -(16 * 1024 ** 3));
});

test('guest buys a tune, follows it by the mailed link, sets a password and owns the request and its purchase', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const { id, purchaseId } = await queuedRequest(guest, shop);
  expect((await showRequest(guest, id)).state).toBe('queued');
  const link = await guestLinkIn(server, email);
  expect(link.stored).not.toContain(link.token);
  expect((await read(link)).body).toMatchObject({ email, has_account: false, data: [{ id, money: 'paid' }] });

  const made = await account(link);
  expect(made).toMatchObject({ status: 200, body: { email, name: 'Robin Visitor', email_confirmed: true } });
  const owner = server.clientWith(sessionIn(made.headers));
  expect((await showRequest(owner, id)).purchase?.id).toBe(purchaseId);
  expect((await owner.call('GET /catalog-purchases/:id', { params: { id: purchaseId } })).status).toBe(200);
  expect((await owner.call('GET /user/me')).body).toMatchObject({ email, email_confirmed: true });
  const login = await server.anonymous.call('POST /auth/login', { body: { email, password } });
  expect(login.status).toBe(200);
  // The browser that entered the address is out, and the link is used up.
  expect((await guest.call('GET /v1/tune-requests/:id', { params: { id } })).status).toBe(401);
  expect((await read(link)).status).toBe(404);
  expect((await account(link)).status).toBe(404);
  await proveBooks(server);
});

test('guest is anonymous for every call that is not open to guests', async () => {
  const guest = await asGuest(server, newEmail());
  const open = Object.entries(contract).filter(([, endpoint]) => 'guest' in endpoint);
  expect(open.map(([key]) => key).sort()).toEqual(
    [
      'DELETE /v1/tune-requests/:id',
      'DELETE /v1/uploads/:id',
      'GET /catalog-purchases',
      'GET /catalog-purchases/:id',
      'GET /recent-updates',
      'GET /v1/catalog/installers',
      'GET /v1/tune-requests',
      'GET /v1/tune-requests/:id',
      'GET /v1/tune-requests/:id/dealers',
      'GET /v1/tune-requests/:id/files',
      'GET /v1/tune-requests/:id/files/:fileId',
      'GET /v1/tune-requests/:id/live',
      'GET /v1/tune-requests/:id/logs',
      'GET /v1/tune-requests/:id/poll',
      'GET /v1/tune-requests/:id/raw',
      'GET /v1/tune-requests/:id/support',
      'GET /v1/uploads/:id',
      'PATCH /v1/tune-requests/:id',
      'PATCH /v1/uploads/:id',
      'POST /auth/guest',
      'POST /auth/guest/link',
      'POST /auth/logout',
      'POST /v1/catalog/estimate',
      'POST /v1/catalog/pay',
      'POST /v1/catalog/quote',
      'POST /v1/tune-requests',
      'POST /v1/tune-requests/:id/custom-tuning',
      'POST /v1/tune-requests/:id/estimate',
      'POST /v1/tune-requests/:id/files',
      'POST /v1/tune-requests/:id/follow-up',
      'POST /v1/tune-requests/:id/help',
      'POST /v1/tune-requests/:id/link-purchase',
      'POST /v1/tune-requests/:id/pay',
      'POST /v1/tune-requests/:id/steps',
      'POST /v1/tune-requests/:id/support',
      'POST /v1/uploads',
    ].sort(),
  );
  for (const [key, endpoint] of Object.entries(contract)) {
    const rules = [endpoint.access].flat();
    if ('guest' in endpoint || rules.includes('public') || rules.includes('token')) continue;
    const [method = '', path = ''] = key.split(' ');
    const url = `/api${path.replace(/:([a-zA-Z]+)/g, '1')}`;
    const { status } = await guest.request(method, url, method === 'GET' ? {} : { body: {} });
    expect(status, key).toBe(401);
  }
  const state = await guest.call('GET /global/v1/ui-state');
  expect(state.body).toMatchObject({ user: null, guest: { email: expect.any(String) } });
});

test('a purchase is offered for its own car, and not for another one', async () => {
  const guest = await asGuest(server, newEmail());
  const { number } = (await payCard(guest, await estimated(guest, shop.selection))).body.purchase;
  const other = await shop.make.vehicle({ make: 'Testwagen', model: 'Walker', engine: '3.0L V6' });
  await shop.make.tune({ name: 'Stage 1', engines: [other.engine.id], tools: [shop.tool.id] });
  for (const [engine, waiting_purchase] of [
    [shop.engine, { number }],
    [other.engine, null],
  ] as const) {
    const { id } = await matchedRequest(guest, engine.id);
    expect(await showRequest(guest, id)).toMatchObject({ waiting_purchase });
  }
});

test('guest buys tunes without a file, sends it later by the mailed link and uses the purchase once', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const paid = await payCard(guest, await estimated(guest, shop.selection));
  expect(paid).toMatchObject({ status: 200, body: { purchase: { state: 'waiting_file', email } } });
  const { id: purchaseId, number } = paid.body.purchase;
  const mails = await server.db.selectFrom('mail_outbox').select('kind').where('to_address', '=', email).execute();
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['guest-link', 'purchase-confirmation']);

  // Another browser knows nothing until it opens the link.
  const stranger = await asGuest(server, email);
  const params = { id: purchaseId };
  expect((await stranger.call('GET /catalog-purchases/:id', { params })).status).toBe(404);
  expect((await stranger.call('GET /catalog-purchases')).body.total).toBe(0);
  const named = { customer: guest.userId ?? 1 };
  expect((await stranger.call('GET /catalog-purchases', { query: named })).status).toBe(403);
  const foreign = await matchedRequest(stranger, shop.engine.id);
  const use = { purchase_id: purchaseId };
  expect(
    (await stranger.call('POST /v1/tune-requests/:id/link-purchase', { params: foreign.params, body: use })).status,
  ).toBeGreaterThanOrEqual(404);

  const mailed = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', email)
    .where('kind', '=', 'guest-link')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const [, guestId = '', token = ''] = /\/tuning\/guest\/(\d+)\/([\w-]+)/.exec(unmask(mailed).text_body) ?? [];
  const link = { id: Number(guestId), token };
  expect((await read(link)).body).toMatchObject({ purchases: [{ id: purchaseId, number }], data: [] });
  const opened = await server.anonymous.call('POST /auth/guest/session', { body: link });
  const device = server.clientWith(sessionIn(opened.headers));
  const request = await matchedRequest(device, shop.engine.id);
  expect(await showRequest(device, request.id)).toMatchObject({ waiting_purchase: { number, tunes: ['Stage 1'] } });
  expect(await showRequest(stranger, foreign.id)).toMatchObject({ waiting_purchase: null });
  const answers = await Promise.all(
    [1, 2].map(() => device.call('POST /v1/tune-requests/:id/link-purchase', { params: request.params, body: use })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await showRequest(device, request.id)).toMatchObject({ state: 'queued', waiting_purchase: null });
  expect((await read(link)).body).toMatchObject({ purchases: [], data: [{ id: request.id, money: 'paid' }] });
  await proveBooks(server);
});

test('guest cannot buy in the catalogue without paying, with prepaid money or with a stored card', async () => {
  const guest = await asGuest(server, newEmail());
  const hash = await estimated(guest, shop.selection);
  const free = await payCard(guest, hash, { method: undefined });
  expect(free).toMatchObject({ status: 422, body: { errors: { method: [expect.any(String)] } } });
  const stored = await payCard(guest, hash, { method: { stored_method_id: 1 } });
  expect(stored.status).toBeGreaterThanOrEqual(400);
  const prepaid = await payCard(guest, hash, { prepaid: { amount: '1.00', currency: 'CAD' } });
  expect(prepaid.status).toBeGreaterThanOrEqual(400);
});

test('guest session for the address of an account opens nothing of that account and does not reveal it', async () => {
  const { id: userId, email } = await server.make.user();
  const owner = await server.as({ id: userId });
  await grant(shop.admin, email, 'ecu', 2);
  const own = await queuedRequest(owner, shop);
  const known = await server.anonymous.call('POST /auth/guest', { body: { email } });
  const unknown = await server.anonymous.call('POST /auth/guest', { body: { email: newEmail() } });
  expect([known.status, Object.keys(known.body), Object.keys(known.headers).sort()]).toEqual([
    unknown.status,
    Object.keys(unknown.body),
    Object.keys(unknown.headers).sort(),
  ]);
  const guest = server.clientWith(sessionIn(known.headers));
  expect((await guest.call('GET /v1/tune-requests/:id', { params: { id: own.id } })).status).toBe(404);
  expect((await guest.call('GET /v1/tune-requests', { query: { mine: 'true' } })).body.total).toBe(0);
  const { id } = await matchedRequest(guest, shop.engine.id);
  const priced = await guest.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
  });
  const quote = await guest.call('POST /v1/catalog/quote', {
    body: { estimate_hash: priced.body.hash, country_code: 'CA', state: 'BC' },
  });
  expect(quote.body).toMatchObject({ credit_choices: [], account: null });
  const lots = await server.db.selectFrom('tune_credit_lots').select('id').execute();
  const stolen = await guest.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id], credits: lots.map(({ id: lot }) => lot) },
  });
  expect(stolen.status).toBe(422);
  const prepaid = await payRequest(guest, id, priced.body.hash, {
    prepaid: { amount: '1.00', currency: priced.body.currency },
  });
  expect(prepaid.status).toBeGreaterThanOrEqual(400);
  // The owner of the address reads that they have an account; the link does not make another one.
  const link = await guestLinkIn(server, email);
  expect(link.text).toContain('already has an account');
  expect(await account(link)).toMatchObject({ status: 409, body: { code: 'already_exists' } });
  expect(await read(link)).toMatchObject({ body: { has_account: true } });
  const user = await server.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  expect(user.guest_email).toBeNull();
});

test('owner of the address adds the requests of a guest to the account; nobody else can', async () => {
  const { id: userId, email } = await server.make.user();
  const owner = await server.as({ id: userId });
  const guest = await asGuest(server, email.toUpperCase());
  const { id, purchaseId } = await queuedRequest(guest, shop);
  const link = await guestLinkIn(server, email);
  const stranger = await server.as({});
  expect(await claim(stranger, link)).toMatchObject({ status: 409 });
  expect(await claim(owner, { id: link.id, token: 'x'.repeat(43) })).toMatchObject({ status: 404 });
  expect((await claim(guest, link)).status).toBe(401);
  const unconfirmed = await server.as({});
  await server.db
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('id', '=', unconfirmed.userId as number)
    .execute();
  expect(await claim(unconfirmed, link)).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });

  const answers = await Promise.all([claim(owner, link), claim(owner, link), claim(owner, link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect((await showRequest(owner, id)).purchase?.id).toBe(purchaseId);
  expect((await owner.call('GET /catalog-purchases/:id', { params: { id: purchaseId } })).status).toBe(200);
  expect((await guest.call('GET /v1/tune-requests/:id', { params: { id } })).status).toBe(401);
  expect(await guestRow(email)).toBeUndefined();
  await proveBooks(server);
});

test('a purchase with a code of the claiming person or their affiliate is not added to the account', async () => {
  const boughtWith = async (made: { changed_by?: number; affiliate_id?: number }, userId: number, email: string) => {
    const code = `OWN${randomUUID().slice(0, 8)}`;
    await server.db
      .insertInto('discount_codes')
      .values({ code, name: 'Own', type: 'tunes', amount: '10', amount_type: 'percent', ...made })
      .execute();
    const guest = await asGuest(server, email);
    const request = await matchedRequest(guest, shop.engine.id, flashImage());
    const { body } = await guest.call('POST /v1/tune-requests/:id/estimate', {
      params: request.params,
      body: { tune_ids: [shop.tune.id], tools: shop.tool ? [shop.tool.id] : [], codes: [code] },
    });
    const paid = await payRequest(guest, request.id, body.hash);
    expect(paid.status).toBe(200);
    const { discounts } = await server.db
      .selectFrom('catalog_purchases')
      .select('discounts')
      .where('id', '=', paid.body.purchase.id)
      .executeTakeFirstOrThrow();
    expect(discounts).toHaveLength(1);
    return claim(await server.as({ id: userId }), await guestLinkIn(server, email));
  };
  const [staff, partner, other] = [
    await server.make.user({ role: 3 }),
    await server.make.user(),
    await server.make.user(),
  ];
  const affiliate = await server.make.affiliate({ members: [partner.id] });
  expect((await boughtWith({ changed_by: staff.id }, staff.id, staff.email)).status).toBe(409);
  expect((await boughtWith({ affiliate_id: affiliate.id }, partner.id, partner.email)).status).toBe(409);
  expect((await boughtWith({ changed_by: staff.id }, other.id, other.email)).status).toBe(200);
});

test('purchase of one account never moves to another', async () => {
  const { purchaseId } = await queuedRequest(await server.as({}), shop);
  const { userId } = await server.as({});
  const move = server.db
    .updateTable('catalog_purchases')
    .set({ user_id: userId as number })
    .where('id', '=', purchaseId)
    .execute();
  await expect(move).rejects.toThrow('never changed');
});

test('link of another guest, an expired one and a used one open nothing; an expired one is renewed by mail', async () => {
  const [first, second] = [newEmail(), newEmail()];
  for (const email of [first, second]) await sendTune(await asGuest(server, email));
  const [mine, theirs] = [await guestLinkIn(server, first), await guestLinkIn(server, second)];
  const foreign = { id: theirs.id, token: mine.token };
  expect((await read(foreign)).status).toBe(404);
  expect((await account(foreign)).status).toBe(404);
  const open = (link: { id: number; token: string }) =>
    server.anonymous.call('POST /auth/guest/session', { body: { id: link.id, token: link.token } });
  expect((await open(foreign)).status).toBe(404);
  for (const token of ['x'.repeat(43), mine.token.slice(0, 10)])
    expect((await read({ id: mine.id, token })).status).toBe(404);

  await sql`update guest_links set expires_at = now() - interval '1 second' where user_id = ${mine.id}`.execute(
    server.db,
  );
  for (const reply of [await read(mine), await open(mine), await account(mine)])
    expect(reply).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  expect((await guestRow(first))?.email_confirmed_at).toBeNull();
  const body = { kind: 'guest', id: mine.id, token: mine.token };
  expect((await server.anonymous.call('POST /links/renew', { body })).status).toBe(204);
  const renewed = await guestLinkIn(server, first);
  expect(renewed.token).not.toBe(mine.token);
  const session = await open(renewed);
  expect(session.status).toBe(204);
  const guest = server.clientWith(sessionIn(session.headers));
  expect((await guest.call('GET /v1/tune-requests')).body.total).toBe(1);
});

test('of two who make an account with one link at once, one succeeds; an address taken meanwhile is refused', async () => {
  const email = newEmail();
  await sendTune(await asGuest(server, email));
  const link = await guestLinkIn(server, email);
  const answers = await Promise.all([account(link), account(link), account(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);

  // Two guests of one address: the second finds the account of the first.
  const shared = newEmail();
  await sendTune(await asGuest(server, shared));
  const one = await guestLinkIn(server, shared);
  await sendTune(await asGuest(server, shared));
  const two = await guestLinkIn(server, shared);
  expect(one.id).not.toBe(two.id);
  const both = await Promise.all([account(one), account(two)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('guests of one address do not see each other', async () => {
  const email = newEmail();
  const [first, second] = [await asGuest(server, email), await asGuest(server, email)];
  const { body } = await sendTune(first);
  expect((await second.call('GET /v1/tune-requests/:id', { params: { id: body.id } })).status).toBe(404);
  expect((await second.call('GET /v1/tune-requests')).body.total).toBe(0);
});

test('guest is not charged twice for one request, not even at once', async () => {
  const guest = await asGuest(server, newEmail());
  const { id } = await matchedRequest(guest, shop.engine.id);
  const priced = await guest.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
  });
  const answers = await Promise.all([1, 2, 3].map(() => payRequest(guest, id, priced.body.hash)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
  expect(await payRequest(guest, id, priced.body.hash)).toMatchObject({ status: 409 });
  const { rows } = await sql<{ captured: number }>`select count(*)::integer as captured from payments p
    join catalog_purchases c on p.subject = 'purchase:' || c.id where c.request_id = ${id} and p.captured_minor > 0`.execute(
    server.db,
  );
  expect(rows).toEqual([{ captured: 1 }]);
  await proveBooks(server);
});

test('mails to the address of a guest have no text a person typed, and go nowhere else', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const name = 'free-money-at-evil.bin';
  const { body } = await sendTune(guest, { name, bytes: flashImage() });
  await guest.call('PATCH /v1/tune-requests/:id', {
    params: { id: body.id },
    body: { engine_id: shop.engine.id, information: { notes: 'Visit evil.example' } },
  });
  const priced = await guest.call('POST /v1/tune-requests/:id/estimate', {
    params: { id: body.id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
  });
  const elsewhere = newEmail();
  const billing = {
    full_name: 'Visit evil.example now',
    line1: '1 Main Street',
    city: 'Vancouver',
    state: 'BC',
    postal_code: 'V5K 0A1',
    country_code: 'CA',
    email: elsewhere,
    phone: '',
  };
  const paid = await payRequest(guest, body.id, priced.body.hash, { billing });
  expect(paid.status).toBe(200);
  const mails = await server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).execute();
  expect(mails.map(({ kind }) => kind).sort()).toEqual([
    'purchase-confirmation',
    'tune-request-queued',
    'tune-request-received',
  ]);
  for (const { subject, text_body, html_body } of mails)
    expect(`${subject} ${text_body} ${html_body}`).not.toMatch(/evil|free-money/);
  const others = await server.db.selectFrom('mail_outbox').select('id').where('to_address', '=', elsewhere).execute();
  expect(others).toEqual([]);
  const toPlaceholder = await sql`select from mail_outbox where to_address like '%guest.invalid'`.execute(server.db);
  expect(toPlaceholder.rows).toEqual([]);
});

test('guest sessions are limited by network address, which never locks out another network, and mails by e-mail address', async () => {
  const start = (email: string, from = '203.0.113.9') =>
    server.anonymous.call('POST /auth/guest', { body: { email }, from });
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await start(newEmail())).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  await server.db.deleteFrom('rate_limits').execute();
  const email = newEmail();
  const ofOne = [];
  for (let at = 0; at < 11; at += 1) {
    ofOne.push((await start(email)).status);
    // The limit of one hour ends; that of the day and the address does not.
    await sql`delete from rate_limits where key like 'POST /auth/guest %'`.execute(server.db);
  }
  expect(ofOne).toEqual([...Array(10).fill(200), 429]);
  expect((await start(email, '203.0.113.20')).status, 'the owner of the address').toBe(200);

  const target = newEmail();
  const guest = await asGuest(server, target);
  for (let at = 0; at < 8; at += 1) await sendTune(guest);
  const { rows } = await sql<{
    mails: number;
  }>`select count(*)::integer as mails from mail_outbox where to_address = ${target}`.execute(server.db);
  expect(rows).toEqual([{ mails: 5 }]);
});

test('guest cannot store more than a network address may upload in a day', async () => {
  const guest = await asGuest(server, newEmail());
  const statuses = [];
  for (let at = 0; at < 31; at += 1) statuses.push((await sendTune(guest)).status);
  expect(statuses.slice(0, 30).every((status) => status === 201)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test('guest uploads of one network have a total size in a day; an account is not affected', async () => {
  const guest = await asGuest(server, newEmail());
  const owner = await server.as({});
  const open = async (client: Client, from: string) => {
    const terms = Buffer.from(uploadTermsSha256).toString('base64');
    const metadata = `filename ${Buffer.from('a.bin').toString('base64')},terms ${terms}`;
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(tuneFileBytesMax),
      'upload-metadata': metadata,
    };
    return (await client.request('POST', '/api/v1/uploads', { headers, from })).status;
  };
  const statuses = [];
  for (let at = 0; at < 5; at += 1) statuses.push(await open(guest, '203.0.113.40'));
  expect(statuses).toEqual([201, 201, 201, 201, 429]);
  expect([await open(guest, '203.0.113.41'), await open(owner, '203.0.113.40')]).toEqual([201, 201]);
  // The networks of one IPv6 customer do not use up what all have.
  const second = await asGuest(server, newEmail());
  expect(await open(second, '2001:db8:66:1::1')).toBe(201);
  await sql`update rate_limits set hits = array_fill(now(), array[256])
    where key = 'guest bytes of site 2001:db8:66::/48'`.execute(server.db);
  expect([await open(second, '2001:db8:66:2::1'), await open(second, '2001:db8:67:1::1')]).toEqual([429, 201]);
});

test('browser that is a guest already keeps its session for the same address; a logged-in user cannot become one', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const again = await guest.call('POST /auth/guest', { body: { email } });
  expect([again.status, sessionIn(again.headers)]).toEqual([200, null]);
  const user = await server.as({});
  expect((await user.call('POST /auth/guest', { body: { email } })).status).toBe(409);
  expect((await user.call('POST /auth/guest/link')).status).toBe(404);
  expect((await guest.call('POST /auth/guest/link')).status).toBe(204);
  expect((await guestLinkIn(server, email)).text).toContain('without an account');
  expect((await guest.call('POST /auth/logout')).status).toBe(204);
  expect((await guest.call('GET /v1/tune-requests')).status).toBe(401);
});

test('database refuses a guest with a password, a confirmed address or a role', async () => {
  const email = newEmail();
  await asGuest(server, email);
  const guest = await guestRow(email);
  for (const change of [{ password_hash: 'x' }, { email_confirmed_at: new Date() }, { role: 3 }, { email }])
    await expect(
      server.db
        .updateTable('users')
        .set(change)
        .where('id', '=', guest?.id ?? 0)
        .execute(),
    ).rejects.toThrow('users_guest_check');
});

test('guest stores no card and pays with none that is stored, and gets nothing for free', async () => {
  const guest = await asGuest(server, newEmail());
  const { id } = await matchedRequest(guest, shop.engine.id);
  const priced = await guest.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
  });
  const pay = (method: object | undefined) => payRequest(guest, id, priced.body.hash, { method });
  expect((await pay({ payment_method_id: 1 })).status).toBe(422);
  expect((await pay(undefined)).status).toBe(422);
  expect((await pay({ token: 'test_ok', keep: true })).status).toBe(200);
  const { rows } = await sql`select from payment_methods where owner = ${`user:${guest.userId}`}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('guest cannot be made a member, and a membership of a guest counts for nothing', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const user = await guestRow(email);
  const tuner = await server.make.tuner();
  const add = () =>
    shop.admin.call('POST /v1/admin/tuners/:id/members', {
      params: { id: tuner.id },
      body: { user_id: user?.id ?? 0 },
    });
  expect((await add()).status).toBe(422);
  const member = { tuner_id: tuner.id, user_id: user?.id ?? 0 };
  await expect(server.db.insertInto('tuner_members').values(member).execute()).rejects.toThrow('is a guest');
  await sql`alter table tuner_members disable trigger refuse_guest`.execute(server.db);
  await server.db.insertInto('tuner_members').values(member).execute();
  await sql`alter table tuner_members enable trigger refuse_guest`.execute(server.db);
  expect((await guest.call('GET /v1/tune-requests')).body.total).toBe(0);
});

test('supplements of guests count as uploads', async () => {
  const guest = await asGuest(server, newEmail());
  const { body } = await sendTune(guest);
  const add = () =>
    guest.request(
      'POST',
      `/api/v1/tune-requests/${body.id}/files`,
      form({ kind: 'supplement' }, { name: 'more.bin', bytes: flashImage() }),
    );
  const statuses = new Set<number>();
  for (let nth = 0; nth < 32; nth += 1) statuses.add((await add()).status);
  expect(statuses).toContain(429);
});

test('a stranger with the same address does not use up the mails of a guest who bought', async () => {
  const email = newEmail();
  const stranger = await asGuest(server, email);
  for (let nth = 0; nth < 6; nth += 1) await sendTune(stranger);
  const guest = await asGuest(server, email);
  const { id } = await queuedRequest(guest, shop);
  expect((await guest.call('POST /auth/guest/link', {})).status).toBe(204);
  const { rows } =
    await sql`select from guest_links l join tune_requests r on r.user_id = l.user_id where r.id = ${id}`.execute(
      server.db,
    );
  expect(rows.length).toBeGreaterThan(0);
  const asked = await Promise.all(Array.from({ length: 8 }, () => stranger.call('POST /auth/guest/link', {})));
  expect(asked.map(({ status }) => status)).toContain(429);
});

test('entering the address of an account changes neither its language nor finds the guest by the placeholder', async () => {
  const { email } = await server.make.user();
  await server.anonymous.request('POST', '/api/auth/guest', { body: { email }, headers: { 'accept-language': 'de' } });
  const languages = await sql`select from mail_languages
    where address_sha256 = sha256(convert_to(lower(${email}::text), 'UTF8'))`.execute(server.db);
  expect(languages.rows).toEqual([]);
  const guest = await guestRow(email);
  await server.anonymous.call('POST /auth/forgot-password', { body: { email: guest?.email ?? '' } });
  const mails = await sql`select from mail_outbox where to_address = ${guest?.email ?? ''}`.execute(server.db);
  expect(mails.rows).toEqual([]);
});

test('a question of a tuner is mailed in the language of the guest, whatever page the tuner reads', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const { id } = await queuedRequest(guest, shop);
  await sql`insert into mail_languages (address_sha256, language) values (sha256(convert_to(${email}::text, 'UTF8')), 'de')
    on conflict (address_sha256) do update set language = 'de'`.execute(server.db);
  const tuner = await tunerOf(server, shop.tuner.id);
  const act = (event: 'claim' | 'ask', reason = '') =>
    tuner.call('POST /v1/tune-requests/:id/steps', {
      params: { id },
      body: { event, reason },
      headers: { 'accept-language': 'fr' },
    });
  expect((await act('claim')).status).toBe(200);
  expect((await act('ask', 'Which fuel?')).status).toBe(200);
  const { rows } = await sql<{ subject: string }>`select subject from mail_outbox
    where to_address = ${email} and kind = 'tune-request-question'`.execute(server.db);
  expect(rows).toMatchObject([{ subject: expect.stringMatching(/^Der Tuner hat eine Frage/) }]);
});

test('a full refund before a file was sent is mailed to the guest', async () => {
  const email = newEmail();
  const guest = await asGuest(server, email);
  const paid = await payCard(guest, await estimated(guest, shop.selection));
  const payment = await server.db
    .selectFrom('payments')
    .select('id')
    .where('subject', '=', `purchase:${paid.body.purchase.id}`)
    .executeTakeFirstOrThrow();
  const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/fully-refund', {
    params: { id: payment.id },
    body: { reason: 'Wrong car' },
    idempotencyKey: randomUUID(),
  });
  expect(refunded.status).toBe(200);
  const mails = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', email)
    .where('kind', '=', 'purchase-refunded')
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^We refunded your purchase \(TN-/)]);
  await proveBooks(server);
});

test('guest gets an e-mail about a partial refund', async () => {
  const email = newEmail();
  const { purchaseId } = await queuedRequest(await asGuest(server, email), shop);
  const payment = await server.db
    .selectFrom('payments')
    .select('id')
    .where('subject', '=', `purchase:${purchaseId}`)
    .executeTakeFirstOrThrow();
  const refunded = await shop.admin.call('POST /v1/admin/transactions/:id/partially-refund', {
    params: { id: payment.id },
    body: { amount: '10.00', reason: 'Delay' },
    idempotencyKey: randomUUID(),
  });
  expect(refunded.status).toBe(200);
  const mail = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', email)
    .where('kind', '=', 'purchase-refunded')
    .executeTakeFirstOrThrow();
  expect(unmask(mail).text_body).toMatch(/refunding 10\.00\sCAD/);
  await proveBooks(server);
});
