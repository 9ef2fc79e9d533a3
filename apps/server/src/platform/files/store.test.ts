import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import type { ReceivedFile } from '../http/context.ts';
import { makeLog } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { BytesDiffer, BytesMissing, placeOf } from './bytes.ts';
import { folderStore } from './folder.ts';
import { storeFile } from './keep-file.ts';
import { s3Store } from './s3.ts';
import { attachment, sendFile } from './send-file.ts';
import type { FileStore } from './store.ts';
import { sweepFiles } from './sweep.ts';

const root = mkdtempSync(join(tmpdir(), 'tuneport-files-'));
const s3Port = await freePort();
const s3Settings = {
  kind: 's3',
  endpoint: `http://127.0.0.1:${s3Port}`,
  bucket: 'tuneport',
  prefix: 'kept/here',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
} as const;
const stores: Record<string, () => FileStore> = {
  folder: () => folderStore(join(root, 'folder')),
  's3-compatible': () => s3Store(s3Settings),
};
let server: S3rver;
let database: TestDatabase;

beforeAll(async () => {
  mkdirSync(join(root, 's3'));
  server = new S3rver({
    port: s3Port,
    address: '127.0.0.1',
    silent: true,
    directory: join(root, 's3'),
    configureBuckets: [{ name: 'tuneport' }],
  });
  await server.run();
  database = await testDatabase();
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
let number = 0;
function received(bytes: Buffer, name = 'tune.bin'): ReceivedFile {
  const path = join(root, `upload-${number++}`);
  writeFileSync(path, bytes);
  return {
    field: 'file',
    name,
    mediaType: 'application/octet-stream',
    path,
    sizeBytes: bytes.length,
    sha256: hashOf(bytes),
  };
}
const listed = async (store: FileStore) => {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256.toString('hex'));
  return found.sort();
};

describe.each(Object.entries(stores))('%s store', (_name, open) => {
  test('200 random binaries are read back byte for byte, from paths and from streams, and all are listed', async () => {
    const store = open();
    const all: Buffer[] = [];
    for (let index = 0; index < 200; index += 1) {
      const bytes = randomBytes(index === 0 ? 0 : index % 50 === 0 ? 3_000_000 : Math.floor(Math.random() * 40_000));
      all.push(bytes);
      await store.put(
        index % 2 ? received(bytes).path : Readable.from([bytes], { objectMode: false }),
        hashOf(bytes),
        bytes.length,
      );
    }
    for (const bytes of all) expect((await buffer(await store.open(hashOf(bytes)))).equals(bytes)).toBe(true);
    expect(await listed(store)).toEqual([...new Set(all.map((bytes) => hashOf(bytes).toString('hex')))].sort());
  });

  test('a range returns exactly its bytes', async () => {
    const store = open();
    const bytes = randomBytes(200_000);
    await store.put(received(bytes).path, hashOf(bytes), bytes.length);
    for (const [start, end] of [
      [1, 1],
      [0, 199_999],
      [199_999, 199_999],
      [65_535, 131_073],
    ] as const) {
      expect(
        (await buffer(await store.open(hashOf(bytes), { start, end }))).equals(bytes.subarray(start, end + 1)),
      ).toBe(true);
    }
  });

  test('bytes that do not match the declared hash are refused and not visible', async () => {
    const store = open();
    const bytes = randomBytes(5_000);
    const other = hashOf(randomBytes(10));
    await expect(store.put(received(bytes).path, other, bytes.length)).rejects.toThrow(BytesDiffer);
    await expect(store.put(received(bytes).path, hashOf(bytes), 4_999)).rejects.toThrow(BytesDiffer);
    expect([await store.has(other), await store.has(hashOf(bytes))]).toEqual([false, false]);
  });

  test('missing bytes are reported before the first byte; removing them succeeds', async () => {
    const store = open();
    const absent = hashOf(randomBytes(8));
    await expect(store.open(absent)).rejects.toThrow(BytesMissing);
    await store.remove(absent);
    const bytes = randomBytes(10);
    await store.put(received(bytes).path, hashOf(bytes), 10);
    await store.remove(hashOf(bytes));
    expect(await store.has(hashOf(bytes))).toBe(false);
  });

  test('twenty concurrent writers of the same bytes leave one complete file', async () => {
    const store = open();
    const bytes = randomBytes(300_000);
    await Promise.all(Array.from({ length: 20 }, () => store.put(received(bytes).path, hashOf(bytes), bytes.length)));
    expect((await buffer(await store.open(hashOf(bytes)))).equals(bytes)).toBe(true);
  });
});

test('wrong store credentials are an error, not an empty store', async () => {
  const store = s3Store({ ...s3Settings, accessKeyId: 'stranger' });
  await expect(store.has(hashOf(Buffer.from('x')))).rejects.toThrow('403');
  await expect(listed(store)).rejects.toThrow('403');
  await expect(store.put(received(Buffer.from('x')).path, hashOf(Buffer.from('x')), 1)).rejects.toThrow('403');
});

test('an unavailable or unresponsive store is an error', async () => {
  const away = s3Store({ ...s3Settings, endpoint: `http://127.0.0.1:${await freePort()}` });
  await expect(away.has(hashOf(Buffer.from('x')))).rejects.toThrow('ECONNREFUSED');
});

// The test store above does not check signatures; this one only does that.
test('every request has an AWS signature over the bytes sent', async () => {
  const verdicts: string[] = [];
  const judge = createServer((request, answer) => void weigh(request, answer));
  async function weigh(request: IncomingMessage, answer: ServerResponse) {
    const body = await buffer(request);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const header = (name: string) => String(request.headers[name] ?? '');
    const [, scope = '', names = '', prefix = ''] =
      /Credential=KEY\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(header('authorization')) ?? [];
    const signed = names.split(';').map((name) => `${name}:${header(name).trim()}\n`);
    const payload = header('x-amz-content-sha256');
    const canonical = [request.method, path, query.split('&').sort().join('&'), signed.join(''), names, payload].join(
      '\n',
    );
    const toSign = [
      'AWS4-HMAC-SHA256',
      header('x-amz-date'),
      scope,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n');
    const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const [day = '', region = '', service = '', end = ''] = scope.split('/');
    const key = mac(mac(mac(mac('AWS4SECRET', day), region), service), end);
    const good =
      mac(key, toSign).toString('hex') === prefix && hashOf(body).toString('hex') === payload && names.includes('host');
    verdicts.push(`${request.method} ${good ? 'good' : 'bad'}`);
    answer
      .writeHead(
        request.method === 'HEAD' ? 404 : request.method === 'DELETE' ? 204 : request.headers.range ? 206 : 200,
      )
      .end();
  }
  await new Promise<void>((settle) => judge.listen(0, '127.0.0.1', settle));
  const store = s3Store({
    ...s3Settings,
    endpoint: `http://127.0.0.1:${(judge.address() as AddressInfo).port}`,
    accessKeyId: 'KEY',
    secretAccessKey: 'SECRET',
  });
  const bytes = randomBytes(100_000);
  await store.put(received(bytes).path, hashOf(bytes), bytes.length);
  await expect(store.open(hashOf(bytes), { start: 1, end: 2 })).rejects.toThrow('a different range');
  expect(await listed(store)).toEqual([]);
  await store.remove(hashOf(bytes));
  judge.close();
  expect(verdicts).toEqual(['HEAD good', 'PUT good', 'GET good', 'GET good', 'DELETE good']);
});

test('a kill -9 during a write leaves nothing visible, and its draft is swept later', {
  timeout: 180_000,
}, async () => {
  const folder = join(root, 'killed');
  const bytes = randomBytes(2_000_000);
  const module = fileURLToPath(new URL('./folder.ts', import.meta.url));
  const sha256 = hashOf(bytes);
  // The source stops after half of the bytes, so the writer waits with a half-written draft.
  const script = `
    import { Readable } from 'node:stream';
    const { folderStore } = await import(${JSON.stringify(module)});
    const half = Readable.from((async function* () { yield Buffer.alloc(1_000_000); console.log('half'); await new Promise((r) => setTimeout(r, 60_000)); })());
    await folderStore(${JSON.stringify(folder)}).put(half, Buffer.from('${sha256.toString('hex')}', 'hex'), ${bytes.length});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((settle) => child.stdout.once('data', settle));
  await new Promise((settle) => setTimeout(settle, 100));
  child.kill('SIGKILL');
  await new Promise((settle) => child.once('exit', settle));
  const store = folderStore(folder);
  expect(readdirSync(join(folder, 'incoming'))).toHaveLength(1);
  expect([await store.has(sha256), await listed(store)]).toEqual([false, []]);
  expect(await store.clearLeftovers(new Date(0))).toBe(0);
  expect(await store.clearLeftovers(new Date(Date.now() + 1_000))).toBe(1);
  await store.put(received(bytes).path, sha256, bytes.length);
  expect((await buffer(await store.open(sha256))).equals(bytes)).toBe(true);
});

test('a full disk is refused cleanly and leaves no draft', async () => {
  const folder = join(root, 'full');
  const store = folderStore(folder);
  const source = new Readable({
    read() {
      this.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    },
  });
  const refusal = await store.put(source, hashOf(Buffer.from('x')), 1).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).code).toBe('unavailable');
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('a row is committed with its bytes or not at all, and a file needs the transaction of its owner', async () => {
  const store = folderStore(join(root, 'rows'));
  const file = received(randomBytes(1_000));
  await expect(storeFile(database.db, store, file, { belongsTo: 'ticket:1', uploadedBy: null })).rejects.toThrow(
    'transaction',
  );
  const row = await database.db
    .transaction()
    .execute((tx) => storeFile(tx, store, file, { belongsTo: 'ticket:1', uploadedBy: 7 }));
  expect(row).toMatchObject({ name: 'tune.bin', size_bytes: 1_000n, belongs_to: 'ticket:1', uploaded_by: 7 });
  expect(await store.has(row.sha256)).toBe(true);
});

test('a sweep removes bytes without a row and rows without an owner after a day, and only reports rows without bytes', async () => {
  const folder = join(root, 'swept');
  const store = folderStore(folder);
  const age = (sha256: Buffer) => utimesSync(join(folder, placeOf(sha256)), 0, new Date(Date.now() - 25 * 3_600_000));
  const keep = (file: ReceivedFile, belongsTo: string | null) =>
    database.db.transaction().execute((tx) => storeFile(tx, store, file, { belongsTo, uploadedBy: null }));
  const owned = received(randomBytes(10));
  const orphan = received(randomBytes(11));
  const young = received(randomBytes(12));
  const ownerless = received(randomBytes(13));
  const lost = received(randomBytes(14));
  await keep(owned, 'ticket:2');
  await keep(lost, 'ticket:2');
  const loose = await keep(ownerless, null);
  for (const file of [orphan, young]) await store.put(file.path, file.sha256, file.sizeBytes);
  for (const file of [owned, orphan, ownerless]) age(file.sha256);
  await store.remove(lost.sha256);
  await database.db.deleteFrom('stored_files').where('belongs_to', '=', 'ticket:1').execute();
  await database.db
    .updateTable('stored_files')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', loose.id)
    .execute();
  const swept = await sweepFiles(database.db, store, makeLog('silent'), new Date());
  expect(swept).toEqual({ leftovers: 0, ownerless: 1, bytes: 2, missing: 1 });
  const there = (file: ReceivedFile) => store.has(file.sha256);
  expect([await there(owned), await there(young), await there(orphan), await there(ownerless)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('references to a file are found by an index, so that deletion cost does not grow with their number', async () => {
  const { rows } = await sql<{ place: string }>`
    select con.conrelid::regclass || '.' || a.attname as place
    from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[1]
    where con.contype = 'f' and con.confrelid = 'stored_files'::regclass
      and not exists (select from pg_index i where i.indrelid = con.conrelid and i.indkey[0] = con.conkey[1])`.execute(
    database.db,
  );
  expect(rows.map(({ place }) => place)).toEqual([]);
});

test('a sweep skips bytes that an open transaction is about to reference', async () => {
  const folder = join(root, 'raced');
  const store = folderStore(folder);
  const file = received(randomBytes(20));
  await store.put(file.path, file.sha256, file.sizeBytes);
  await database.db.transaction().execute(async (tx) => {
    await storeFile(tx, store, file, { belongsTo: 'ticket:3', uploadedBy: null });
    // Even if the bytes look old, the lock decides.
    utimesSync(join(folder, placeOf(file.sha256)), 0, new Date(0));
    expect((await sweepFiles(database.db, store, makeLog('silent'), new Date())).bytes).toBe(0);
  });
  expect(await store.has(file.sha256)).toBe(true);
});

describe('a download', () => {
  const store = folderStore(join(root, 'sent'));
  const bytes = randomBytes(1_000);
  const file = { sha256: hashOf(bytes), size_bytes: 1_000n, name: 'stage 2 – größer.bin' };
  beforeAll(() => store.put(received(bytes).path, file.sha256, bytes.length));
  const bodyOf = async (reply: Awaited<ReturnType<typeof sendFile>>) => buffer(reply.body as Readable);

  test('is an attachment that browsers do not render, execute or cache', async () => {
    const reply = await sendFile(store, file);
    expect(reply.status).toBe(200);
    expect(reply.headers).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="stage 2 _ gr__er.bin"; filename*=UTF-8''stage%202%20%E2%80%93%20gr%C3%B6%C3%9Fer.bin`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'content-length': '1000',
    });
    expect((await bodyOf(reply)).equals(bytes)).toBe(true);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=500-99999', 500, 999],
  ])('responds to the range %s', async (range, start, end) => {
    const reply = await sendFile(store, file, range);
    expect([reply.status, reply.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/1000`]);
    expect((await bodyOf(reply)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('responds 416 to a range beyond the end, and in full to an unreadable range', async () => {
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
      const reply = await sendFile(store, file, range);
      expect([reply.status, reply.headers['content-range'], reply.body]).toEqual([416, 'bytes */1000', undefined]);
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=9-1', 'lines=1-2', 'bytes=-', 'bytes=a-b', '']) {
      const reply = await sendFile(store, file, range);
      expect(reply.status).toBe(200);
      (reply.body as Readable).destroy();
    }
  });

  test('responds 404 when its bytes are missing', async () => {
    await expect(sendFile(store, { ...file, sha256: hashOf(Buffer.from('gone')) })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('an empty file is an empty response', async () => {
    const reply = await sendFile(store, { ...file, size_bytes: 0n }, 'bytes=0-');
    expect(reply.status).toBe(416);
    expect(await sendFile(store, { ...file, size_bytes: 0n })).toMatchObject({
      status: 200,
      headers: { 'content-length': '0' },
    });
  });

  test('no hostile name breaks the header or contains a path', () => {
    const hostile = [
      '../../etc/passwd',
      '..\\..\\boot.ini',
      'a"; filename="evil.exe',
      'x\r\nSet-Cookie: a=1',
      '\u202egpj.exe',
      '.htaccess',
      '   ',
      '',
      'a'.repeat(5_000),
      "it's (1)*.bin",
      'nul\u0000.bin',
      '%2e%2e%2f',
      '\ud800lonely.bin',
      '💥.bin',
      'a;b=c.bin',
      '~/.ssh/id',
      'CON',
      '/',
      '....//....//x',
    ];
    for (const name of hostile) {
      const header = attachment(name);
      expect(header).toMatch(
        /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
      );
      expect(header.length).toBeLessThan(2_200);
      const whole = decodeURIComponent(header.split("''")[1] ?? '');
      expect(whole).not.toMatch(/[/\\\p{Cc}\u202e]|^\./u);
      new Headers({ 'content-disposition': header });
    }
  });
});

test('stored names never become paths: the location depends on the hash only', () => {
  expect(placeOf(Buffer.alloc(32, 0xab))).toBe(`ab/ab/${'ab'.repeat(32)}`);
  expect(() => placeOf(Buffer.from('../../x'))).toThrow();
  expect(existsSync(join(root, 'folder', 'incoming'))).toBe(true);
  expect(readdirSync(join(root, 'folder', 'incoming'))).toEqual([]);
});
