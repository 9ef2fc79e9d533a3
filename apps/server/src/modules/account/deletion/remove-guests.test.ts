import { randomUUID } from 'node:crypto';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asGuest } from '../../../testing/guests.ts';
import { proveBooks, tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { matchedRequest, queuedRequest } from '../../../testing/tuning.ts';
import { removeOldGuests } from './remove-guests.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server?.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));

const removeAfter = (days: number) => removeOldGuests(server.platform, new Date(Date.now() + days * dayMs));

async function newGuest() {
  const email = `visitor-${randomUUID()}@example.test`;
  const client = await asGuest(server, email);
  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('guest_email', '=', email)
    .executeTakeFirstOrThrow();
  return { client, email, id };
}
const isThere = async ({ email }: { email: string }) =>
  (await server.db.selectFrom('users').select('id').where('guest_email', '=', email).execute()).length === 1;
const filesOf = async (id: number) =>
  (
    await sql`select from tune_request_files f join tune_requests r on r.id = f.request_id where r.user_id = ${id}`.execute(
      server.db,
    )
  ).rows.length;
const signedInStatus = async (client: Client) => (await client.call('GET /v1/tune-requests')).status;

test('guest without a purchase is removed with requests and files after the days of the setting', async () => {
  const guest = await newGuest();
  await matchedRequest(guest.client, shop.engine.id);
  expect(await filesOf(guest.id)).toBe(1);
  await removeAfter(89);
  expect(await isThere(guest)).toBe(true);
  await removeAfter(91);
  expect(await isThere(guest)).toBe(false);
  expect(await filesOf(guest.id)).toBe(0);
  expect(await signedInStatus(guest.client)).toBe(401);
  const row = await server.db.selectFrom('users').selectAll().where('id', '=', guest.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Deleted user', guest_email: null, deleted_at: expect.any(Date) });
  expect(await removeAfter(91)).toBe(0);
});

test('guest with a purchase stays, and the books with it', async () => {
  const guest = await newGuest();
  await queuedRequest(guest.client, shop);
  await sql`update tune_requests set state = 'closed' where user_id = ${guest.id}`.execute(server.db);
  await removeAfter(4_000);
  expect(await isThere(guest)).toBe(true);
  await proveBooks(server);
});

test('guest who came back, or whose request was answered, stays', async () => {
  const [back, asking] = [await newGuest(), await newGuest()];
  await sql`update users set created_at = now() - interval '200 days' where id = ${back.id}`.execute(server.db);
  const { id } = await matchedRequest(asking.client, shop.engine.id);
  const asked = await asking.client.call('POST /v1/tune-requests/:id/help', {
    params: { id },
    body: { message: 'Which tool do I need for this car?' },
  });
  expect(asked.status).toBe(201);
  await sql`update users set created_at = now() - interval '200 days', last_seen_at = now() - interval '200 days' where id = ${asking.id}`.execute(
    server.db,
  );
  await sql`update tune_requests set state_at = now() - interval '200 days' where user_id = ${asking.id}`.execute(
    server.db,
  );
  await removeAfter(0);
  expect([await isThere(back), await isThere(asking)]).toEqual([true, true]);
  await sql`update tune_request_messages set created_at = now() - interval '91 days' where request_id = ${id}`.execute(
    server.db,
  );
  await removeAfter(0);
  expect([await isThere(back), await isThere(asking)]).toEqual([true, false]);
});

test('guests who bought nothing and were away longest are removed early when all files together are too large', async () => {
  const [first, second, third] = [await newGuest(), await newGuest(), await newGuest()];
  const awayFor = async (guest: { id: number; client: Client }, days: number) => {
    await matchedRequest(guest.client, shop.engine.id);
    await sql`update users set last_seen_at = now() - make_interval(days => ${days}) where id = ${guest.id}`.execute(
      server.db,
    );
    await sql`update tune_requests set state_at = now() - make_interval(days => ${days}) where user_id = ${guest.id}`.execute(
      server.db,
    );
  };
  for (const [guest, days] of [
    [first, 5],
    [second, 3],
    [third, 0],
  ] as const)
    await awayFor(guest, days);
  const { rows } = await sql<{ bytes: number }>`select sum(size_bytes)::int as bytes from stored_files
    where uploaded_by = ${second.id} or uploaded_by = ${third.id}`.execute(server.db);
  const room = rows[0]?.bytes ?? 0;
  const there = () => Promise.all([first, second, third].map(isThere));
  expect(await removeOldGuests(server.platform, new Date(), room)).toBe(1);
  expect(await there()).toEqual([false, true, true]);
  expect(await removeOldGuests(server.platform, new Date(), 0)).toBe(1);
  expect(await there(), 'a guest of today stays').toEqual([false, false, true]);
});

test('accounts are never removed', async () => {
  const { id } = await server.make.user();
  await sql`update users set created_at = now() - interval '9 years', last_seen_at = null where id = ${id}`.execute(
    server.db,
  );
  await removeAfter(4_000);
  const row = await server.db.selectFrom('users').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.deleted_at).toBeNull();
});
