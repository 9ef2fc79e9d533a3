import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tuneport-upload-s3-'));
let store: S3rver;
let server: TestServer;

beforeAll(async () => {
  const port = await freePort();
  store = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'uploads' }],
  });
  await store.run();
  server = await testServer({
    STORAGE_URL: 's3://uploads/kept',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
});
afterAll(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('with object storage the parts are objects: any machine can resume, and none is left over', async () => {
  const client = await server.as({ role: 0 });
  const other = (await server.another()).clientWith(client.token);
  // More than two parts of eight mebibytes, so that one request is cut into several.
  const bytes = randomBytes(18 * 1024 * 1024);
  const sha256 = createHash('sha256').update(bytes).digest();
  const fields = { filename: 'read.bin', terms: uploadTermsSha256, sha256: sha256.toString('hex') };
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  const tus = { 'tus-resumable': '1.0.0' };
  const { headers } = await client.request('POST', '/api/v1/uploads', {
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  });
  const address = String(headers.location);
  let at = 0;
  for (const [actor, end] of [
    [client, 1000],
    [other, 17_500_000],
    [client, bytes.length],
  ] as const) {
    const { status } = await actor.request('PATCH', address, {
      headers: { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(at, end),
    });
    expect(status).toBe(204);
    at = end;
  }
  expect((await client.request('GET', address)).body).toMatchObject({
    state: 'finished',
    sha256: sha256.toString('hex'),
  });
  expect((await buffer(await server.platform.files.open(sha256))).equals(bytes)).toBe(true);
  expect(await server.db.selectFrom('upload_pieces').select('id').execute()).toEqual([]);
});
