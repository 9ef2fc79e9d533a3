import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookieName } from '../../../platform/http/cookies.ts';
import { storeSetting } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testOrigin, testServer } from '../../../testing/server.ts';
import { appendBytes } from './append-bytes.ts';
import { lookAtUpload } from './look-at-upload.ts';
import { removeUpload, sweepUploads } from './remove-upload.ts';
import { ownFile, takeUpload } from './take-upload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** An image as read by a tool: mostly filler, with the identifiers of its ECU. */
function image(sizeBytes = 65_536, software = '1037350228'): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 0xff);
  randomBytes(2048).copy(bytes, 4096);
  bytes.write('40/1/ME7.5/5/4017.00//', 100, 'latin1');
  bytes.write(`0261206042${software}`, 300, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 500, 'latin1');
  return bytes;
}
const hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function metadata(fields: Record<string, string>): string {
  return Object.entries({ filename: 'read.bin', terms: uploadTermsSha256, ...fields })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
const tus = { 'tus-resumable': '1.0.0' };
const open = (client: Client, length: number, fields: Record<string, string> = {}) =>
  client.request('POST', '/api/v1/uploads', {
    headers: { ...tus, 'upload-length': String(length), 'upload-metadata': metadata(fields) },
  });
const send = (client: Client, address: string, offset: number, bytes: Buffer) =>
  client.request('PATCH', address, {
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  });
async function opened(client: Client, length: number, fields: Record<string, string> = {}): Promise<string> {
  const { status, headers } = await open(client, length, fields);
  expect(status).toBe(201);
  return String(headers.location);
}
const idOf = (address: string) => address.split('/').pop() as string;
/** Drafts on the disk that were not there before. */
function newDrafts(): () => string[] {
  const folder = join(server.platform.config.dataDir, 'files', 'incoming');
  const list = () => (existsSync(folder) ? readdirSync(folder) : []);
  const before = new Set(list());
  return () => list().filter((name) => !before.has(name));
}

describe('an upload', () => {
  test('is opened, sent in chunks, checked, stored once by its hash, recognized and identified', async () => {
    const drafts = newDrafts();
    const client = await server.as({ role: 0 });
    const bytes = image();
    const address = await opened(client, bytes.length, { sha256: hex(bytes), mode: 'manual' });
    for (const [from, to] of [
      [0, 20_000],
      [20_000, 20_001],
      [20_001, 65_536],
    ] as const) {
      const { status, headers } = await send(client, address, from, bytes.subarray(from, to));
      expect([status, headers['upload-offset'], headers['tus-resumable']]).toEqual([204, String(to), '1.0.0']);
    }
    const { body } = await client.request('GET', address);
    expect(body).toMatchObject({
      state: 'finished',
      mode: 'manual',
      sha256: hex(bytes),
      sniffed: { kind: 'tune' },
      identified: {
        family: { value: 'ME7.5', at: 100 },
        softwareIds: [{ value: '1037350228' }],
        partNumbers: [{ value: '4B0906018' }],
      },
    });
    const stored = await server.platform.files.open(Buffer.from(hex(bytes), 'hex'));
    expect((await buffer(stored)).equals(bytes)).toBe(true);
    expect(drafts()).toEqual([]);
  });

  test('of the same bytes twice is stored once', async () => {
    const bytes = image(40_960);
    for (let round = 0; round < 2; round += 1) {
      const client = await server.as({ role: 0 });
      const address = await opened(client, bytes.length);
      expect((await send(client, address, 0, bytes)).status).toBe(204);
    }
    const rows = await server.db
      .selectFrom('stored_files')
      .select('id')
      .where('sha256', '=', Buffer.from(hex(bytes), 'hex'))
      .execute();
    expect(rows).toHaveLength(2);
    expect(await server.platform.files.has(Buffer.from(hex(bytes), 'hex'))).toBe(true);
  });

  test('is not visible before its last byte', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image();
    const address = await opened(client, bytes.length);
    await send(client, address, 0, bytes.subarray(0, 65_535));
    const { body } = await client.request('GET', address);
    expect(body).toMatchObject({ state: 'open', offset_bytes: 65_535, sha256: null, identified: null });
    expect(await server.platform.files.has(createHash('sha256').update(bytes).digest())).toBe(false);
    expect(
      await server.db
        .selectFrom('stored_files')
        .select('id')
        .where('belongs_to', '=', `upload:${idOf(address)}`)
        .execute(),
    ).toEqual([]);
    await expect(
      server.db.transaction().execute((tx) => takeUpload(tx, idOf(address), { userId: client.userId as number })),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('reports its offset by HEAD and refuses bytes for another offset', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image();
    const address = await opened(client, bytes.length);
    await send(client, address, 0, bytes.subarray(0, 1000));
    const head = await client.request('HEAD', address);
    expect([
      head.status,
      head.headers['upload-offset'],
      head.headers['upload-length'],
      head.headers['cache-control'],
    ]).toEqual([200, '1000', '65536', 'no-store']);
    expect((await send(client, address, 999, bytes.subarray(999))).body).toMatchObject({ code: 'upload_offset' });
    expect((await send(client, address, 1000, Buffer.alloc(65_536))).status).toBe(413);
    expect((await client.request('HEAD', address)).headers['upload-offset']).toBe('1000');
  });

  test('whose bytes do not match the declared hash is refused and leaves nothing', async () => {
    const drafts = newDrafts();
    const client = await server.as({ role: 0 });
    const bytes = image();
    const address = await opened(client, bytes.length, { sha256: hex(image()) });
    const refused = await send(client, address, 0, bytes);
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'upload_damaged' }]);
    expect((await client.request('HEAD', address)).status).toBe(404);
    expect(await server.platform.files.has(Buffer.from(hex(bytes), 'hex'))).toBe(false);
    expect(drafts()).toEqual([]);
  });

  test('that is not a tune is refused; a small unmarked dump is accepted for immobiliser work only', async () => {
    const client = await server.as({ role: 0 });
    const pdf = Buffer.from('%PDF-1.7 and the rest of a document');
    const address = await opened(client, pdf.length, { filename: 'tune.bin' });
    expect((await send(client, address, 0, pdf)).body).toMatchObject({ code: 'not_a_tune' });
    const dump = Buffer.alloc(512, 0);
    for (const [purpose, status] of [
      ['tune', 422],
      ['immo', 204],
    ] as const) {
      const place = await opened(client, dump.length, { filename: 'dump', purpose });
      expect((await send(client, place, 0, dump)).status).toBe(status);
    }
  });

  test('for immobiliser work is accepted while that service is shown, and responds 404 while hidden (S078)', async () => {
    const client = await server.as({ role: 0 });
    expect((await open(client, 512, { purpose: 'immo' })).status).toBe(201);
    await storeSetting(server, 'www_immo_off', true);
    expect((await open(client, 512, { purpose: 'immo' })).status).toBe(404);
    expect((await open(client, 512)).status).toBe(201);
    await storeSetting(server, 'www_immo_off', false);
  });

  test('requires the current terms, a name, and a size within the stated limit', async () => {
    const client = await server.as({ role: 0 });
    expect((await open(client, 100, { terms: 'a'.repeat(64) })).body).toMatchObject({ code: 'upload_terms' });
    expect((await open(client, 64 * 1024 * 1024 + 1)).body).toMatchObject({
      code: 'too_large',
      message: 'A tune file can be up to 64 MiB. Nothing was uploaded.',
    });
    expect((await open(client, 0)).status).toBe(422);
    expect((await open(client, 5, { filename: ' ', mode: 'guess' })).body).toMatchObject({
      code: 'invalid_fields',
      errors: { filename: [expect.any(String)], mode: [expect.any(String)] },
    });
    expect((await client.request('POST', '/api/v1/uploads', { headers: { 'upload-length': '5' } })).status).toBe(422);
    expect((await open(client, 64 * 1024 * 1024)).headers['tus-max-size']).toBe(String(64 * 1024 * 1024));
  });

  test('belongs to its creator and requires a login', async () => {
    const client = await server.as({ role: 0 });
    const other = await server.as({ role: 0 });
    const bytes = image();
    const address = await opened(client, bytes.length);
    expect((await send(other, address, 0, bytes)).status).toBe(404);
    expect((await other.request('HEAD', address)).status).toBe(404);
    expect((await other.request('DELETE', address, { headers: tus })).status).toBe(404);
    expect((await open(server.anonymous, 100)).status).toBe(401);
    expect((await send(server.anonymous, address, 0, bytes)).status).toBe(401);
    expect((await client.request('DELETE', address, { headers: tus })).status).toBe(204);
    expect((await client.request('HEAD', address)).status).toBe(404);
  });

  test('is attached to one record, once', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image(32_768);
    const address = await opened(client, bytes.length, { filename: '../../etc/\u202eread.bin' });
    await send(client, address, 0, bytes);
    const owner = { userId: client.userId as number };
    const taken = await server.db.transaction().execute(async (tx) => {
      const upload = await takeUpload(tx, idOf(address), owner);
      await ownFile(tx, upload.fileId, 'tune-request:1');
      return upload;
    });
    expect(taken).toMatchObject({
      sha256: hex(bytes),
      sizeBytes: 32_768,
      sniffed: { kind: 'tune' },
      termsSha256: uploadTermsSha256,
    });
    expect(taken.name).not.toContain('/');
    const again = () => server.db.transaction().execute((tx) => takeUpload(tx, idOf(address), owner));
    await expect(again()).rejects.toMatchObject({ code: 'already_exists' });
    expect((await client.request('DELETE', address, { headers: tus })).status).toBe(409);
    await server.db
      .updateTable('uploads')
      .set({ expires_at: new Date(0) })
      .where('id', '=', idOf(address))
      .execute();
    await sweepUploads(server.platform);
    expect(
      await server.db.selectFrom('stored_files').select('belongs_to').where('id', '=', taken.fileId).executeTakeFirst(),
    ).toEqual({ belongs_to: 'tune-request:1' });
  });

  test('that was not finished or attached is swept with all its parts', async () => {
    const drafts = newDrafts();
    const client = await server.as({ role: 0 });
    const bytes = image();
    const half = await opened(client, bytes.length);
    await send(client, half, 0, bytes.subarray(0, 500));
    const whole = await opened(client, bytes.length);
    await send(client, whole, 0, bytes);
    expect(drafts()).toHaveLength(1);
    await server.db
      .updateTable('uploads')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', client.userId as number)
      .execute();
    expect((await client.request('HEAD', half)).status).toBe(404);
    await sweepUploads(server.platform);
    expect(drafts()).toEqual([]);
    expect(
      await server.db
        .selectFrom('uploads')
        .select('id')
        .where('user_id', '=', client.userId as number)
        .execute(),
    ).toEqual([]);
    expect(
      await server.db
        .selectFrom('stored_files')
        .select('id')
        .where('belongs_to', '=', `upload:${idOf(whole)}`)
        .execute(),
    ).toEqual([]);
  });

  test('is one of at most twenty pending ones, also under concurrent requests', async () => {
    const client = await server.as({ role: 0 });
    const replies = await Promise.all(Array.from({ length: 25 }, () => open(client, 100)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('can be cancelled by concurrent requests without blocking', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => server.as({ role: 0 })));
    const places = await Promise.all(clients.map(async (client) => [client, await opened(client, 100)] as const));
    const replies = await Promise.all(places.map(([client, at]) => client.request('DELETE', at, { headers: tus })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 204));
  });

  test('cancelled or restarted while its first bytes arrive leaves no draft', async () => {
    const drafts = newDrafts();
    const client = await server.as({ role: 0 });
    const bytes = image();
    const { files } = server.platform;
    const input = { userId: client.userId as number, offset: 0, lengthBytes: 1000 };
    const whole = () => Readable.from([bytes.subarray(0, 1000)]);
    // Removed between the claim and the first byte on the disk.
    const uploadId = idOf(await opened(client, bytes.length));
    const late = {
      ...files.drafts,
      open: async (piece: string, at: number) => {
        await removeUpload(server.platform, { id: uploadId });
        return files.drafts.open(piece, at);
      },
    };
    const slow = { ...server.platform, files: { ...files, drafts: late } };
    await expect(appendBytes(slow, { ...input, id: uploadId, source: whole() })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(drafts()).toEqual([]);
    // Drafts are removed before this one exists, and the row after its bytes are recorded.
    const raced = idOf(await opened(client, bytes.length));
    const [looked, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const remove = async (piece: string) => {
      await files.drafts.remove(piece);
      looked.resolve();
      await counted.promise;
    };
    const removing = { ...server.platform, files: { ...files, drafts: { ...files.drafts, remove } } };
    let removed: Promise<void> | undefined;
    const meanwhile = {
      ...files.drafts,
      open: async (piece: string, at: number) => {
        removed = removeUpload(removing, { id: raced });
        await looked.promise;
        return files.drafts.open(piece, at);
      },
    };
    const writing = { ...server.platform, files: { ...files, drafts: meanwhile } };
    expect(await appendBytes(writing, { ...input, id: raced, source: whole() })).toBe(1000);
    expect(drafts()).toHaveLength(1);
    counted.resolve();
    await removed;
    expect(drafts()).toEqual([]);
    // A process that died before it recorded anything, and another one that resumes from the start.
    const begun = idOf(await opened(client, bytes.length));
    const died = {
      ...files.drafts,
      open: async (piece: string, at: number) => {
        await (await files.drafts.open(piece, at)).close();
        throw new Error('gone');
      },
    };
    const dying = { ...server.platform, files: { ...files, drafts: died } };
    await expect(appendBytes(dying, { ...input, id: begun, source: whole() })).rejects.toThrow('gone');
    expect(drafts()).toHaveLength(1);
    expect(await appendBytes(server.platform, { ...input, id: begun, source: whole() })).toBe(1000);
    expect(drafts()).toHaveLength(1);
  });

  test('is finished at the next request when a crash came between last byte and check; requests during the check wait for it', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image(49_152);
    const address = await opened(client, bytes.length);
    await send(client, address, 0, bytes.subarray(0, 49_151));
    // Simulates a process that died there: all bytes recorded, its claim still on the upload.
    const { id } = await server.db
      .selectFrom('upload_pieces')
      .select('id')
      .where('upload_id', '=', idOf(address))
      .executeTakeFirstOrThrow();
    const out = await server.platform.files.drafts.open(id, 49_151);
    await out.write([bytes.subarray(49_151)]);
    await out.close();
    const gone = {
      offset_bytes: 49_152n,
      writer: '00000000-0000-4000-8000-000000000000',
      writer_until: new Date(Date.now() + 60_000),
    };
    await server.db.updateTable('uploads').set(gone).where('id', '=', idOf(address)).execute();
    await expect(lookAtUpload(server.platform, idOf(address), client.userId as number, 0)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const look = client.request('GET', address);
    await server.db
      .updateTable('uploads')
      .set({ writer_until: new Date(0) })
      .where('id', '=', idOf(address))
      .execute();
    expect((await look).body).toMatchObject({ state: 'finished', sha256: hex(bytes) });
  });
});

describe('over a real connection', () => {
  let port: number;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    port = (server.app.server.address() as AddressInfo).port;
  });

  /** Connects and sends the headers of a PATCH. */
  async function begin(socket: Socket, client: Client, address: string, offset: number, promised: number) {
    socket.on('error', () => {});
    await new Promise<void>((done) => socket.connect(port, '127.0.0.1', done));
    const lines = [
      `PATCH ${address} HTTP/1.1`,
      'host: localhost:3000',
      `origin: ${testOrigin}`,
      `cookie: ${sessionCookieName(server.platform.config)}=${client.token}`,
      'tus-resumable: 1.0.0',
      `upload-offset: ${offset}`,
      'content-type: application/offset+octet-stream',
      `content-length: ${promised}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  }

  /** Sends part of a PATCH and breaks the connection midway. */
  async function cut(client: Client, address: string, offset: number, promised: number, bytes: Buffer): Promise<void> {
    const socket = new Socket();
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    await begin(socket, client, address, offset, promised);
    await new Promise<void>((done) => socket.write(bytes, () => done()));
    socket.destroy();
    await closed;
  }
  async function offsetOf(client: Client, address: string): Promise<number> {
    return Number((await client.request('HEAD', address)).headers['upload-offset']);
  }

  test('an upload cut and resumed twenty times arrives complete', {
    timeout: 180_000,
  }, async () => {
    const client = await server.as({ role: 0 });
    const bytes = Buffer.concat([image(), randomBytes(2 * 1024 * 1024)]);
    const address = await opened(client, bytes.length, { sha256: hex(bytes) });
    const step = Math.floor(bytes.length / 21);
    let offset = 0;
    for (let round = 0; round < 20; round += 1) {
      await cut(client, address, offset, bytes.length - offset, bytes.subarray(offset, offset + step));
      offset = await offsetOf(client, address);
    }
    // The old connection may still record its last bytes: then the offset moves, and the client checks again.
    for (;;) {
      const { status } = await send(client, address, offset, bytes.subarray(offset));
      if (status === 204) break;
      expect(status).toBe(409);
      offset = await offsetOf(client, address);
    }
    expect((await client.request('GET', address)).body).toMatchObject({ state: 'finished', sha256: hex(bytes) });
    expect((await buffer(await server.platform.files.open(Buffer.from(hex(bytes), 'hex')))).equals(bytes)).toBe(true);
  });

  test('two connections that send the same upload both get the result, and it arrives intact', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image(262_144);
    const address = await opened(client, bytes.length);
    const first = new Socket();
    const fields = new Promise<string>((settle) => {
      let text = '';
      first.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (text.includes('\r\n\r\n{')) settle(text);
      });
      first.on('close', () => settle(text));
    });
    await begin(first, client, address, 0, bytes.length);
    first.write(bytes.subarray(0, 1000));
    const writerOf = async () =>
      (await server.db.selectFrom('uploads').select('writer').where('id', '=', idOf(address)).executeTakeFirst())
        ?.writer;
    await expect.poll(writerOf).toEqual(expect.any(String));
    // The second writer takes over from the recorded offset; the first is still connected and gets a 409.
    for (let at = 0; at < bytes.length; at = await offsetOf(client, address))
      await send(client, address, at, bytes.subarray(at));
    expect(await fields).toMatch(/^HTTP\/1\.1 409 /);
    expect((await client.request('GET', address)).body).toMatchObject({ state: 'finished', sha256: hex(bytes) });
    first.destroy();
  });

  test('a third concurrent upload of one user has to wait', async () => {
    const client = await server.as({ role: 0 });
    const bytes = image();
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => opened(client, bytes.length)));
    // Two uploads being written, as if by another process.
    const writing = { writer: '00000000-0000-4000-8000-000000000000', writer_until: new Date(Date.now() + 60_000) };
    await server.db
      .updateTable('uploads')
      .set(writing)
      .where('id', 'in', [idOf(one as string), idOf(two as string)])
      .execute();
    const refused = await send(client, three as string, 0, bytes);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
    // The owner of an active upload may reconnect to it at any time.
    expect((await send(client, one as string, 0, bytes)).status).toBe(204);
    expect((await send(client, three as string, 0, bytes)).status).toBe(204);
  });

  test('a second process resumes where the first was cut, and the first can no longer change it', async () => {
    const drafts = newDrafts();
    const client = await server.as({ role: 0 });
    const other = await server.another();
    const there = other.clientWith(client.token);
    const bytes = image(131_072);
    const address = await opened(client, bytes.length, { sha256: hex(bytes) });
    await send(client, address, 0, bytes.subarray(0, 1000));
    // The first writer died while writing.
    const dead = { writer: '00000000-0000-4000-8000-000000000000', writer_until: new Date(Date.now() + 60_000) };
    await server.db.updateTable('uploads').set(dead).where('id', '=', idOf(address)).execute();
    expect((await send(there, address, 1000, bytes.subarray(1000, 90_000))).status).toBe(204);
    expect((await send(client, address, 90_000, bytes.subarray(90_000))).status).toBe(204);
    expect((await client.request('GET', address)).body).toMatchObject({ state: 'finished', sha256: hex(bytes) });
    expect(drafts()).toEqual([]);
  });
});

test('an upload sent concurrently and cancelled meanwhile is complete or absent, and leaves no draft', {
  timeout: 180_000,
}, async () => {
  const client = await server.as({ role: 0 });
  const bytes = image(20_000);
  const drafts = newDrafts();
  const seen = new Set<number>();
  for (let round = 0; round < 25; round += 1) {
    const address = await opened(client, bytes.length);
    const senders = Array.from({ length: 6 }, () => send(client, address, 0, bytes));
    const givenUp = round % 3 === 0 ? [] : [client.request('DELETE', address, { headers: tus })];
    for (const { status } of await Promise.all([...senders, ...givenUp])) seen.add(status);
    const { status, body } = await client.request('GET', address);
    if (givenUp.length === 0) expect([status, body]).toMatchObject([200, { state: 'finished', sha256: hex(bytes) }]);
    else expect(status).toBe(404);
    if (givenUp.length === 0) await client.request('DELETE', address, { headers: tus });
  }
  expect([...seen].filter((status) => ![204, 404, 409, 429].includes(status))).toEqual([]);
  expect(drafts()).toEqual([]);
});

test('hostile headers, names and bodies are refused in the standard error format without a crash', async () => {
  const client = await server.as({ role: 0 });
  const names = [
    '..',
    '../../x',
    'a\u0000b',
    'C:\\x\\y.bin',
    '\r\nset-cookie: a=b',
    '<script>',
    'é'.repeat(200),
    '\u202egpj.exe',
    'x'.repeat(255),
  ];
  for (const filename of names) {
    const { status, headers, body } = await open(client, 64, { filename });
    expect([201, 422]).toContain(status);
    expect(headers['set-cookie']).toBeUndefined();
    if (status === 201) {
      const { name } = body as { name: string };
      expect(name).not.toMatch(/[\p{Cc}/\\]/u);
      await client.request('DELETE', String(headers.location), { headers: tus });
    }
  }
  for (const uploadId of [
    '',
    ',,,',
    'filename',
    'filename %%%',
    '__proto__ eA==,filename eA==',
    'constructor eA==',
    `filename ${'A'.repeat(5000)}`,
  ]) {
    const { status, body } = await client.request('POST', '/api/v1/uploads', {
      headers: { ...tus, 'upload-length': '5', 'upload-metadata': uploadId },
    });
    expect([status, body]).toMatchObject([422, { code: 'invalid_fields', message: expect.any(String) }]);
  }
  for (const length of ['-1', '1e3', 'NaN', '99999999999999999999', '0x10', '1.5']) {
    const { status } = await client.request('POST', '/api/v1/uploads', {
      headers: { ...tus, 'upload-length': length, 'upload-metadata': metadata({}) },
    });
    expect(status).toBe(422);
  }
  const address = await opened(client, 64);
  for (const headers of [
    {},
    { 'upload-offset': '-1' },
    { 'upload-offset': '0', 'content-type': 'application/json' },
    { 'upload-offset': '0', 'content-type': 'multipart/form-data; boundary=x' },
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', 'tus-resumable': '0.2.2' },
  ] as Record<string, string>[]) {
    const { status, body } = await client.request('PATCH', address, {
      headers: { ...tus, ...headers },
      body: Buffer.from('{"a":'),
    });
    expect([415, 422]).toContain(status);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  }
  expect((await client.request('HEAD', address)).headers['upload-offset']).toBe('0');
});

test('an archive bomb costs no more than its own bytes, and its file names are never used as paths', async () => {
  const client = await server.as({ role: 0 });
  const name = Buffer.from('../../../../etc/read.bin');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(4, 18);
  // Four bytes that claim to become four gigabytes.
  local.writeUInt32LE(0xfffffffe, 22);
  local.writeUInt16LE(name.length, 26);
  const bomb = Buffer.concat([local, name, Buffer.from([1, 2, 3, 4])]);
  const address = await opened(client, bomb.length, { filename: 'bomb.zip' });
  expect((await send(client, address, 0, bomb)).status).toBe(204);
  expect((await client.request('GET', address)).body).toMatchObject({
    sniffed: { material: 'archive' },
    identified: { family: null },
  });
});

test('random operations in any order leave an upload complete and correct, or absent', async () => {
  const client = await server.as({ role: 0 });
  const send1 = (address: string, offset: number, bytes: Buffer) => send(client, address, offset, bytes);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3000 }),
      fc.array(fc.tuple(fc.integer({ min: -2, max: 40 }), fc.integer({ min: 0, max: 1200 })), { maxLength: 8 }),
      async (size, steps) => {
        const bytes = randomBytes(size);
        const address = await opened(client, size, { sha256: hex(bytes) });
        let at = 0;
        for (const [shift, length] of steps) {
          const from = Math.max(0, at + (shift > 2 ? 0 : shift));
          const reply = await send1(address, from, bytes.subarray(from, from + length));
          if (from === at) {
            expect(reply.status).toBe(204);
            at = Math.min(size, at + length);
          } else expect([409, 413]).toContain(reply.status);
        }
        if (at < size) expect((await send1(address, at, bytes.subarray(at))).status).toBe(204);
        expect((await client.request('GET', address)).body).toMatchObject({ state: 'finished', sha256: hex(bytes) });
        await client.request('DELETE', address, { headers: tus });
        await server.db.deleteFrom('rate_limits').execute();
      },
    ),
    { numRuns: 25 },
  );
});
