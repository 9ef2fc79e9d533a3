import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogFactories } from '../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { expireHandovers } from './hand-over.ts';

let server: TestServer;
let owner: Client;
let stranger: Client;
const golf = { make: 'volkswagen', year: '2015', model: 'golf-r', engine: 'ea888' };
const path = '/catalog/volkswagen/2015/golf-r/ea888';
const vin = 'WVWZZZ1KZFW000001';
const day = '2026-01-15';

beforeAll(async () => {
  server = await testServer();
  const catalog = catalogFactories(server.db);
  await catalog.vehicle({ make: 'Volkswagen', model: 'Golf R', engine: 'EA888' });
  owner = await server.as({});
  stranger = await server.as({});
});
afterAll(() => server?.close());

const carOf = async (client: Client, body: object = { ...golf, vin }) => {
  const reply = await client.call('POST /vehicles', { body });
  expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
  return reply.body.id;
};
const passportOf = (client: Client, id: number, query: object = {}) =>
  client.call('GET /vehicles/:id/passport', { params: { id }, query });
const addDyno = (client: Client, id: number) =>
  client.call('POST /vehicles/:id/entries', {
    params: { id },
    body: { kind: 'dyno', title: `Dyno day, ${vin}`, detail: 'Private note', day, power_hp: 380, torque_nm: 500 },
  });

/** A delivered request with a log, a paid purchase with a tool, and a ticket, all of one car. */
async function history(client: Client, about = vin) {
  const { db } = server;
  const { rows } = await sql<{ id: number }>`
    insert into tune_requests (state, purpose, mode, region, user_id, sniffed, identified, information, vehicle, vehicle_path, state_at,
      delivered_at, created_at, updated_at)
    values ('delivered', 'tune', 'manual', 1, ${client.userId}, '{}', '{}', ${JSON.stringify({ vin: about, plate: 'SECRET-1' })},
      'Golf R', ${path}, now(), '2026-02-10', '2026-02-01', now()) returning id`.execute(db);
  const request = rows[0]?.id ?? 0;
  const purchase = await sql<{ id: number }>`
    insert into catalog_purchases (state, request_key, region, user_id, request_id, estimate_hash, selection, derivation, vehicle, vehicle_path,
      email, currency, billing, list_minor, discount_minor, tax_minor, total_minor, taxes, discounts, card_minor, account_minor, placed_at,
      expires_at, paid_at)
    values ('delivered', gen_random_uuid(), 1, ${client.userId}, ${request}, 'x', '{}', '{}', 'Golf R', ${path}, 'private@example.test', 'CAD',
      '{"full_name": "Private Person", "line1": "1 Hidden Street"}', 59900, 0, 0, 59900, '[]', '[]', 59900, 0, '2026-02-02', '2026-03-02',
      '2026-02-02') returning id`.execute(db);
  await sql`insert into catalog_purchase_lines (purchase_id, line, kind, label, required, list_minor, net_minor, derivation)
    values (${purchase.rows[0]?.id}, 1, 'tune', 'Stage 1', false, 59900, 59900, '{}')`.execute(db);
  const graph = `log-${crypto.randomUUID().slice(0, 18)}`;
  const file = await sql<{ id: string }>`insert into stored_files (sha256, size_bytes, name, media_type)
    values (sha256(${graph}::bytea), 1, 'log.csv', 'text/csv') returning id`.execute(db);
  await sql`insert into graphs (id, manage_hash, uploaded_by, name, format, row_count, duration_s, channels, notes, time_base, file_id,
      packed_file_id, expires_at, created_at)
    values (${graph}, sha256('x'), ${client.userId}, 'third-gear.csv', 'csv', 10, 5, '[]', '[]', 'seconds', ${file.rows[0]?.id}, ${file.rows[0]?.id},
      now() + interval '30 days', '2026-02-15')`.execute(db);
  await sql`insert into tune_request_logs (request_id, graph_id) values (${request}, ${graph})`.execute(db);
  await sql`insert into tickets (region, title, description, customer_name, user_id, last_at, created_at, updated_at)
    values (1, 'Rattle at idle', ${`My VIN is ${about}`}, 'Private Person', ${client.userId}, now(), '2026-02-20', now())`.execute(
    db,
  );
  return { request, purchase: purchase.rows[0]?.id, graph };
}

describe('the passport of a car', () => {
  test('lists everything that concerns the car, newest first, with links to its records', async () => {
    const client = await server.as({});
    const id = await carOf(client);
    const { request, purchase, graph } = await history(client);
    await addDyno(client, id);
    const { body } = await passportOf(client, id);
    expect(body.entries.data.map(({ event, path: to }) => [event, to])).toEqual([
      ['added', null],
      ['opened', expect.stringMatching(/^\/tuning\/support\/\d+$/)],
      ['uploaded', `/graph/${graph}`],
      ['delivered', `/tuning/request/${request}/status`],
      ['paid', `/profile/purchases/${purchase}/snapshot`],
      ['requested', `/tuning/request/${request}/status`],
      ['measured', null],
    ]);
    // The garage counts the same logs.
    expect((await client.call('GET /vehicles')).body.find((car) => car.id === id)?.logs).toBe(1);
    expect(body.counts).toEqual({ tune: 2, dyno: 1, log: 1, purchase: 1, ticket: 1, note: 0, fact: 1 });
    expect(body.entries.data.find(({ event }) => event === 'paid')?.amount).toMatchObject({ currency: 'CAD' });
    const dynos = (await passportOf(client, id, { kind: 'dyno' })).body;
    expect(dynos.entries).toMatchObject({ total: 1, data: [{ power_hp: 380, torque_nm: 500 }] });
    expect((await passportOf(client, id, { page: 2 })).body.entries.data).toEqual([]);
  });

  test('is 404 for everyone else, staff included', async () => {
    const id = await carOf(await server.as({}));
    expect((await passportOf(stranger, id)).status).toBe(404);
    expect((await passportOf(await server.as({ role: 5 }), id)).status).toBe(404);
    expect((await passportOf(server.anonymous, id)).status).toBe(401);
  });

  test('keeps changes of details without the VIN', async () => {
    const client = await server.as({});
    const id = await carOf(client, golf);
    await client.call('PATCH /vehicles/:id', { params: { id }, body: { vin, tool: 'KESS' } });
    await client.call('PATCH /vehicles/:id', { params: { id }, body: { nickname: 'Daily' } });
    const { data } = (await passportOf(client, id, { kind: 'fact' })).body.entries;
    expect(data.filter(({ event }) => event === 'changed').map(({ title, detail }) => [title, detail])).toEqual(
      expect.arrayContaining([
        ['vin', ''],
        ['tool', 'KESS'],
      ]),
    );
    expect(JSON.stringify(data)).not.toContain(vin);
  });

  test('takes dyno runs and notes of its owner and deletes nothing else', async () => {
    const client = await server.as({});
    const id = await carOf(client);
    const send = (body: object) => client.call('POST /vehicles/:id/entries', { params: { id }, body: body as never });
    expect(await send({ kind: 'dyno', title: 'Run', day })).toMatchObject({
      status: 422,
      body: { errors: { power_hp: [expect.any(String)] } },
    });
    expect((await send({ kind: 'note', title: 'Oil', day: '2999-01-01' })).status).toBe(422);
    expect((await send({ kind: 'purchase', title: 'Fake receipt', day })).status).toBe(422);
    const note = (await send({ kind: 'note', title: 'Oil change', day })).body;
    const remove = (who: Client, entryId: number) =>
      who.call('DELETE /vehicles/:id/entries/:entryId', { params: { id, entryId } });
    expect((await remove(stranger, note.id)).status).toBe(404);
    expect((await remove(client, note.id)).status).toBe(204);
    await client.call('PATCH /vehicles/:id', { params: { id }, body: { tool: 'KESS' } });
    const change = await server.db
      .selectFrom('vehicle_records')
      .select('id')
      .where('vehicle_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await remove(client, change.id)).status).toBe(404);
  });
});

describe('a shared link', () => {
  const share = async (client: Client, id: number, body: object) => {
    const reply = await client.call('POST /vehicles/:id/shares', { params: { id }, body: body as never });
    expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
    return { ...reply.body, token: reply.body.path.split('/').at(-1) ?? '' };
  };
  const open = (token: string) => server.anonymous.call('GET /v1/vehicle-passports/:token', { params: { token } });

  test('shows only the parts that were selected and no private field', async () => {
    const client = await server.as({});
    const id = await carOf(client, { ...golf, vin, nickname: 'Secret nickname', tool: 'KESS' });
    const { request, graph } = await history(client);
    await addDyno(client, id);
    await client.call('POST /vehicles/:id/entries', {
      params: { id },
      body: { kind: 'note', title: 'Private thought', day },
    });
    const { token } = await share(client, id, { parts: ['tunes', 'logs', 'receipts', 'dyno'] });
    const { body } = await open(token);
    expect(new Set(body.entries.data.map(({ kind }) => kind))).toEqual(new Set(['tune', 'log', 'purchase', 'dyno']));
    expect(body).toMatchObject({
      title: '2015 Volkswagen Golf R',
      vin: null,
      parts: ['tunes', 'logs', 'receipts', 'dyno'],
    });
    const text = JSON.stringify(body);
    const user = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', client.userId)
      .executeTakeFirstOrThrow();
    for (const secret of [
      vin,
      'Secret nickname',
      'Private thought',
      'Rattle',
      'Private Person',
      'Hidden Street',
      '599',
      'SECRET-1',
      graph,
    ])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(user.email);
    expect(text).not.toContain(`"${user.name}"`);
    expect(text).not.toContain(`/request/${request}`);
    const all = (
      await open((await share(client, id, { parts: ['facts', 'vin', 'receipts', 'prices', 'tickets'] })).token)
    ).body;
    expect(all).toMatchObject({ vin: 'WVW•••••••••••001' });
    expect(all.entries.data.find(({ kind }) => kind === 'purchase')?.amount).toMatchObject({ currency: 'CAD' });
    expect(JSON.stringify(all)).not.toContain(vin);
  });

  test('stores a hash, records its last use, and is 404 once ended, expired, handed over or invented', async () => {
    const client = await server.as({});
    const id = await carOf(client);
    const { token, id: shareId } = await share(client, id, { parts: ['facts'], days: 1 });
    const stored = await sql<{
      row: string;
    }>`select s::text as row from passport_shares s where id = ${shareId}`.execute(server.db);
    expect(stored.rows[0]?.row).not.toContain(token);
    expect((await open(token)).status).toBe(200);
    expect((await passportOf(client, id)).body.shares).toMatchObject([
      { state: 'active', last_seen_at: expect.any(String) },
    ]);
    const end = (who: Client) => who.call('DELETE /vehicles/:id/shares/:shareId', { params: { id, shareId } });
    expect((await end(stranger)).status).toBe(404);
    expect((await end(client)).status).toBe(204);
    expect((await end(client)).status).toBe(404);
    const second = await share(client, id, { parts: ['facts'] });
    await sql`update passport_shares set expires_at = now() - interval '1 second' where id = ${second.id}`.execute(
      server.db,
    );
    const gone = [await open(token), await open(second.token), await open('invented'), await open('x'.repeat(90))];
    const texts = gone.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    expect(texts[0]).toContain('no longer valid');
    expect(new Set(texts).size).toBe(1);
  });

  test('stays in the list while it works, however many newer ones have ended', async () => {
    const client = await server.as({});
    const id = await carOf(client);
    const { id: shareId } = await share(client, id, { parts: ['facts'] });
    await sql`insert into passport_shares (vehicle_id, token_hash, label, parts, created_at, expires_at, revoked_at)
      select ${id}::integer, sha256(convert_to('ended ' || n, 'UTF8')), 'Ended', array['facts'], now(), now() + interval '1 day', now()
      from generate_series(1, 120) n`.execute(server.db);
    const { shares } = (await passportOf(client, id)).body;
    expect(shares).toHaveLength(100);
    expect(shares[0]).toMatchObject({ id: shareId, state: 'active' });
  });

  test('is refused for 0 and 366 days, without a part and for a car of another user', async () => {
    const id = await carOf(await server.as({}), golf);
    const mine = await carOf(owner, golf);
    const send = (to: number, body: object) =>
      owner.call('POST /vehicles/:id/shares', { params: { id: to }, body: body as never });
    expect((await send(mine, { parts: ['facts'], days: 0 })).status).toBe(422);
    expect((await send(mine, { parts: ['facts'], days: 366 })).status).toBe(422);
    expect((await send(mine, { parts: [] })).status).toBe(422);
    expect((await send(mine, { parts: ['billing'] })).status).toBe(422);
    expect((await send(id, { parts: ['facts'] })).status).toBe(404);
  });
});

describe('a hand-over', () => {
  const offer = async (client: Client, id: number, email: string | null = null) => {
    const reply = await client.call('POST /vehicles/:id/handover', { params: { id }, body: { email } });
    expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
    return reply.body.code;
  };
  const accept = (client: Client, code: string) => client.call('POST /v1/vehicle-handovers', { body: { code } });
  const addressOf = async ({ userId }: Client) =>
    (await server.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

  test('and shared links end when the account is secured against someone else', async () => {
    const [seller, buyer] = [await server.as({}), await server.as({})];
    const id = await carOf(seller);
    const code = await offer(seller, id);
    const link = await seller.call('POST /vehicles/:id/shares', { params: { id }, body: { parts: ['facts'] } });
    const token = link.body.path.split('/').at(-1) ?? '';
    const read = () => server.anonymous.call('GET /v1/vehicle-passports/:token', { params: { token } });
    expect((await read()).status).toBe(200);
    const admin = await server.as({ role: 5 });
    const params = { id: seller.userId ?? 0 };
    expect((await admin.call('POST /v1/admin/users/:id/end-sessions', { params })).status).toBeLessThan(300);
    expect((await read()).status).toBe(404);
    expect((await accept(buyer, code)).status).toBe(404);
    expect(await expireHandovers(server.db, new Date(Date.now() + 1000))).toBeGreaterThan(0);
  });

  test('gives the new owner the technical history and leaves receipts and tickets with the former one', async () => {
    const [seller, buyer] = [await server.as({}), await server.as({})];
    const id = await carOf(seller);
    const { graph } = await history(seller);
    await addDyno(seller, id);
    await seller.call('POST /vehicles/:id/entries', {
      params: { id },
      body: { kind: 'note', title: 'My thought', day },
    });
    const link = (await seller.call('POST /vehicles/:id/shares', { params: { id }, body: { parts: ['facts'] } })).body;
    const code = await offer(seller, id);
    const taken = await accept(buyer, code.toLowerCase().replaceAll('-', ' '));
    expect(taken).toMatchObject({
      status: 201,
      body: { vin, title: '2015 Volkswagen Golf R', nickname: '', photo: null },
    });
    const got = (await passportOf(buyer, taken.body.id)).body;
    expect(got.entries.data.map(({ event }) => event).sort()).toEqual([
      'added',
      'delivered',
      'measured',
      'received',
      'uploaded',
    ]);
    expect(got.entries.data.find(({ event }) => event === 'uploaded')?.path).toBe(`/graph/${graph}`);
    expect(got.entries.data.find(({ event }) => event === 'delivered')?.path).toBeNull();
    for (const secret of ['Private Person', 'My thought', 'Rattle', '599', await addressOf(seller)])
      expect(JSON.stringify(got)).not.toContain(secret);
    const kept = (await passportOf(seller, id)).body;
    expect(kept.car.handed_over_at).toEqual(expect.any(String));
    expect(kept.counts).toMatchObject({ purchase: 1, ticket: 1, tune: 2, note: 1 });
    expect(kept.handover).toMatchObject({ state: 'completed', email: null });
    // The record of the former owner is read only, and its links have ended.
    const refused = [
      await seller.call('PATCH /vehicles/:id', { params: { id }, body: { nickname: 'Mine' } }),
      await seller.call('POST /vehicles/:id/shares', { params: { id }, body: { parts: ['facts'] } }),
      await seller.call('POST /vehicles/:id/handover', { params: { id }, body: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
    const token = link.path.split('/').at(-1) ?? '';
    expect((await server.anonymous.call('GET /v1/vehicle-passports/:token', { params: { token } })).status).toBe(404);
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select(['to_address', 'subject'])
      .where('kind', '=', 'vehicle-handover')
      .where('to_address', 'in', [await addressOf(seller), await addressOf(buyer)])
      .execute();
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual(
      [await addressOf(seller), await addressOf(buyer)].sort(),
    );
    // The former owner can buy the same car again, and old records stay with the old one.
    const again = await carOf(seller);
    expect((await passportOf(seller, again)).body.counts).toMatchObject({ tune: 0, purchase: 0 });
  });

  test('of a second owner keeps the history of the first', async () => {
    const [first, second, third] = [await server.as({}), await server.as({}), await server.as({})];
    const id = await carOf(first);
    await history(first);
    const next = (await accept(second, await offer(first, id))).body.id;
    const last = (await accept(third, await offer(second, next))).body.id;
    expect((await passportOf(third, last)).body).toMatchObject({ counts: { tune: 1, log: 1 } });
    const { data } = (await passportOf(third, last, { kind: 'fact' })).body.entries;
    expect(data.filter(({ event }) => event === 'received')).toHaveLength(2);
  });

  test('adds the history to a car the new owner already entered by its VIN', async () => {
    const [seller, buyer] = [await server.as({}), await server.as({})];
    const id = await carOf(seller);
    await addDyno(seller, id);
    const own = await carOf(buyer, { vin, nickname: 'New toy' });
    expect((await accept(buyer, await offer(seller, id))).body).toMatchObject({ id: own, nickname: 'New toy' });
    expect((await passportOf(buyer, own)).body.counts.dyno).toBe(1);
  });

  test('is accepted once when two people enter the code at the same time', async () => {
    const seller = await server.as({});
    const code = await offer(seller, await carOf(seller));
    const buyers = await Promise.all([1, 2, 3, 4].map(() => server.as({})));
    const replies = await Promise.all(buyers.map((buyer) => accept(buyer, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
  });

  test('needs a fresh login to create and a confirmed address to accept', async () => {
    const seller = await server.as({});
    const id = await carOf(seller);
    const code = await offer(seller, id);
    const unconfirmed = await server.as(await server.make.user({ confirmed: false }));
    expect([(await accept(unconfirmed, code)).status, (await accept(server.anonymous, code)).status]).toEqual([
      403, 401,
    ]);
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${seller.userId}`.execute(
      server.db,
    );
    const stale = await seller.call('POST /vehicles/:id/handover', { params: { id }, body: {} });
    expect(stale).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
  });

  test('bound to an address works for the account with this address only', async () => {
    const [seller, buyer] = [await server.as({}), await server.as({})];
    const code = await offer(seller, await carOf(seller), await addressOf(buyer));
    expect((await accept(stranger, code)).status).toBe(403);
    expect((await accept(buyer, code)).status).toBe(201);
  });

  test('ends when it is withdrawn, expires, or the car is deleted', async () => {
    const [seller, buyer] = [await server.as({}), await server.as({})];
    const id = await carOf(seller);
    const withdrawn = await offer(seller, id);
    expect((await seller.call('POST /vehicles/:id/handover', { params: { id }, body: {} })).status).toBe(409);
    const withdraw = (who: Client) => who.call('DELETE /vehicles/:id/handover', { params: { id } });
    expect([
      (await withdraw(stranger)).status,
      (await withdraw(seller)).status,
      (await withdraw(seller)).status,
    ]).toEqual([404, 204, 404]);
    const late = await offer(seller, id);
    await sql`update vehicle_transfers set expires_at = now() - interval '1 second' where vehicle_id = ${id} and state = 'offered'`.execute(
      server.db,
    );
    expect([(await accept(buyer, withdrawn)).status, (await accept(buyer, late)).status]).toEqual([404, 404]);
    expect((await passportOf(seller, id)).body.handover).toMatchObject({ state: 'expired' });
    expect(await expireHandovers(server.db, new Date())).toBe(1);
    const deleted = await offer(seller, id);
    expect((await seller.call('DELETE /vehicles/:id', { params: { id } })).status).toBe(204);
    expect([(await accept(buyer, deleted)).status, (await accept(buyer, 'no code')).status]).toEqual([404, 404]);
  });

  test('of an own car is refused, and guessing is limited', async () => {
    const seller = await server.as({});
    const code = await offer(seller, await carOf(seller));
    expect((await accept(seller, code)).status).toBe(409);
    const guesses = [];
    for (let at = 0; at < 12; at += 1) guesses.push((await accept(seller, `GUESS-${at}`)).status);
    expect(guesses.slice(-2)).toEqual([429, 429]);
  });
});
