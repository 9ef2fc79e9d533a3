import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamsOfOneMax } from '../../../../platform/live/live-streams.ts';
import { openStream, portOf } from '../../../../testing/live.ts';
import { type Client, type TestServer, testServer } from '../../../../testing/server.ts';
import { statementsOf } from '../../../../testing/statements.ts';
import { sendTune } from '../../../../testing/tuning.ts';

// Two processes on one database: a change on one is received on the other. No test waits for the heartbeat of a stream.

let server: TestServer;
let other: Awaited<ReturnType<TestServer['another']>>;
let customer: Client;
beforeAll(async () => {
  server = await testServer();
  other = await server.another();
  customer = await server.as({});
});
afterAll(() => server.close());

const requestOf = async (client: Client) => (await sendTune(client)).body.id;
const live = (id: number) => `/v1/tune-requests/${id}/live`;
const write = (client: Client, id: number) =>
  client.call('POST /v1/tune-requests/:id/support', { params: { id }, body: { message: 'Anything new?' } });
const version = async (id: number) =>
  (await customer.call('GET /v1/tune-requests/:id', { params: { id } })).body.version;

test('a change by one process is streamed by another, as a version only', async () => {
  const id = await requestOf(customer);
  const stream = await openStream(other, customer, live(id));
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  const before = await version(id);
  expect(await stream.next()).toEqual({ event: 'version', data: String(before) });
  await write(customer, id);
  expect(await stream.next()).toEqual({ event: 'version', data: String(before + 1) });
  await write(server.clientWith(customer.token), id);
  expect(await stream.next()).toEqual({ event: 'version', data: String(before + 2) });
  stream.close();
});

test('a poll without changes is served from memory until the request changes on any process', async () => {
  const id = await requestOf(customer);
  const path = `/api/v1/tune-requests/${id}/poll?since=${await version(id)}`;
  const [here, there] = [server.clientWith(customer.token), other.clientWith(customer.token)];
  const both = async () => [(await here.request('GET', path)).status, (await there.request('GET', path)).status];
  expect(await both()).toEqual([304, 304]);
  expect(await statementsOf(both)).toEqual([]);
  await write(customer, id);
  expect((await here.request('GET', path)).status, 'who wrote sees it at once').toBe(200);
  await expect.poll(async () => (await there.request('GET', path)).status).toBe(200);
});

test('a poll served from memory ends with its session and is never shared with another user', async () => {
  const id = await requestOf(customer);
  const path = `/api/v1/tune-requests/${id}/poll?since=${await version(id)}`;
  const session = await server.as({ id: customer.userId ?? 0 });
  const elsewhere = other.clientWith(session.token);
  const statuses = async () => [
    (await session.request('GET', path)).status,
    (await elsewhere.request('GET', path)).status,
  ];
  expect(await statuses()).toEqual([304, 304]);
  expect((await (await server.as({})).request('GET', path)).status).toBe(404);
  expect((await server.anonymous.request('GET', path)).status).toBe(401);
  await session.call('POST /auth/logout');
  expect((await session.request('GET', path)).status).toBe(401);
  await expect.poll(async () => (await elsewhere.request('GET', path)).status).toBe(401);
});

test('a poll served from memory ends when the reader leaves the dealer', async () => {
  const admin = await server.as({ role: 3 });
  const [manager, member] = [await server.as({}), await server.as({})];
  const userId = member.userId ?? 0;
  const dealer = await server.make.dealer({ managers: [manager.userId ?? 0], members: [userId] });
  const id = await requestOf(customer);
  const path = `/api/v1/tune-requests/${id}/poll?since=${await version(id)}`;
  await server.db.updateTable('tune_requests').set({ dealer_id: dealer.id }).where('id', '=', id).execute();
  const there = other.clientWith(member.token);
  const status = async () => (await there.request('GET', path)).status;
  expect([await status(), await status()]).toEqual([304, 304]);
  const gone = await admin.call('DELETE /v1/admin/dealers/:id/members/:userId', { params: { id: dealer.id, userId } });
  expect(gone.status).toBe(204);
  await expect.poll(status).toBe(404);
});

test('a rolled-back write and a change of another request are not published', async () => {
  const [id, neighbour] = [await requestOf(customer), await requestOf(customer)];
  const stream = await openStream(other, customer, live(id));
  await stream.next();
  expect(
    (await customer.call('PATCH /v1/tune-requests/:id', { params: { id }, body: { engine_id: 999_999 } })).status,
  ).toBe(422);
  await write(customer, neighbour);
  await write(customer, id);
  expect(await stream.next()).toEqual({ event: 'version', data: String(await version(id)) });
  stream.close();
});

test('a stream ends with the session that opened it, not with another one', async () => {
  const id = await requestOf(customer);
  const [here, elsewhere] = [
    await server.as({ id: customer.userId ?? 0 }),
    await server.as({ id: customer.userId ?? 0 }),
  ];
  const [stored, lost] = [await openStream(other, here, live(id)), await openStream(other, elsewhere, live(id))];
  await Promise.all([stored.next(), lost.next()]);
  await elsewhere.call('POST /auth/logout');
  expect(await lost.next()).toEqual({ event: 'gone', data: '' });
  await lost.ended;
  await write(here, id);
  expect((await stored.next()).event).toBe('version');
  stored.close();
});

test('a stream ends when its reader loses access to the request', async () => {
  const id = await requestOf(customer);
  const dealer = await server.make.dealer();
  const member = await server.as({});
  const sender = await server.as({ id: customer.userId ?? 0 });
  const memberships = [member, sender].map(({ userId }) => ({
    dealer_id: dealer.id,
    user_id: userId ?? 0,
    kind: 'member',
  }));
  await server.db.insertInto('dealer_members').values(memberships).execute();
  await server.db.updateTable('tune_requests').set({ dealer_id: dealer.id }).where('id', '=', id).execute();
  const stream = await openStream(other, member, live(id));
  expect((await stream.next()).event).toBe('version');
  await server.db.deleteFrom('dealer_members').where('user_id', '=', member.userId).execute();
  await write(customer, id);
  expect(await stream.next()).toEqual({ event: 'gone', data: '' });
  await stream.ended;
  // An unannounced change is detected at the next heartbeat.
  const stays = await openStream(other, customer, live(id));
  await stays.next();
  await server.db.deleteFrom('dealer_members').where('dealer_id', '=', dealer.id).execute();
  other.platform.live.lookAtAll();
  expect((await stays.next()).event).toBe('gone');
});

test('a stream responds 404 to other users, and HEAD opens none', async () => {
  const id = await requestOf(customer);
  const stranger = await server.as({});
  expect((await stranger.request('GET', `/api${live(id)}`)).status).toBe(404);
  expect((await server.anonymous.request('GET', `/api${live(id)}`)).status).toBe(401);
  await fetch(`http://127.0.0.1:${await portOf(server)}/api${live(id)}`, { method: 'HEAD' });
  expect(server.platform.live.size).toBe(0);
});

test('a user has at most ten streams, and closing one makes room', async () => {
  const viewer = await server.as({});
  const id = await requestOf(viewer);
  const streams = await Promise.all(
    Array.from({ length: streamsOfOneMax }, () => openStream(server, viewer, live(id))),
  );
  const refused = await openStream(server, viewer, live(id));
  expect(refused.status).toBe(429);
  expect((await openStream(server, customer, live(await requestOf(customer)))).status).toBe(200);
  for (const stream of streams) stream.close();
  await expect.poll(() => server.platform.live.size).toBe(1);
  const again = await openStream(server, viewer, live(id));
  expect(again.status).toBe(200);
  again.close();
});

test('a thousand closed streams leave no resources behind', { timeout: 180_000 }, async () => {
  const { live: streams, db } = other.platform;
  const id = await requestOf(customer);
  await expect.poll(() => streams.size).toBe(0);
  for (let round = 0; round < 100; round += 1) {
    const opened = await Promise.all(
      Array.from({ length: streamsOfOneMax }, () => openStream(other, customer, live(id))),
    );
    expect(opened.map(({ status }) => status)).toEqual(Array(streamsOfOneMax).fill(200));
    for (const stream of opened) stream.close();
    await expect.poll(() => streams.size, { interval: 2 }).toBe(0);
  }
  await expect
    .poll(() => new Promise((resolve) => other.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  // No stream holds a connection.
  await db.selectFrom('tune_requests').select('id').limit(1).execute();
});

test('a stopping process closes its streams immediately and opens no more', async () => {
  const third = await server.another();
  const id = await requestOf(customer);
  const stream = await openStream(third, customer, live(id));
  await stream.next();
  const stopped = third.stop(200);
  await stream.ended;
  expect((await openStream(third, customer, live(id))).status).toBe(503);
  await stopped;
});
