import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tuneShop } from '../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { makeShop, orderOf, pay, placed } from '../../testing/shop.ts';
import { matchedRequest } from '../../testing/tuning.ts';
import { endProgramsOf } from '../identity/api-keys/manage-api-keys.ts';
import { deliverWebhooks, expireDeliveries } from './deliver-webhooks.ts';
import { postWebhook } from './post-webhook.ts';
import { isPublicAddress } from './public-address.ts';

type Received = { headers: IncomingHttpHeaders; body: string };

let server: TestServer;
let receiver: Server;
let url: string;
let received: Received[] = [];
/** How the receiver answers. */
let answer: { status: number; headers?: Record<string, string>; body?: string; silent?: boolean } = { status: 204 };

beforeAll(async () => {
  server = await testServer({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' });
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: String(Buffer.concat(chunks)) });
      if (!answer.silent) response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await server?.close();
});
beforeEach(async () => {
  received = [];
  answer = { status: 204 };
  await sql`truncate rate_limits`.execute(server.db);
  await sql`delete from webhooks`.execute(server.db);
});

const all = ['tune_request.state_changed', 'order.paid', 'order.shipped', 'order.cancelled', 'ticket.replied'];
const add = async (client: Client, events: readonly string[] = all, to = url) => {
  const { status, body } = await client.call('POST /user/webhooks', { body: { url: to, events } });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};
const deliver = () => deliverWebhooks(server.platform, new AbortController().signal);
/** Makes all waiting deliveries due. */
const hurry = () =>
  sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`.execute(server.db);
const logOf = async (client: Client, id: number) =>
  (await client.call('GET /user/webhooks/:id/deliveries', { params: { id } })).body.data;
const testIt = (client: Client, id: number) => client.call('POST /user/webhooks/:id/test', { params: { id } });
const signatures = ({ headers, body }: Received, secret: string) => {
  const [time = '', ...signed] = String(headers['tuneport-signature']).split(',');
  const expected = createHmac('sha256', secret)
    .update(`${time.slice(2)}.${body}`)
    .digest('hex');
  return { time: Number(time.slice(2)), isValid: signed.includes(`v1=${expected}`), count: signed.length };
};

describe('a webhook', () => {
  test('is notified of an order, a request and a reply of its owner, with a signature', async () => {
    const shop = await makeShop(server);
    const { slug } = await shop.sell(5);
    const client = await server.as({});
    const { secret } = await add(client);
    const order = (await placed(client, orderOf([{ slug, quantity: 1 }]))).body;
    await pay(client, order);
    const request = await matchedRequest(client, (await tuneShop(server)).engine.id);
    const ticket = (
      await client.call('POST /tickets', {
        body: { title: 'Question', description: 'Which octane?', customer_name: 'Robin' },
      })
    ).body;
    await shop.admin.call('POST /customer-tickets/:id/replies', {
      params: { id: ticket.id },
      body: { text: '98 octane.' },
    });
    await deliver();
    const bodies = received.map(({ body }) => JSON.parse(body) as { event: string; data: object });
    expect(bodies).toContainEqual(
      expect.objectContaining({ event: 'order.paid', data: { order_id: order.id, state: 'paid' } }),
    );
    expect(bodies).toContainEqual(
      expect.objectContaining({
        event: 'tune_request.state_changed',
        data: expect.objectContaining({ request_id: request.id, state: 'matched' }),
      }),
    );
    expect(bodies).toContainEqual(
      expect.objectContaining({ event: 'ticket.replied', data: expect.objectContaining({ ticket_id: ticket.id }) }),
    );
    for (const one of received) {
      const { isValid, time } = signatures(one, secret);
      expect([isValid, Math.abs(time - Date.now() / 1000) < 60]).toEqual([true, true]);
    }
    expect(await logOf(client, (await client.call('GET /user/webhooks')).body[0]?.id ?? 0)).toHaveLength(
      received.length,
    );
  });

  test('is not notified of records of other people, but of those of its dealer while the owner is a member', async () => {
    const [member, stranger] = [await server.as({ role: 4 }), await server.as({})];
    const dealer = await server.make.dealer({ members: [member.userId ?? 0] });
    await add(member, ['ticket.replied']);
    const reply = async (of: { user_id: number | null; dealer_id: number | null }) => {
      const now = new Date();
      const facts = {
        region: 1,
        title: 'T',
        description: 'D',
        customer_name: 'C',
        last_at: now,
        created_at: now,
        updated_at: now,
      };
      const ticket = await server.db
        .insertInto('tickets')
        .values({ ...facts, ...of })
        .returning('id')
        .executeTakeFirstOrThrow();
      const message = { ticket_id: ticket.id, kind: 'house', author_name: 'Staff', text: 'Hi', created_at: now };
      await server.db.insertInto('ticket_messages').values(message).execute();
      return ticket.id;
    };
    await reply({ user_id: stranger.userId, dealer_id: null });
    const ofDealer = await reply({ user_id: stranger.userId, dealer_id: dealer.id });
    await server.db.deleteFrom('dealer_members').where('user_id', '=', member.userId).execute();
    await reply({ user_id: stranger.userId, dealer_id: dealer.id });
    await deliver();
    expect(received.map(({ body }) => JSON.parse(body).data.ticket_id)).toEqual([ofDealer]);
  });

  test('shows its secret once, stores it encrypted, and signs with two secrets after a rotation', async () => {
    const client = await server.as({});
    const { id, secret } = await add(client);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(JSON.stringify((await client.call('GET /user/webhooks')).body)).not.toContain(secret);
    const stored = await server.db.selectFrom('webhooks').select('sealed_secret').executeTakeFirstOrThrow();
    expect(stored.sealed_secret?.includes(secret)).toBe(false);
    const rotated = (await client.call('POST /user/webhooks/:id/rotate-secret', { params: { id } })).body.secret;
    await testIt(client, id);
    await deliver();
    const [one] = received as [Received];
    expect([signatures(one, secret).isValid, signatures(one, rotated).isValid]).toEqual([true, true]);
    await sql`update webhooks set previous_until = now()`.execute(server.db);
    await testIt(client, id);
    await deliver();
    const two = received[1] as Received;
    expect([signatures(two, secret).isValid, signatures(two, rotated).isValid]).toEqual([false, true]);
  });

  test('needs a fresh login, a URL without a user name and an event, and there are five at most', async () => {
    const client = await server.as({});
    const create = (body: object) => client.call('POST /user/webhooks', { body });
    expect((await create({ url: 'ftp://example.test', events: all })).status).toBe(422);
    expect((await create({ url: 'https://example.test/\r\nx', events: all })).status).toBe(422);
    expect((await create({ url: 'https://user:pass@example.test', events: all })).status).toBe(422);
    expect((await create({ url, events: [] })).status).toBe(422);
    for (let n = 0; n < 5; n += 1) await add(client);
    expect((await create({ url, events: all })).status).toBe(409);
    await server.ageLogins(client.userId ?? 0);
    expect((await create({ url, events: all })).body).toMatchObject({ code: 'fresh_login_required' });
  });
});

describe('a delivery', () => {
  test('is tried again after a failure, and given up after the last attempt', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    answer = { status: 500, body: 'broken' };
    await testIt(client, id);
    await deliver();
    expect(await logOf(client, id)).toMatchObject([
      { state: 'pending', attempts: 1, status: 500, response: 'broken', next_attempt_at: expect.any(String) },
    ]);
    expect(await deliver()).toBe(0);
    for (let n = 0; n < 6; n += 1) {
      await hurry();
      await deliver();
    }
    expect(await logOf(client, id)).toMatchObject([{ state: 'failed', attempts: 7 }]);
    await hurry();
    expect(await deliver()).toBe(0);
  });

  test('that succeeds at the second attempt is delivered once, with the same id', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    answer = { status: 503 };
    await testIt(client, id);
    await deliver();
    answer = { status: 200 };
    await hurry();
    await deliver();
    expect(await logOf(client, id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200, problem: null }]);
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
  });

  test('is replayed with the same id, once it has ended', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    await testIt(client, id);
    const [waiting] = await logOf(client, id);
    const replay = (delivery: string | undefined) =>
      client.call('POST /user/webhooks/:id/deliveries/:delivery/replay', { params: { id, delivery } });
    expect((await replay(waiting?.id)).status).toBe(409);
    await deliver();
    expect((await replay(waiting?.id)).status).toBe(204);
    await deliver();
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([waiting?.event_id, waiting?.event_id]);
    expect(await logOf(client, id)).toHaveLength(2);
  });

  test('does not follow redirects, and stores only the beginning of an answer', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    answer = { status: 302, headers: { location: url }, body: 'x'.repeat(100_000) };
    await testIt(client, id);
    await deliver();
    expect(received).toHaveLength(1);
    const [one] = await logOf(client, id);
    expect(one).toMatchObject({ state: 'pending', status: 302 });
    expect(one?.response).toHaveLength(2048);
  });

  test('is sent by one of two processes', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    for (let n = 0; n < 12; n += 1) await testIt(client, id);
    const other = await server.another();
    await Promise.all([deliver(), deliverWebhooks(other.platform, new AbortController().signal)]);
    expect(received).toHaveLength(12);
  });

  test('of a webhook that fails too often pauses the webhook and notifies its owner', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    answer = { status: 500 };
    await sql`update webhooks set failed_in_row = 9`.execute(server.db);
    await testIt(client, id);
    await sql`update webhook_deliveries set attempts = 6`.execute(server.db);
    await deliver();
    expect((await client.call('GET /user/webhooks/:id', { params: { id } })).body.paused).toBe(true);
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('kind', '=', 'webhook-paused')
      .execute();
    expect(mails).toEqual([{ subject: 'A webhook was paused' }]);
    expect((await testIt(client, id)).status).toBe(409);
    await client.call('PATCH /user/webhooks/:id', { params: { id }, body: { paused: false } });
    expect((await testIt(client, id)).status).toBe(204);
  });

  test('is removed from the log after thirty days', async () => {
    const client = await server.as({});
    const { id } = await add(client);
    await testIt(client, id);
    await sql`update webhook_deliveries set created_at = now() - interval '31 days'`.execute(server.db);
    await expireDeliveries(server.platform);
    expect(await logOf(client, id)).toEqual([]);
  });
});

describe('a notification is not sent', () => {
  const post = (to: string) =>
    postWebhook({ url: to, headers: {}, body: '{}', privateNetworks: false, signal: new AbortController().signal });

  test('to an address that is not on the public internet, however it is written', async () => {
    const port = new URL(url).port;
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      '10.0.0.1',
      '169.254.169.254',
    ])
      expect((await post(`https://${host}:${port}/`)).problem, host).toMatch(/public internet/);
    expect((await post('http://example.test/')).problem).toMatch(/https/);
    expect(received).toEqual([]);
  });

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['example.test', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});

test('an answer that changes the protocol is a failed attempt, and others are still notified', async () => {
  const upgrading = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
  });
  await new Promise<void>((done) => upgrading.listen(0, '127.0.0.1', done));
  try {
    const [hostile, other] = [await server.as({}), await server.as({})];
    const bad = await add(hostile, all, `http://127.0.0.1:${(upgrading.address() as AddressInfo).port}/`);
    const good = await add(other);
    await testIt(hostile, bad.id);
    await testIt(other, good.id);
    await deliver();
    expect(received).toHaveLength(1);
    expect(await logOf(hostile, bad.id)).toMatchObject([
      { state: 'pending', problem: 'The server could not be reached.' },
    ]);
  } finally {
    upgrading.close();
  }
});

test('the owner is notified of a new webhook, and ending the programs of an account pauses it', async () => {
  const client = await server.as({});
  const { id } = await add(client);
  const notices = await server.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('kind', '=', 'security-notice')
    .where('subject', '=', 'A webhook was added to your account')
    .execute();
  expect(notices.length).toBeGreaterThan(0);
  await endProgramsOf(server.db, client.userId ?? 0, new Date());
  expect((await client.call('GET /user/webhooks')).body).toMatchObject([{ id, paused: true }]);
});
