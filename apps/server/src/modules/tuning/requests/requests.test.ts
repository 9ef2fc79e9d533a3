import { randomUUID } from 'node:crypto';
import { defaultSupportHours, supportStatus } from '@tuneport/domain/support/support-hours';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { cachesRefreshed } from '../../../testing/catalog.ts';
import { accountDealer, bookedFor, estimated, payCard, proveBooks } from '../../../testing/money/purchases.ts';
import type { Client, Reply } from '../../../testing/server.ts';
import { vancouver } from '../../../testing/shop.ts';
import { statementsOf } from '../../../testing/statements.ts';
import {
  flashImage,
  form,
  mailsAbout,
  matchedRequest,
  payRequest,
  platformTuner,
  queuedRequest,
  sendFile,
  sendTune,
  showRequest as show,
  takeRequestStep as step,
  tuned,
  tunerOf,
} from '../../../testing/tuning.ts';
import { refundCancelledJob } from './money/refund-cancelled.ts';
import { maintainRequests } from './request-timeouts.ts';

const { server, shop, admin, customer, stranger, tuner, colleague } = await platformTuner();
afterAll(() => server.close());

const price = async (client: Client, id: number) =>
  (
    await client.call('POST /v1/tune-requests/:id/estimate', {
      params: { id },
      body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
    })
  ).body;
const mails = (kind: string, id: number) => mailsAbout(server, kind, id);

describe('creating a request from a file (C213)', () => {
  test('stores the identified file and asks for the vehicle (S010 S144)', async () => {
    const { status, body } = await sendTune(customer);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'needs_information',
      money: 'none',
      file_name: 'read.bin',
      as: 'customer',
      waits_for_you: true,
    });
    expect(body.identified.family?.value).toMatch(/^ME7/);
    expect(body.files).toHaveLength(1);
    expect(body.history.map(({ event }) => event)).toEqual(['upload', 'identify', 'ask-data']);
    expect(await mails('tune-request-received', body.id)).toHaveLength(1);
  });

  test('proposes the vehicle by a number found in the file', async () => {
    const tune = await shop.make.tune({ name: 'Box tune', engines: [shop.engine.id], price: { base: 10_000 } });
    await server.db.updateTable('tunes').set({ part_number: '4B0 906 018' }).where('id', '=', tune.id).execute();
    const { body } = await sendTune(customer);
    await server.db.updateTable('tunes').set({ part_number: '' }).where('id', '=', tune.id).execute();
    expect(body).toMatchObject({ state: 'matched', engine_id: shop.engine.id });
    expect(body.proposals[0]?.why).toContain('4B0 906 018');
    const { body: manual } = await sendTune(customer, undefined, { mode: 'manual' });
    expect(manual.state).toBe('needs_information');
  });

  test('stores the terms the sender accepted, and none when they were not asked', async () => {
    const termsOf = async (id: number) =>
      (await server.db.selectFrom('tune_requests').select('terms_sha256').where('id', '=', id).executeTakeFirst())
        ?.terms_sha256;
    expect(await termsOf((await sendTune(customer)).body.id)).toBeNull();
    const agreed = await sendTune(customer, undefined, { terms: uploadTermsSha256 });
    expect((await termsOf(agreed.body.id))?.toString('hex')).toBe(uploadTermsSha256);
    const old = await sendTune(customer, undefined, { terms: '0'.repeat(64) });
    expect([old.status, old.body]).toMatchObject([422, { code: 'upload_terms' }]);
  });

  test('refuses a table named like a flash image', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => `${at / 10},${800 + at},${90 + at}`);
    const table = { name: 'read.bin', bytes: Buffer.from(['Time,RPM,MAP', ...rows].join('\n')) };
    const refused = await sendTune(customer, table);
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'not_a_tune' }]);
  });

  test('refuses a log and an empty form with a reason', async () => {
    const log = { name: 'run.csv', bytes: Buffer.from('Time,RPM\n0,800\n1,900\n2,950\n') };
    const refused = await sendTune(customer, log);
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'not_a_tune' }]);
    const empty = await customer.request('POST', '/api/v1/tune-requests', { body: {} });
    expect(empty.status).toBeGreaterThanOrEqual(400);
    expect((await sendTune(server.anonymous)).status).toBe(401);
  });
});

test('an empty file is refused at its field, as the first and as an added file (C213 C229)', async () => {
  const nothing = { name: 'read.bin', bytes: Buffer.alloc(0) };
  const refused = { status: 422, body: { errors: { file: ['This file is empty.'] } } };
  expect(await sendTune(customer, nothing)).toMatchObject(refused);
  const { id } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  expect(await sendFile(tuner, id, 'result', nothing)).toMatchObject(refused);
  expect(await sendFile(customer, id, 'supplement', nothing)).toMatchObject(refused);
});

test('a file sent twice with one key is one request and one mail, also when the first response was lost (C213 C229)', async () => {
  const sender = await server.as({});
  const file = { name: 'read.bin', bytes: flashImage() };
  const key = { 'idempotency-key': randomUUID() };
  const send = (to: string, what = file) => {
    const { body, headers } = form({}, what);
    return sender.request('POST', to, { body, headers: { ...headers, ...key } }) as unknown as Promise<
      Reply<{ id: number; code?: string }>
    >;
  };
  const both = await Promise.all([send('/api/v1/tune-requests'), send('/api/v1/tune-requests')]);
  const [id] = both.map(({ body }) => body.id);
  // Simulates a crash between the request and its response: the key is free again.
  await server.db.deleteFrom('idempotency_keys').where('key', '=', key['idempotency-key']).execute();
  const again = await send('/api/v1/tune-requests');
  expect([...both, again].map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([201, id]));
  expect((await sender.call('GET /v1/tune-requests')).body.total).toBe(1);
  expect(await mails('tune-request-received', id ?? 0)).toHaveLength(1);
  const other = await send('/api/v1/tune-requests', { ...file, bytes: flashImage() });
  expect(other.body.code).toBe('idempotency_key_reused');
  key['idempotency-key'] = randomUUID();
  const added = [await send(`/api/v1/tune-requests/${id}/files`), await send(`/api/v1/tune-requests/${id}/files`)];
  expect(added[0]?.body.id).toBe(added[1]?.body.id);
  expect((await show(sender, id ?? 0)).files).toHaveLength(2);
});

describe('request visibility', () => {
  test('a request is visible to its owner, dealer and staff, and to tuners once paid (C212 C214)', async () => {
    const { member } = await accountDealer(server, { limitMinor: 0n });
    const { body } = await sendTune(member);
    const colleagueOfDealer = await server.as({});
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: body.dealer?.id ?? 0, user_id: colleagueOfDealer.userId ?? 0, kind: 'member' })
      .execute();
    for (const client of [member, colleagueOfDealer, admin]) expect((await show(client, body.id)).id).toBe(body.id);
    for (const client of [stranger, tuner, server.anonymous])
      expect([401, 404]).toContain(
        (await client.call('GET /v1/tune-requests/:id', { params: { id: body.id } })).status,
      );
    const list = await colleagueOfDealer.call('GET /v1/tune-requests', { query: { mine: true } });
    expect(list.body.data.map(({ id }) => id)).toContain(body.id);
    expect((await stranger.call('GET /v1/tune-requests')).body.total).toBe(0);
    const all = await admin.call('GET /v1/admin/tune-requests', { query: { search: body.number } });
    expect(all.body.data.map(({ id }) => id)).toEqual([body.id]);
  });

  test('search matches only fields visible to the reader: a tuner cannot search by email address or account', async () => {
    const { id, email } = await server.make.user({ name: 'Zelda Quint' });
    const request = await queuedRequest(await server.as({ id }), shop);
    const found = async (client: Client, search: string) =>
      (await client.call('GET /v1/admin/tune-requests', { query: { search } })).body.data.map((row) => row.id);
    const [name = ''] = email.split('@');
    for (const search of [email, email.toUpperCase(), name, `@${email.split('@')[1]}`]) {
      expect(await found(tuner, search), search).not.toContain(request.id);
      const listed = await tuner.call('GET /v1/tune-requests', { query: { search } });
      expect(listed.body.data.map((row) => row.id)).not.toContain(request.id);
    }
    expect(await found(admin, email)).toEqual([request.id]);
    expect(await found(tuner, 'Zelda')).toEqual([request.id]);
    expect((await tuner.call('GET /v1/admin/tune-requests', { query: { customer: id } })).status).toBe(403);
    expect((await admin.call('GET /v1/admin/tune-requests', { query: { customer: id } })).body.total).toBe(1);
  });

  test('the owner can always download the original (C225)', async () => {
    const bytes = flashImage();
    const { body } = await sendTune(customer, { name: 'mine.bin', bytes });
    const raw = await customer.request('GET', `/api/v1/tune-requests/${body.id}/raw`);
    expect(raw.raw.rawPayload.equals(bytes)).toBe(true);
    expect((await stranger.request('GET', `/api/v1/tune-requests/${body.id}/raw`)).status).toBe(404);
  });
});

describe('vehicle and tunes', () => {
  test('the vehicle is set, tunes are chosen, and a mismatch is refused at its field (C216)', async () => {
    const { body } = await sendTune(customer);
    const params = { id: body.id };
    const patch = (change: object) => customer.call('PATCH /v1/tune-requests/:id', { params, body: change });
    expect((await patch({ tune_ids: [shop.tune.id] })).body).toMatchObject({ errors: { tune_ids: expect.any(Array) } });
    expect((await patch({ engine_id: 999_999 })).body).toMatchObject({ errors: { engine_id: expect.any(Array) } });
    expect((await patch({ vehicle: '/catalog/nobody/2015/x/y' })).body).toMatchObject({
      errors: { vehicle: expect.any(Array) },
    });
    const named = await patch({ vehicle: '/catalog/testwagen/2015/runner/2.0l-4-cyl-turbo' });
    expect(named.body).toMatchObject({ state: 'matched', vehicle: '2015 Testwagen Runner 2.0L 4-cyl turbo' });
    const chosen = await patch({ tune_ids: [shop.tune.id], information: { notes: 'Sport exhaust' } });
    expect(chosen.body).toMatchObject({ tune_ids: [shop.tune.id], tunes: ['Stage 1'] });
    expect(chosen.body.information.notes).toBe('Sport exhaust');
    expect((await patch({ version: 1, information: { notes: 'late' } })).status).toBe(412);
    // New details are merged with earlier ones, and a VIN is normalized.
    const more = await patch({ information: { year: '2015', vin: 'wvw zzz ikz aw 123456' } });
    expect(more.body.information).toMatchObject({ notes: 'Sport exhaust', year: '2015', vin: 'WVWZZZ1KZAW123456' });
    for (const [field, wrong] of [
      ['year', 'last summer'],
      ['year', '2999'],
      ['vin', 'WVWZZZ1KZAW12345'],
    ] as const) {
      const refused = await patch({ information: { [field]: wrong } });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errors: { [`information.${field}`]: expect.any(Array) } });
    }
    // Both errors are reported.
    expect((await patch({ information: { year: 'old', vin: '?' } })).body).toMatchObject({
      errors: { 'information.year': expect.any(Array), 'information.vin': expect.any(Array) },
    });
    expect((await show(customer, body.id)).information).toEqual(more.body.information);
  });

  test('an engine without tunes is reported as unsupported, and help or a custom tune can be requested (C220 C231)', async () => {
    const { engine } = await shop.make.vehicle({ make: 'Unheard', model: 'Of', year: '1990' });
    const { body } = await sendTune(customer);
    const params = { id: body.id };
    const named = await customer.call('PATCH /v1/tune-requests/:id', { params, body: { engine_id: engine.id } });
    expect(named.body.state).toBe('unsupported');
    const help = { params, body: { message: 'It is a rare one.', information: { year: '1990' } } };
    expect((await customer.call('POST /v1/tune-requests/:id/help', help)).status).toBe(201);
    const unreal = { params, body: { message: 'Please.', information: { year: 'old' } } };
    expect((await customer.call('POST /v1/tune-requests/:id/help', unreal)).body).toMatchObject({
      errors: { 'information.year': expect.any(Array) },
    });
    const input = { params, body: { wishes: 'More torque', modifications: 'Bigger turbo' } };
    expect((await customer.call('POST /v1/tune-requests/:id/custom-tuning', input)).status).toBe(201);
    const after = await show(customer, body.id);
    expect(after).toMatchObject({ wishes: 'More torque', messages: 2 });
    expect(after.information).toMatchObject({ year: '1990', changed_parts: 'Bigger turbo' });
    // Staff can read the question but cannot ask for the customer.
    expect((await admin.call('POST /v1/tune-requests/:id/help', help)).status).toBe(404);
    const thread = await admin.call('GET /v1/tune-requests/:id/support', { params });
    expect(thread.body.data).toHaveLength(2);
  });

  test('a poll responds 304 until something changes (C215)', async () => {
    const { id } = await matchedRequest(customer, shop.engine.id);
    const { version } = await show(customer, id);
    const poll = (since: number) => customer.request('GET', `/api/v1/tune-requests/${id}/poll?since=${since}`);
    // A session updates `last_seen_at` once a minute.
    const statements = (await statementsOf(() => poll(version))).filter((text) => !text.includes('set last_seen_at'));
    expect(statements.length, 'who asks, and where it stands').toBeLessThanOrEqual(2);
    const again = await poll(version);
    expect([again.status, again.headers.etag]).toEqual([304, `"${version}"`]);
    expect(await statementsOf(() => poll(version)), 'nothing was said since').toEqual([]);
    // Concurrent polls are batched, and each gets its own response.
    const member = await server.as({});
    const clients = Array.from(
      { length: 30 },
      (_, at) => [customer, stranger, admin, server.anonymous, member][at % 5],
    );
    const path = `/api/v1/tune-requests/${id}/poll?since=${version}`;
    const answers = await Promise.all(clients.map(async (client) => (await client?.request('GET', path))?.status));
    expect(answers).toEqual(Array.from({ length: 6 }, () => [304, 404, 304, 401, 404]).flat());
    await member.call('POST /auth/logout');
    expect((await member.request('GET', path)).status).toBe(401);
    await price(customer, id);
    const changed = await poll(version);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ state: 'matched', money: 'estimated' });
    expect((await stranger.request('GET', `/api/v1/tune-requests/${id}/poll`)).status).toBe(404);
  });

  test('an unpaid request can be deleted; a paid one cannot (C217)', async () => {
    const { params } = await matchedRequest(customer, shop.engine.id);
    expect((await customer.call('DELETE /v1/tune-requests/:id', { params })).status).toBe(204);
    expect((await customer.call('GET /v1/tune-requests/:id', { params })).status).toBe(404);
    const paid = await queuedRequest(customer, shop);
    const refused = await customer.call('DELETE /v1/tune-requests/:id', { params: paid.params });
    expect(refused.body).toMatchObject({ code: 'already_committed' });
  });
});

describe('paying (C221 C222)', () => {
  test('the estimate is paid once and the request joins the queue with a promise time', async () => {
    const { id } = await matchedRequest(customer, shop.engine.id);
    const { hash, total } = await price(customer, id);
    expect(total.amount).toBe('550.00');
    const key = randomUUID();
    const [one, two] = await Promise.all([
      payRequest(customer, id, hash, {}, key),
      payRequest(customer, id, hash, {}, randomUUID()),
    ]);
    // The second call gets the same purchase or a conflict; the card is charged once.
    expect([one.status, two.status].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect([one.status, two.status]).toContain(200);
    const after = await show(customer, id);
    expect(after).toMatchObject({ state: 'queued', money: 'paid', purchase: { state: 'linked' } });
    // Within support hours.
    const promised = new Date(Date.parse(after.promised_at ?? '') - 1000);
    expect(promised.getTime()).toBeGreaterThan(Date.now());
    expect(supportStatus(defaultSupportHours, promised).open).toBe(true);
    expect(await bookedFor(server, after.purchase?.id ?? 0, 'cash')).toBe(57_750n);
    expect(await bookedFor(server, after.purchase?.id ?? 0, 'defer.work')).toBe(-55_000n);
    expect(await mails('tune-request-queued', id)).toHaveLength(1);
    expect((await payRequest(customer, id, hash)).body).toMatchObject({ code: 'already_committed' });
    const change = { params: { id }, body: { engine_id: null } };
    expect((await customer.call('PATCH /v1/tune-requests/:id', change)).body).toMatchObject({
      code: 'already_committed',
    });
  });

  test('a request cancelled or changed during payment is not charged and reports it (C221)', async () => {
    const between = async (meanwhile: (id: number) => Promise<unknown>) => {
      const payer = await server.as({});
      const { id } = await matchedRequest(payer, shop.engine.id);
      const { hash } = await price(payer, id);
      const turn = sql`select pg_advisory_xact_lock(7403964, ${payer.userId})`;
      const waits = sql<{ waits: boolean }>`select exists (
        select from pg_locks where locktype = 'advisory' and classid = 7403964 and objid = ${payer.userId} and not granted) as waits`;
      // The buyer's lock is held, so the payment waits between checking the request and creating its purchase.
      const paying = await server.db.transaction().execute(async (tx) => {
        await turn.execute(tx);
        const answer = payRequest(payer, id, hash);
        await vi.waitFor(async () => expect((await waits.execute(server.db)).rows[0]?.waits).toBe(true), 10_000);
        await meanwhile(id);
        return { answer };
      });
      const purchases = server.db.selectFrom('catalog_purchases').select('id').where('request_id', '=', id);
      return { id, payer, paid: await paying.answer, purchases: await purchases.execute() };
    };
    const cancelled = await between((id) => step(admin, id, 'cancel'));
    expect(cancelled.paid).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('You have not been charged') },
    });
    expect(cancelled.purchases).toEqual([]);
    const changed = await between((id) =>
      admin.call('PATCH /v1/tune-requests/:id', { params: { id }, body: { tune_ids: [] } }),
    );
    expect(changed.paid).toMatchObject({ status: 422, body: { errors: { estimate_hash: [expect.any(String)] } } });
    expect(changed.purchases).toEqual([]);
    expect(await show(changed.payer, changed.id)).toMatchObject({ state: 'matched', money: 'none' });
  });

  test('a refused card does not block another choice, and its holds are released (C216 C221 C232)', async () => {
    const payer = await server.as({});
    const bought = (await payCard(payer, await estimated(payer, shop.selection))).body.purchase.id;
    const refusedBy = async (token: string) => {
      const { id, params } = await matchedRequest(payer, shop.engine.id);
      const { hash } = await price(payer, id);
      await payRequest(payer, id, hash, { method: { token } });
      expect((await show(payer, id)).money).toBe('held');
      return { id, params };
    };
    const priced = await refusedBy('test_card_expired');
    expect(
      (await admin.call('PATCH /v1/tune-requests/:id', { params: priced.params, body: { tune_ids: [] } })).body,
    ).toMatchObject({ code: 'already_committed', message: 'A payment for this request is in progress.' });
    const { hash } = await price(payer, priced.id);
    expect((await show(payer, priced.id)).money).toBe('estimated');
    expect((await payRequest(payer, priced.id, hash)).status).toBe(200);
    // Left on the bank's page, while details about the vehicle are added.
    const named = await refusedBy('test_3d');
    const tell = { params: named.params, body: { information: { notes: 'Sport exhaust' } } };
    expect((await payer.call('PATCH /v1/tune-requests/:id', tell)).body).toMatchObject({ money: 'held' });
    const change = { params: named.params, body: { engine_id: null } };
    expect((await payer.call('PATCH /v1/tune-requests/:id', change)).body).toMatchObject({
      state: 'needs_information',
    });
    const linked = await refusedBy('test_card_expired');
    const use = { params: linked.params, body: { purchase_id: bought } };
    expect((await payer.call('POST /v1/tune-requests/:id/link-purchase', use)).body).toMatchObject({ state: 'queued' });
    await proveBooks(server);
  });

  test('a stale price and another user cannot pay', async () => {
    const { id } = await matchedRequest(customer, shop.engine.id);
    const { hash } = await price(customer, id);
    expect((await payRequest(customer, id, 'another')).body).toMatchObject({
      errors: { estimate_hash: expect.any(Array) },
    });
    expect((await payRequest(stranger, id, hash)).status).toBe(404);
    expect((await show(customer, id)).money).toBe('estimated');
  });

  test('a member charges it to the dealer account, up to its limit (C223)', async () => {
    const { member } = await accountDealer(server, { limitMinor: 50_000n });
    const { id } = await matchedRequest(member, shop.engine.id);
    const { hash } = await price(member, id);
    const later = (body: object) =>
      member.call('POST /v1/tune-requests/:id/pay-later', {
        params: { id },
        body: { estimate_hash: hash, ...body },
        idempotencyKey: randomUUID(),
      });
    // Dealers pay 400 for the tune and 50 for the tool, plus tax.
    expect((await later({})).status).toBe(200);
    expect(await show(member, id)).toMatchObject({ state: 'queued', money: 'paid' });
    const second = await matchedRequest(member, shop.engine.id);
    const again = await member.call('POST /v1/tune-requests/:id/pay-later', {
      params: second.params,
      body: { estimate_hash: (await price(member, second.id)).hash },
      idempotencyKey: randomUUID(),
    });
    expect(again.body).toMatchObject({ code: 'dealer_hit_credit_limit' });
    expect((await show(member, second.id)).state).toBe('matched');
    expect(
      (
        await customer.call('POST /v1/tune-requests/:id/pay-later', {
          params: { id },
          body: { estimate_hash: hash },
          idempotencyKey: randomUUID(),
        })
      ).status,
    ).toBe(403);
  });

  test('free completes only requests that cost nothing (C224)', async () => {
    const { id } = await matchedRequest(customer, shop.engine.id);
    const free = (estimate_hash: string) =>
      customer.call('POST /v1/tune-requests/:id/free', {
        params: { id },
        body: { estimate_hash, billing: vancouver },
        idempotencyKey: randomUUID(),
      });
    expect((await free((await price(customer, id)).hash)).body).toMatchObject({ code: 'conflict' });
    const tool = await shop.make.tool({ name: 'Given tool' });
    const freeTune = await shop.make.tune({
      name: 'Gift',
      engines: [shop.engine.id],
      tools: [tool.id],
      price: { base: 0 },
    });
    await cachesRefreshed(server);
    const gift = await customer.call('POST /v1/tune-requests/:id/estimate', {
      params: { id },
      body: { tune_ids: [freeTune.id] },
    });
    const done = await free(gift.body.hash);
    expect([done.status, (await show(customer, id)).state]).toEqual([200, 'queued']);
  });

  test('cancelling a free request clears its liabilities and reports it (C224)', async () => {
    const code = `ALL-${randomUUID().slice(0, 8)}`;
    const runs = { starts_at: new Date(Date.now() - 1000), ends_at: new Date(Date.now() + 3_600_000) };
    const row = { code, name: 'Entire country', type: 'site', amount: '100', amount_type: 'percent', ...runs };
    await server.db.insertInto('discount_codes').values(row).execute();
    const tool = await shop.make.tool({ name: 'Given cable', fee: 0 });
    const engines = [shop.engine.id];
    const tune = await shop.make.tune({ name: 'Given map', engines, tools: [tool.id], price: { base: 55_000 } });
    await cachesRefreshed(server);
    const { id, params } = await matchedRequest(customer, shop.engine.id);
    const body = { tune_ids: [tune.id], codes: [code] };
    const freeTune = await customer.call('POST /v1/tune-requests/:id/estimate', { params, body });
    expect(freeTune.body.total.amount).toBe('0.00');
    const { body: bought } = await customer.call('POST /v1/tune-requests/:id/free', {
      params,
      body: { estimate_hash: freeTune.body.hash, billing: vancouver },
      idempotencyKey: randomUUID(),
    });
    const purchase = bought.purchase.id;
    expect(await bookedFor(server, purchase, 'defer.work')).toBe(-55_000n);
    await step(customer, id, 'cancel');
    const [reply] = await mails('tune-request-ended', id);
    expect(reply?.text_body).toContain('You have not been charged.');
    for (const _ of [1, 2])
      await refundCancelledJob.run(
        { ...server, now: new Date(), log: server.platform.log, signal: new AbortController().signal },
        { purchase_id: purchase },
      );
    expect(await show(customer, id)).toMatchObject({ state: 'cancelled', money: 'refunded' });
    for (const account of ['defer.work', 'goodwill', 'rev'] as const)
      expect(await bookedFor(server, purchase, account), account).toBe(0n);
    await proveBooks(server);
  });

  test('a catalogue purchase is linked once, and only where it matches (C232)', async () => {
    const bought = (await payCard(customer, await estimated(customer, shop.selection))).body.purchase.id;
    const { engine } = await shop.make.vehicle({ make: 'Otherwagen', model: 'Walker', year: '2016' });
    await shop.make.tune({ name: 'Other', engines: [engine.id], price: { base: 1000 } });
    const wrong = await matchedRequest(customer, engine.id);
    const link = (client: Client, id: number) =>
      client.call('POST /v1/tune-requests/:id/link-purchase', { params: { id }, body: { purchase_id: bought } });
    expect((await link(customer, wrong.id)).status).toBe(422);
    const right = await matchedRequest(customer, shop.engine.id);
    const linked = await link(customer, right.id);
    expect(linked.body).toMatchObject({ state: 'queued', money: 'paid', tune_ids: [shop.tune.id] });
    const second = await matchedRequest(customer, shop.engine.id);
    expect((await link(customer, second.id)).status).toBe(409);
    const theirs = await matchedRequest(stranger, shop.engine.id);
    expect((await link(stranger, theirs.id)).status).toBe(404);
  });
});

describe('processing', () => {
  test('of two concurrent claims one succeeds (C238 C390 C391 C392)', async () => {
    const brand = await server.db
      .insertInto('tuner_brands')
      .values({ slug: 'fast-brand', name: 'Fast Brand' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.insertInto('tuner_brand_members').values({ brand_id: brand.id, tuner_id: shop.tuner.id }).execute();
    const { id } = await queuedRequest(customer, shop);
    const pools = (await tuner.call('GET /tune-pools')).body.data;
    expect(pools.find(({ id: pool }) => pool === brand.id)?.waiting).toBeGreaterThan(0);
    const pool = await tuner.call('GET /tune-pools/:id', { params: { id: brand.id } });
    expect(pool.body.requests.map((one) => one.id)).toContain(id);
    const take = (client: Client) =>
      client.call('POST /tune-pools/:id/requests/:requestId/take', { params: { id: brand.id, requestId: id } });
    const taken = await Promise.all([take(tuner), take(colleague)]);
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stranger.call('GET /tune-pools')).status).toBe(403);
    const elsewhere = await tunerOf(server, (await server.make.tuner()).id);
    expect((await take(elsewhere)).status).toBe(404);
    const { body: pipeline } = await tuner.call('GET /pipeline', { query: { pool: brand.id } });
    expect(pipeline.data.find(({ state }) => state === 'in_progress')?.requests.map((one) => one.id)).toContain(id);
  });

  test('the board counts every request of a column, including those not shown (C238)', async () => {
    const firm = await server.make.tuner();
    const worker = await tunerOf(server, firm.id);
    const { id } = await queuedRequest(customer, shop);
    await sql`update tune_requests set tuner_id = ${firm.id} where id = ${id}`.execute(server.db);
    await sql`insert into tune_requests overriding system value
      select (jsonb_populate_record(r, jsonb_build_object('id', 1000000 + n, 'request_key', null))).* from tune_requests r, generate_series(1, 120) n
      where r.id = ${id}`.execute(server.db);
    const { body } = await worker.call('GET /pipeline', { query: {} });
    const queued = body.data.find(({ state }) => state === 'queued');
    expect(queued?.total).toBe(121);
    expect(queued?.requests).toHaveLength(100);
    expect(body.data.filter(({ state }) => state !== 'queued').every(({ total }) => total === 0)).toBe(true);
    await sql`delete from tune_requests where id > 1000000`.execute(server.db);
  });

  test('from claim to delivery: fit check, second review, delivery and earnings (C228 C229 C230 S016)', async () => {
    const request = await queuedRequest(customer, shop);
    const { id, bytes, purchaseId } = request;
    expect((await step(tuner, id, 'claim')).body).toMatchObject({ state: 'in_progress', as: 'tuner' });
    for (const wrong of [bytes, flashImage(32_768 * 3), Buffer.from('Time,RPM\n0,1\n1,2\n2,3\n')]) {
      const refused = await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: wrong });
      expect([refused.status, refused.body.errors?.file?.length]).toEqual([422, expect.any(Number)]);
    }
    const made = await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
    expect(made.status).toBe(201);
    expect(made.body.change).toMatchObject({ changed_bytes: 64 });
    expect(made.body.change?.places.length).toBeGreaterThan(0);
    const hidden = await show(customer, id);
    expect([hidden.state, hidden.files.length]).toEqual(['in_review', 1]);
    const path = `/api/v1/tune-requests/${id}/files/${made.body.id}`;
    expect((await customer.request('GET', path)).status).toBe(404);
    // Authors cannot approve their own result.
    expect((await step(tuner, id, 'approve')).body).toMatchObject({ code: 'invalid_transition' });
    expect((await step(customer, id, 'approve')).body).toMatchObject({ code: 'invalid_transition' });
    expect((await step(colleague, id, 'reject')).body).toMatchObject({ errors: { reason: expect.any(Array) } });
    expect((await step(colleague, id, 'reject', 'Checksum block')).body.state).toBe('in_progress');
    const second = await sendFile(tuner, id, 'result', { name: 'tuned-2.bin', bytes: tuned(bytes, 5100) });
    const approve = (file?: number) =>
      colleague.call('POST /v1/tune-requests/:id/steps', { params: { id }, body: { event: 'approve', file } });
    expect((await approve()).body).toMatchObject({ errors: { file: ['Name the file that you reviewed.'] } });
    const stale = { code: 'stale_record', current: { file: second.body.id } };
    expect((await approve(made.body.id)).body, 'the reviewed file was replaced').toMatchObject(stale);
    expect((await show(colleague, id)).state).toBe('in_review');
    expect((await approve(second.body.id)).body.state).toBe('delivered');

    const ready = await show(customer, id);
    const result = ready.files.find(({ kind }) => kind === 'result');
    expect(ready.files.filter(({ kind }) => kind === 'result')).toHaveLength(1);
    expect(result?.change).toMatchObject({ changed_bytes: 64, places: [] });
    const fetched = await customer.request('GET', String(result?.download));
    expect(fetched.raw.rawPayload.equals(tuned(bytes, 5100))).toBe(true);
    expect((await show(customer, id)).downloaded_at).not.toBeNull();
    const receipt = JSON.parse(ready.receipt ?? '{}');
    expect(receipt).toMatchObject({
      request: id,
      tunes: ['Stage 1'],
      changed_bytes: 64,
      delivered: { sha256: result?.sha256 },
    });
    const checked = await server.anonymous.call('POST /v1/receipts/verify', { body: { receipt } });
    expect(checked.body.valid).toBe(true);
    expect(await mails('tune-request-delivered', id)).toHaveLength(1);
    expect(await bookedFor(server, purchaseId, 'defer.work')).toBe(0n);
    expect(await bookedFor(server, purchaseId, 'rev')).toBe(-55_000n);
    expect(await bookedFor(server, purchaseId, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(-20_000n);
    await proveBooks(server);

    // The same file again is ready as soon as it is paid.
    const again = await queuedRequest(stranger, shop, bytes);
    expect(await show(stranger, again.id)).toMatchObject({ state: 'delivered', purchase: { state: 'delivered' } });

    // Both are in the tuner's report, including the rejected result.
    const at = { params: { id: shop.tuner.id } };
    const report = await tuner.call('GET /tuners/:id/report', at);
    expect(report.body).toMatchObject({ sent_back: 1, people: expect.arrayContaining([expect.anything()]) });
    const counted = report.body.people.reduce((sum, person) => sum + person.delivered, 0);
    expect([report.body.delivered, report.body.promises.of > 0]).toEqual([counted, true]);
    expect(counted).toBeGreaterThanOrEqual(2);
    const before = await tuner.call('GET /tuners/:id/report', { ...at, query: { to: '2020-01-01' } });
    expect(before.body).toMatchObject({ delivered: 0, median_hours: null, people: [] });
    const elsewhere = await tunerOf(server, (await server.make.tuner()).id);
    expect((await elsewhere.call('GET /tuners/:id/report', at)).status).toBe(404);
    expect((await customer.call('GET /tuners/:id/report', at)).status).toBe(403);
  });

  test('a token downloads the delivered file of this request only, without a session (C226)', async () => {
    const request = await queuedRequest(customer, shop);
    const { id, bytes } = request;
    const token = (client: Client) => client.call('POST /v1/tune-requests/:id/token', { params: { id } });
    expect((await token(customer)).body).toMatchObject({ code: 'invalid_transition' });
    await step(tuner, id, 'claim');
    const made = await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
    await step(admin, id, 'approve');
    expect((await token(stranger)).status).toBe(404);
    const { body } = await token(customer);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    const path = `/api/v1/tune-requests/${id}/files/${made.body.id}`;
    expect((await server.anonymous.request('GET', path)).status).toBe(404);
    expect((await server.anonymous.request('GET', `${path}?token=${body.token}`)).status).toBe(200);
    expect((await server.anonymous.request('GET', `${path}?token=short`)).status).toBe(404);
    await server.db.updateTable('tune_request_tokens').set({ expires_at: new Date() }).execute();
    expect((await server.anonymous.request('GET', `${path}?token=${body.token}`)).status).toBe(404);
    const other = await sendTune(customer);
    const foreign = `/api/v1/tune-requests/${other.body.id}/files/${other.body.files[0]?.id}?token=${body.token}`;
    expect((await server.anonymous.request('GET', foreign)).status).toBe(404);
  });

  test('a question pauses the work and any answer resumes it; notes stay internal (C218 C219)', async () => {
    const { id } = await queuedRequest(customer, shop);
    const params = { id };
    await step(tuner, id, 'claim');
    expect((await step(tuner, id, 'ask', 'Which fuel?')).body.state).toBe('waiting_customer');
    expect(await mails('tune-request-question', id)).toHaveLength(1);
    const note = { params, body: { message: 'Odd file', note: true } };
    expect((await tuner.call('POST /v1/tune-requests/:id/support', note)).body.by).toBe('note');
    // Requested three days ago, with two hours left of the promise.
    const statements = Date.now() - 3 * 86_400_000;
    const clock = { state_at: new Date(statements), promised_at: new Date(statements + 7_200_000) };
    await server.db.updateTable('tune_requests').set(clock).where('id', '=', id).execute();
    const answer = { params, body: { message: 'Premium' } };
    expect((await customer.call('POST /v1/tune-requests/:id/support', answer)).status).toBe(201);
    const again = await show(customer, id);
    expect(again.state).toBe('in_progress');
    expect(Date.parse(again.promised_at ?? '')).toBeGreaterThanOrEqual(statements + 3 * 86_400_000);
    const thread = (client: Client) => client.call('GET /v1/tune-requests/:id/support', { params });
    expect((await thread(customer)).body.data.map(({ text }) => text)).toEqual(['Which fuel?', 'Premium']);
    expect((await thread(tuner)).body.data).toHaveLength(3);
    expect((await thread(stranger)).status).toBe(404);
  });

  test('staff list all requests by state and assignee, tuners those of their queues, others none (C242)', async () => {
    const mine = await queuedRequest(customer, shop);
    const waiting = await queuedRequest(customer, shop);
    const unpaid = (await sendTune(customer)).body.id;
    await step(tuner, mine.id, 'claim');
    const list = async (client: Client, query: object) =>
      (await client.call('GET /v1/admin/tune-requests', { query })).body.data.map(({ id }) => id);
    const customers = { customer: customer.userId ?? 0 };
    expect(await list(admin, { ...customers, assignee: tuner.userId, state: 'in_progress' })).toContain(mine.id);
    expect(await list(tuner, { assignee: 'me' })).toContain(mine.id);
    expect(await list(colleague, { assignee: 'me' })).not.toContain(mine.id);
    const free = await list(admin, { ...customers, assignee: 'nobody', state: 'queued' });
    expect(free).toContain(waiting.id);
    expect(free).not.toContain(mine.id);
    expect(await list(admin, { ...customers, state: 'needs_information' })).toContain(unpaid);
    expect(await list(tuner, { state: 'needs_information' })).not.toContain(unpaid);
    expect((await customer.call('GET /v1/admin/tune-requests')).status).toBe(403);
    expect((await admin.call('GET /v1/admin/tune-requests', { query: { page: 2, ...customers } })).body.page).toBe(2);
  });

  test('staff assign a request, take it over only explicitly, and move it by the state table (C243 C244)', async () => {
    const { id } = await queuedRequest(customer, shop);
    const give = (to: Client, take_over = false) =>
      admin.call('POST /v1/admin/tune-requests/:id/assign', {
        params: { id },
        body: { tuner: to.userId ?? 0, take_over },
      });
    expect((await give(customer)).body).toMatchObject({ errors: { tuner: expect.any(Array) } });
    // Everyone who may work on it is offered, members of its tuner first, and staff too.
    const offered = (await admin.call('GET /v1/admin/tune-requests/:id/tuners', { params: { id } })).body.data;
    const ids = offered.map((person) => person.id);
    expect(ids).toEqual(expect.arrayContaining([tuner.userId, colleague.userId, admin.userId]));
    expect(ids).not.toContain(customer.userId);
    expect(offered[0]?.firm).toBe(offered.find((person) => person.id === tuner.userId)?.firm);
    expect((await tuner.call('GET /v1/admin/tune-requests/:id/tuners', { params: { id } })).status).toBe(403);
    expect((await give(tuner)).body.state).toBe('in_progress');
    expect((await give(colleague)).body).toMatchObject({ code: 'already_committed' });
    expect((await give(colleague, true)).status).toBe(200);
    const state = (event: string, reason = '') =>
      admin.call('POST /v1/admin/tune-requests/:id/state', { params: { id }, body: { event, reason } });
    expect((await state('approve')).body).toMatchObject({ code: 'invalid_transition' });
    expect((await state('fly')).body).toMatchObject({ errors: { event: expect.any(Array) } });
    expect((await state('release')).body.state).toBe('queued');
    const byTuner = (event: string) =>
      tuner.call('POST /v1/admin/tune-requests/:id/state', { params: { id }, body: { event, reason: 'Said why' } });
    expect((await byTuner('claim')).body.state).toBe('in_progress');
    expect((await byTuner('refund')).body).toMatchObject({ code: 'invalid_transition' });
    expect((await byTuner('release')).body.state).toBe('queued');
    const foreign = await tunerOf(server, (await server.make.tuner()).id);
    const claim = { params: { id }, body: { event: 'claim' } };
    expect((await foreign.call('POST /v1/admin/tune-requests/:id/state', claim)).status).toBe(404);
    expect(
      (await customer.call('POST /v1/admin/tune-requests/:id/state', { params: { id }, body: { event: 'release' } }))
        .status,
    ).toBe(403);
  });

  test('a change within the window goes back to work; a recalled file cannot be downloaded', async () => {
    const { id, bytes } = await queuedRequest(customer, shop);
    await step(tuner, id, 'claim');
    const made = await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
    await step(colleague, id, 'approve');
    expect((await step(customer, id, 'ask-revision')).body).toMatchObject({ errors: { reason: expect.any(Array) } });
    expect((await step(customer, id, 'ask-revision', 'Idle is rough')).body.state).toBe('revision_requested');
    expect((await step(tuner, id, 'decline-revision', 'Look at the coils')).body.state).toBe('delivered');
    // The mail states the decision and who made it, not only the reason.
    const declined = (await mails('tune-request-ended', id)).at(-1)?.text_body ?? '';
    expect(declined).toContain('not changing the file');
    expect(declined).toMatch(/ wrote: Look at the coils/);
    expect((await step(customer, id, 'ask-revision', 'Still rough')).body.state).toBe('revision_requested');
    expect((await step(tuner, id, 'accept-revision')).body.state).toBe('queued');
    await step(tuner, id, 'claim');
    await sendFile(tuner, id, 'result', { name: 'tuned-2.bin', bytes: tuned(bytes, 5200) });
    await step(colleague, id, 'approve');
    expect((await customer.request('GET', `/api/v1/tune-requests/${id}/files/${made.body.id}`)).status).toBe(404);
    expect((await step(admin, id, 'recall', 'Wrong map')).body.state).toBe('recalled');
    expect((await mails('tune-request-ended', id)).at(-1)?.text_body).toContain('Reason: Wrong map');
    expect((await show(customer, id)).files.filter(({ kind }) => kind === 'result')).toEqual([]);
  });

  test('a paid request cancelled before work starts is refunded in full', async () => {
    const { id, purchaseId } = await queuedRequest(customer, shop);
    expect((await step(stranger, id, 'cancel')).status).toBe(404);
    expect((await step(customer, id, 'cancel')).body.state).toBe('cancelled');
    const run = () =>
      refundCancelledJob.run(
        {
          db: server.platform.db,
          now: new Date(),
          log: server.platform.log,
          platform: server.platform,
          signal: new AbortController().signal,
        },
        { purchase_id: purchaseId },
      );
    await run();
    await run();
    for (const kind of ['cash', 'defer.work', 'tax'] as const)
      expect(await bookedFor(server, purchaseId, kind)).toBe(0n);
    expect((await show(customer, id)).state).toBe('cancelled');
    await proveBooks(server);
  });
});

test('a change after the window is a new request with the same file and vehicle, priced and paid separately', async () => {
  const { id } = await queuedRequest(customer, shop);
  const followUp = (client: Client, parent: number, wishes = '') =>
    client.call('POST /v1/tune-requests/:id/follow-up', { params: { id: parent }, body: { wishes } });
  const early = await followUp(customer, id);
  expect([early.status, early.body]).toMatchObject([409, { code: 'invalid_transition' }]);
  const over = { state: 'delivered', delivered_at: new Date(), revision_until: new Date(Date.now() - 1000) };
  await server.db.updateTable('tune_requests').set(over).where('id', '=', id).execute();
  expect((await show(customer, id)).allowed).toEqual(['follow-up']);
  expect((await step(customer, id, 'ask-revision', 'More boost')).status).toBe(409);
  await server.db.updateTable('tune_requests').set({ state: 'closed' }).where('id', '=', id).execute();
  expect((await step(customer, id, 'ask-revision', 'More boost')).status).toBe(409);
  expect((await show(customer, id)).allowed).toEqual(['follow-up']);
  expect((await show(admin, id)).allowed).not.toContain('follow-up');
  for (const client of [stranger, tuner, admin]) expect((await followUp(client, id)).status).toBeGreaterThan(400);

  const tries = await Promise.all([followUp(customer, id, 'A lower idle.'), followUp(customer, id, 'A lower idle.')]);
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 409]);
  const child = (tries.find(({ status }) => status === 201) ?? tries[0]).body;
  const parent = await show(customer, id);
  expect(child).toMatchObject({
    state: 'matched',
    money: 'none',
    parent_id: id,
    engine_id: shop.engine.id,
    wishes: 'A lower idle.',
    messages: 1,
  });
  expect(parent).toMatchObject({ state: 'closed', followed_by: [child.id] });
  const shas = [parent, child].map(({ files }) => files.find(({ kind }) => kind === 'original')?.sha256);
  expect(shas[0]).toBe(shas[1]);
  expect((await customer.request('GET', `/api/v1/tune-requests/${child.id}/raw`)).status).toBe(200);

  // A follow-up with the same tunes does not reuse the previous file.
  const paid = await payRequest(customer, child.id, (await price(customer, child.id)).hash);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  expect((await show(customer, child.id)).state).toBe('queued');
  expect((await followUp(customer, id)).status, 'the open one is paid, so there may be another').toBe(201);
});

test('the delivered tune is the purchased one, and a request whose vehicle changed during payment is refunded', async () => {
  const bought = await queuedRequest(customer, shop);
  expect((await show(customer, bought.id)).tune_ids).toEqual([shop.tune.id]);
  const { id } = await matchedRequest(customer, shop.engine.id);
  const { hash } = await price(customer, id);
  const { engine } = await shop.make.vehicle({ make: 'Swapped', model: 'Later', year: '2017' });
  // Simulates a change between checking the request and creating the purchase.
  await server.db.updateTable('tune_requests').set({ engine_id: engine.id }).where('id', '=', id).execute();
  const paid = await payRequest(customer, id, hash);
  expect((await show(customer, id)).state).toBe('matched');
  const jobs = await server.db
    .selectFrom('pgboss.job' as never)
    .select(['name', 'data'] as never)
    .execute();
  expect(JSON.stringify(jobs)).toContain(`"purchase_id":${paid.body.purchase.id}`);
  const [reply] = await mails('tune-request-ended', id);
  expect(reply?.text_body).toContain('Your payment will be refunded');
});

test('an accepted change request cannot be cancelled to refund the delivered tune', async () => {
  const { id, bytes, purchaseId } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
  await step(colleague, id, 'approve');
  await step(customer, id, 'ask-revision', 'Idle is rough');
  expect((await step(tuner, id, 'accept-revision')).body.state).toBe('queued');
  expect((await step(customer, id, 'cancel')).body).toMatchObject({ code: 'invalid_transition' });
  expect(await bookedFor(server, purchaseId, 'rev')).toBe(-55_000n);
});

test('a tuner cannot release, question or deliver the request of another tuner', async () => {
  const { id, bytes } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  for (const event of ['release', 'ask'])
    expect((await step(colleague, id, event, 'Mine')).body).toMatchObject({ code: 'invalid_transition' });
  const foreign = await sendFile(colleague, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
  expect(foreign.body).toMatchObject({ code: 'invalid_transition' });
  expect((await step(tuner, id, 'release')).body.state).toBe('queued');
});

test('a refund by staff ends the request, and the delivered file can no longer be downloaded', async () => {
  const { id, bytes, purchaseId } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  const made = await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
  await step(colleague, id, 'approve');
  const { body } = await admin.call('GET /v1/admin/transactions', { query: { kind: 'tunes' } });
  const transaction = body.data.find((one) => one.purchase_id === purchaseId)?.id ?? 0;
  const params = { id: transaction };
  await admin.call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason: 'Not as agreed' } });
  expect(await show(customer, id)).toMatchObject({ state: 'refunded', money: 'refunded' });
  expect((await customer.request('GET', `/api/v1/tune-requests/${id}/files/${made.body.id}`)).status).toBe(404);
  expect(await bookedFor(server, purchaseId, 'earn.hold', `tuner:${shop.tuner.id}`)).toBe(0n);
  await proveBooks(server);
});

test('dealers with the required tools are listed with their fee (C227)', async () => {
  const { dealer } = await accountDealer(server, { limitMinor: 0n });
  await server.db
    .insertInto('dealer_tools')
    .values({ dealer_id: dealer.id, tool_id: shop.tool.id, install_fee_minor: 9_900n })
    .execute();
  const { id } = await matchedRequest(customer, shop.engine.id);
  await price(customer, id);
  const found = await customer.call('GET /v1/tune-requests/:id/dealers', {
    params: { id },
    query: { near: 'North Bay' },
  });
  expect(found.body.data[0]).toMatchObject({ id: dealer.id, tools: ['Bench'], install_fee: { amount: '99.00' } });
});

test('recent updates are listed for their owner (C239)', async () => {
  const mine = await server.as({});
  const { id } = await matchedRequest(mine, shop.engine.id);
  const { body } = await mine.call('GET /recent-updates');
  expect(body.data).toMatchObject([{ id, event: 'match' }]);
});

test('timers expire unpaid requests, freeze unanswered ones and close finished ones', async () => {
  const unpaid = await matchedRequest(customer, shop.engine.id);
  const statements = await queuedRequest(customer, shop);
  await step(tuner, statements.id, 'claim');
  await step(tuner, statements.id, 'ask', 'Which fuel?');
  const done = await queuedRequest(customer, shop);
  await step(tuner, done.id, 'claim');
  await sendFile(tuner, done.id, 'result', { name: 'tuned.bin', bytes: tuned(done.bytes) });
  await step(colleague, done.id, 'approve');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await maintainRequests(server.platform, inDays(13));
  expect((await show(customer, statements.id)).state).toBe('waiting_customer');
  await maintainRequests(server.platform, inDays(15));
  expect((await show(customer, statements.id)).state).toBe('on_ice');
  await maintainRequests(server.platform, inDays(31));
  expect((await show(customer, unpaid.id)).state).toBe('expired');
  expect((await show(customer, done.id)).state).toBe('closed');
  const thaw = { params: { id: statements.id }, body: { message: 'Premium, sorry' } };
  await customer.call('POST /v1/tune-requests/:id/support', thaw);
  expect((await show(customer, statements.id)).state).toBe('queued');
});
