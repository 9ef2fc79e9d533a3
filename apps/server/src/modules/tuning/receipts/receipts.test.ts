import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { type Delivery, issueReceipt, receiptsOfRequest } from './issue-receipt.ts';
import { rotateReceiptKey } from './receipt-keys.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const now = new Date('2026-02-03T04:05:06Z');
let marks = 0;
/** A delivery of two unique files. */
async function delivery(): Promise<Delivery> {
  const { id } = await server.make.user();
  const { id: requestId } = await server.db
    .insertInto('tune_requests')
    .values({
      user_id: id,
      purpose: 'tune',
      mode: 'manual',
      region: 1,
      terms_sha256: Buffer.alloc(32),
      sniffed: '{}',
      identified: '{}',
      state_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  marks += 1;
  const file = (mark: string) => ({ sha256: `${mark}${marks}`.padStart(64, '0'), size_bytes: 524_288 });
  return { requestId, original: file('a'), delivered: file('b'), tunes: ['Stage 1'], changedBytes: 4012 };
}
const issue = (of: Delivery) => server.db.transaction().execute((tx) => issueReceipt(tx, server.platform, of, now));

test('a delivery gets a signed receipt that anyone can verify', async () => {
  const of = await delivery();
  const receipt = await issue(of);
  expect(receipt).toMatchObject({ issuer: 'http://localhost:3000', request: of.requestId, changed_bytes: 4012 });
  const { body } = await server.anonymous.call('POST /v1/receipts/verify', { body: { receipt } });
  expect(body).toMatchObject({ valid: true, receipt: { request: of.requestId } });
  expect(await receiptsOfRequest(server.db, of.requestId)).toEqual([receipt]);
});

test('an altered receipt, one of another site and other files are refused with distinct messages', async () => {
  const receipt = await issue(await delivery());
  const verify = async (candidate: unknown) =>
    (await server.anonymous.call('POST /v1/receipts/verify', { body: { receipt: candidate } })).body;
  expect(await verify({ ...receipt, tunes: ['Stage 3'] })).toMatchObject({ valid: false, receipt: null });
  expect((await verify({ ...receipt, key: 'abc' })).message).toContain('did not sign');
  for (const other of [null, 'text', { a: 1 }, [receipt]])
    expect((await verify(other)).message).toContain('not a delivery receipt');
});

test('a file is recognized by its hash only if it was delivered, without revealing its owner', async () => {
  const of = await delivery();
  await issue(of);
  const ask = async (sha256: string) =>
    (await server.anonymous.call('GET /v1/receipts/files/:hash', { params: { hash: sha256 } })).body;
  expect(await ask(of.delivered.sha256)).toMatchObject({ role: 'delivered', receipts: [{ request: of.requestId }] });
  const unknown = await ask('f'.repeat(64));
  expect(await ask(of.original.sha256)).toEqual(unknown);
  expect(unknown).toMatchObject({ role: null, receipts: [] });
  expect(JSON.stringify(await ask(of.delivered.sha256))).not.toContain('user');
  expect((await server.anonymous.call('GET /v1/receipts/files/:hash', { params: { hash: 'x' } })).status).toBe(404);
});

test('a file delivered with several requests does not reveal the other requests', async () => {
  const [one, two] = [await delivery(), await delivery()];
  await issue(one);
  await issue({ ...two, delivered: one.delivered });
  const { body } = await server.anonymous.call('GET /v1/receipts/files/:hash', {
    params: { hash: one.delivered.sha256 },
  });
  expect(body).toMatchObject({ role: 'delivered', receipts: [] });
});

test('a new key signs new receipts, and receipts of the old key stay valid', async () => {
  const before = await issue(await delivery());
  await server.db.transaction().execute((tx) => rotateReceiptKey(tx, server.platform.secrets, now));
  const after = await issue(await delivery());
  expect(after.key).not.toBe(before.key);
  for (const receipt of [before, after]) {
    const { body } = await server.anonymous.call('POST /v1/receipts/verify', { body: { receipt } });
    expect(body.valid).toBe(true);
  }
  const { body } = await server.anonymous.call('GET /v1/receipt-keys');
  expect(body.data.map(({ id, retired_at }) => [id, retired_at === null])).toEqual([
    [after.key, true],
    [before.key, false],
  ]);
  expect(JSON.stringify(body)).not.toContain('sealed');
});

test('many concurrent first deliveries create one key', async () => {
  await server.db.deleteFrom('receipt_keys').execute();
  const all = await Promise.all(Array.from({ length: 5 }, async () => issue(await delivery())));
  expect(new Set(all.map(({ key }) => key)).size).toBe(1);
});
