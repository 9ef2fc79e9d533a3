import { randomBytes, randomUUID } from 'node:crypto';
import type { CallReply } from '@tuneport/contract/index';
import { tuneShop } from './money/purchases.ts';
import { type Client, type Reply, type TestServer, testServer } from './server.ts';
import { vancouver } from './shop.ts';

/** A unique image as read by a tool: mostly filler, with the identifiers of its control unit. */
export function flashImage(sizeBytes = 65_536): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 0xff);
  randomBytes(2048).copy(bytes, 4096);
  bytes.write('40/1/ME7.5/5/4017.00//', 100, 'latin1');
  bytes.write('02612060421037350228', 300, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 500, 'latin1');
  return bytes;
}

/** The same file with a changed map, as tuned by a tuner. */
export function tuned(original: Buffer, at = 5000): Buffer {
  const bytes = Buffer.from(original);
  for (let offset = at; offset < at + 64; offset += 1) bytes[offset] = (bytes[offset] ?? 0) ^ 0x5a;
  return bytes;
}

export type Sent = { readonly name: string; readonly bytes: Buffer };

/** A multipart form with one file. */
export function form(fields: Readonly<Record<string, string>>, file?: Sent) {
  const boundary = randomUUID();
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]);
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
  if (file)
    parts.push(part(`name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream`, file.bytes));
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

type Request = CallReply<'GET /v1/tune-requests/:id'>;

export const sendTune = (
  client: Client,
  file: Sent = { name: 'read.bin', bytes: flashImage() },
  fields: Record<string, string> = {},
) => client.request('POST', '/api/v1/tune-requests', form(fields, file)) as unknown as Promise<Reply<Request>>;

export const sendFile = (client: Client, id: number, kind: 'supplement' | 'result', file: Sent) =>
  client.request('POST', `/api/v1/tune-requests/${id}/files`, form({ kind }, file)) as unknown as Promise<
    Reply<CallReply<'POST /v1/tune-requests/:id/files'> & { errors?: Record<string, string[]> }>
  >;

/** A request of this client with an identified vehicle. */
export async function matchedRequest(client: Client, engineId: number, bytes = flashImage()) {
  const { body } = await sendTune(client, { name: 'read.bin', bytes });
  const named = await client.call('PATCH /v1/tune-requests/:id', {
    params: { id: body.id },
    body: { engine_id: engineId },
  });
  if (named.body.state !== 'matched') throw new Error(`not matched: ${JSON.stringify(named.body)}`);
  return { id: body.id, params: { id: body.id }, bytes };
}

export const payRequest = (
  client: Client,
  id: number,
  estimate_hash: string,
  more: object = {},
  key: string = randomUUID(),
) =>
  client.call('POST /v1/tune-requests/:id/pay', {
    params: { id },
    body: { estimate_hash, billing: vancouver, method: { token: 'test_ok' }, ...more },
    idempotencyKey: key,
  });

/** A paid request in the queue. */
export async function queuedRequest(
  client: Client,
  shop: { engine: { id: number }; tune: { id: number }; tool?: { id: number } },
  bytes = flashImage(),
) {
  const request = await matchedRequest(client, shop.engine.id, bytes);
  const { body } = await client.call('POST /v1/tune-requests/:id/estimate', {
    params: request.params,
    body: { tune_ids: [shop.tune.id], tools: shop.tool ? [shop.tool.id] : [] },
  });
  const paid = await payRequest(client, request.id, body.hash);
  if (paid.status !== 200) throw new Error(`not paid: ${JSON.stringify(paid.body)}`);
  return { ...request, purchaseId: paid.body.purchase.id };
}

/** A member of a tuner. */
export async function tunerOf(server: TestServer, tunerId: number): Promise<Client> {
  const client = await server.as({});
  await server.db
    .insertInto('tuner_members')
    .values({ tuner_id: tunerId, user_id: client.userId ?? 0 })
    .execute();
  return client;
}

/**
 * A store with a tune, and all users involved in a request: the customer, a stranger, two members of the tuner, staff.
 */
export async function platformTuner() {
  const server = await testServer();
  const shop = await tuneShop(server);
  return {
    server,
    shop,
    admin: shop.admin,
    customer: await server.as({}),
    stranger: await server.as({}),
    tuner: await tunerOf(server, shop.tuner.id),
    colleague: await tunerOf(server, shop.tuner.id),
  };
}

export const showRequest = async (client: Client, id: number) =>
  (await client.call('GET /v1/tune-requests/:id', { params: { id } })).body;

/** Approves the file that is in review now. */
export async function takeRequestStep(client: Client, id: number, event: string, reason = '') {
  const { files = [] } = event === 'approve' ? await showRequest(client, id) : {};
  const file = files.find(({ state }) => state === 'in_review')?.id;
  return client.call('POST /v1/tune-requests/:id/steps', { params: { id }, body: { event, reason, file } });
}

/** The mails of one kind that link to a request, in the order they were sent. */
export const mailsAbout = async ({ db }: TestServer, kind: string, id: number) =>
  (
    await db
      .selectFrom('mail_outbox')
      .select(['to_address', 'text_body'])
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()
  ).filter(({ text_body }) => text_body.includes(`/tuning/request/${id}/`));
