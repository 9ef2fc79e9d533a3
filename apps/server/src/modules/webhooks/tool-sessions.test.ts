import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogFactories } from '../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { sendToolSessions } from './send-tool-sessions.ts';

type Sent = { headers: IncomingHttpHeaders; body: string };

let server: TestServer;
let receiver: Server;
let url: string;
let tool: string;
let developer: Client;
let received: Sent[] = [];
let statusOf: (body: string) => number = () => 204;

beforeAll(async () => {
  server = await testServer({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'on' });
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = String(Buffer.concat(chunks));
      received.push({ headers: request.headers, body });
      response.writeHead(statusOf(body)).end('seen');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { id } = await catalogFactories(server.db).tool();
  tool = (await server.db.selectFrom('tools').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug;
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await server?.close();
});
beforeEach(async () => {
  received = [];
  statusOf = () => 204;
  await sql`truncate rate_limits`.execute(server.db);
  developer = await server.as({ flags: ['fzd'] });
});

const hook = async (client: Client) =>
  (await client.call('POST /user/webhooks', { body: { url, events: ['order.paid'] } })).body;
const start = (client: Client, body: object) =>
  client.call('POST /v1/tool-simulations/sessions', { body, idempotencyKey: crypto.randomUUID() });
const send = () => sendToolSessions(server.platform, new AbortController().signal);
const read = async (id: number) =>
  (await developer.call('GET /v1/tool-simulations/sessions/:id', { params: { id } })).body;
const eventsIn = () => received.map(({ body }) => (JSON.parse(body) as { event: string }).event);

test('a session sends its events in order, signed and marked as a test, and logs the exchange', async () => {
  const { id: webhook, secret } = await hook(developer);
  const made = await start(developer, { webhook, tool });
  expect([made.status, made.body.state]).toEqual([201, 'running']);
  await send();
  expect(eventsIn()).toEqual([
    'tool_session.received',
    'tool_session.acknowledged',
    'tool_session.progress',
    'tool_session.progress',
    'tool_session.done',
  ]);
  for (const { headers, body } of received) {
    const [time = '', signed = ''] = String(headers['tuneport-signature']).split(',');
    const expected = createHmac('sha256', secret)
      .update(`${time.slice(2)}.${body}`)
      .digest('hex');
    expect([signed, headers['tuneport-test']]).toEqual([`v1=${expected}`, 'true']);
    expect(JSON.parse(body)).toMatchObject({ test: true, data: { order: `TEST-${made.body.id}`, operation: 'write' } });
  }
  const { state, events } = await read(made.body.id);
  expect(state).toBe('completed');
  expect(events.map(({ request }) => request)).toEqual(received.map(({ body }) => body));
  expect(events[0]).toMatchObject({ status: 204, problem: null, step: 1 });
});

test.each([
  ['failed', 'tool_session.failed'],
  ['timeout', 'tool_session.timeout'],
])('the scenario %s ends with %s', async (scenario, last) => {
  const { id: webhook } = await hook(developer);
  await start(developer, { webhook, tool, scenario });
  await send();
  expect(eventsIn().at(-1)).toBe(last);
});

test('an event that the receiver refuses ends the session, and the webhook goes on', async () => {
  const { id: webhook } = await hook(developer);
  statusOf = (body) => (body.includes('acknowledged') ? 500 : 204);
  const { id } = (await start(developer, { webhook, tool })).body;
  await send();
  const { state, events } = await read(id);
  expect([state, events[1]?.status, events[2]?.sent_at, received.length]).toEqual(['failed', 500, null, 2]);
  expect((await developer.call('GET /user/webhooks/:id', { params: { id: webhook } })).body.paused).toBe(false);
});

test('two processes send every event once', async () => {
  const { id: webhook } = await hook(developer);
  await start(developer, { webhook, tool });
  await start(developer, { webhook, tool, scenario: 'timeout' });
  await Promise.all([send(), send(), send()]);
  await send();
  const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
});

test('nothing but the simulation is written: no order, movement of stock, ledger entry or delivery', async () => {
  const counts = async () => {
    const { rows } =
      await sql`select (select count(*) from orders) as orders, (select count(*) from stock_movements) as movements,
      (select count(*) from ledger_entries) as entries, (select count(*) from tune_requests) as requests,
      (select count(*) from webhook_deliveries) as deliveries, (select count(*) from mail_outbox) as mails`.execute(
        server.db,
      );
    return rows;
  };
  const { id: webhook } = await hook(developer);
  const before = await counts();
  await start(developer, { webhook, tool });
  await send();
  expect(await counts()).toEqual(before);
});

test('a session is refused for a webhook of someone else, a paused one, an unknown tool, and beyond five at once', async () => {
  const { id: webhook } = await hook(developer);
  const stranger = await server.as({ flags: ['fzd'] });
  expect((await start(stranger, { webhook, tool })).status).toBe(404);
  expect((await start(developer, { webhook, tool: 'no-such-tool' })).status).toBe(422);
  const made = await Promise.all(Array.from({ length: 7 }, () => start(developer, { webhook, tool })));
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
  const params = { id: made.find(({ status }) => status === 201)?.body.id ?? 0 };
  expect((await stranger.call('GET /v1/tool-simulations/sessions/:id', { params })).status).toBe(404);
  expect((await stranger.call('GET /v1/tool-simulations/sessions')).body.total).toBe(0);
  await developer.call('PATCH /user/webhooks/:id', { params: { id: webhook }, body: { paused: true } });
  await send();
  expect([(await read(params.id)).state, received]).toEqual(['failed', []]);
  expect((await start(developer, { webhook, tool })).status).toBe(409);
});
