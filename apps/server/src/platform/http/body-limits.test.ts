import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, type TestServer, testOrigin, testServer } from '../../testing/server.ts';

let server: TestServer;
let client: Client;
let port: number;
let accepted: Socket | undefined;
let temporary: string;
beforeAll(async () => {
  server = await testServer();
  client = await server.as({ role: 0 });
  temporary = await mkdtemp(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', temporary);
  server.app.server.on('connection', (socket) => {
    accepted = socket;
  });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await server.close();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

const MB = 1024 * 1024;
const promised = 200 * MB;

type Sent = {
  line: string;
  headers?: Record<string, string>;
  chunked?: boolean;
  start?: string;
  waitForContinue?: boolean;
};

/** Sends headers and then bytes for as long as the server accepts them, up to 200 MB. */
async function pour({ line, headers = {}, chunked = false, start = '', waitForContinue = false }: Sent) {
  const socket = connect(port, '127.0.0.1');
  const head = {
    host: `127.0.0.1:${port}`,
    origin: testOrigin,
    cookie: `__Host-tuneport=${client.token}`,
    ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(promised) }),
    ...(waitForContinue ? { expect: '100-continue' } : {}),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  let answer = '';
  let closed = false;
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  socket.on('error', () => {});
  const end = new Promise<void>((settle) =>
    socket.on('close', () => {
      closed = true;
      settle();
    }),
  );
  const write = (bytes: Buffer | string) =>
    Promise.race([end, new Promise<void>((settle) => socket.write(bytes, () => settle()))]);
  const part = (bytes: Buffer) =>
    chunked ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes;
  await write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (waitForContinue) await expect.poll(() => answer).not.toBe('');
  if (start && !closed) await write(part(Buffer.from(start)));
  const block = part(Buffer.alloc(64 * 1024, 0x78));
  for (let sent = 0; sent < promised && !closed && !answer.includes('HTTP/1.1 4'); sent += block.length)
    await write(block);
  await end;
  return { status: Number(answer.split(' ')[1]), answer, readBytes: accepted?.bytesRead ?? Number.NaN };
}

const form = { 'content-type': 'multipart/form-data; boundary=edge' };
const file = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const json = { 'content-type': 'application/json' };

async function openUpload(): Promise<string> {
  const row = await server.db
    .insertInto('uploads')
    .values({
      user_id: client.userId as number,
      name: 'read.bin',
      size_bytes: 1000n,
      purpose: 'tune',
      mode: 'manual',
      terms_sha256: Buffer.alloc(32),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `PATCH /api/v1/uploads/${row.id}`;
}
const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

describe('a body over the limit of its endpoint is refused and the connection closed', { timeout: 180_000 }, () => {
  test.each<[string, Sent, number]>([
    ['a JSON call', { line: 'POST /api/global/v1/page-view', headers: json }, 0.2 * MB],
    ['a form by its Content-Length', { line: 'POST /api/tickets/upload', headers: form, start: file }, 0.2 * MB],
    ['an unknown path', { line: 'POST /api/nowhere', headers: json }, 0.2 * MB],
    ['a page', { line: 'POST /products', headers: json }, 0.2 * MB],
    ['a form on a JSON call', { line: 'POST /api/global/v1/page-view', headers: form, start: file }, 0.2 * MB],
    ['a GET', { line: 'GET /api/countries' }, 0.2 * MB],
    ['a chunked GET', { line: 'GET /api/countries', chunked: true }, 0.2 * MB],
    ['a chunked JSON call', { line: 'POST /api/global/v1/page-view', headers: json, chunked: true }, 1.5 * MB],
    ['a chunked form', { line: 'POST /api/tickets/upload', headers: form, chunked: true, start: file }, 34 * MB],
    [
      'a chunked form of nothing',
      { line: 'POST /api/tickets/upload', headers: form, chunked: true, start: 'x' },
      35 * MB,
    ],
    [
      'a chunked text',
      { line: 'POST /api/global/v1/page-view', headers: { 'content-type': 'text/plain' }, chunked: true },
      0.2 * MB,
    ],
  ])('%s', async (_name, sent, bytesMax) => {
    const { status, readBytes } = await pour(sent);
    expect([400, 404, 413, 415]).toContain(status);
    expect(readBytes).toBeLessThan(bytesMax);
    await expect.poll(() => readdirSync(temporary), { timeout: 60_000 }).toEqual([]);
  });

  test('for upload bytes, declared and chunked', async () => {
    const declared = await pour({ line: await openUpload(), headers: tus });
    expect([declared.status, declared.readBytes < 0.2 * MB]).toEqual([413, true]);
    const chunked = await pour({ line: await openUpload(), headers: tus, chunked: true });
    expect([chunked.status, chunked.readBytes < 2 * MB]).toEqual([413, true]);
  });

  test('before a client with Expect: 100-continue sends its body', async () => {
    const { answer } = await pour({ line: 'POST /api/tickets/upload', headers: form, waitForContinue: true });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test('a client with Expect: 100-continue is told to continue for an accepted body', async () => {
  const body = JSON.stringify({ p: '/' });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.write(
    `POST /api/global/v1/page-view HTTP/1.1\r\nhost: x\r\norigin: ${testOrigin}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 100 /);
  socket.write(body);
  await expect.poll(() => answer).toMatch(/HTTP\/1\.1 204 /);
  socket.destroy();
});

describe('an endpoint accepts only its own content type', () => {
  const send = (url: string, type: string | null, payload: string, method: 'POST' | 'DELETE' = 'POST') =>
    server.app.inject({
      method,
      url,
      headers: { origin: testOrigin, ...(type ? { 'content-type': type } : {}) },
      payload,
    });
  const formBody = '--edge\r\ncontent-disposition: form-data; name="p"\r\n\r\n/\r\n--edge--\r\n';

  test.each([
    ['multipart/form-data; boundary=edge', formBody],
    ['application/x-www-form-urlencoded', 'p=%2F'],
    ['text/plain', '{"p":"/"}'],
    ['text/json', '{"p":"/"}'],
    ['application/jsonp', '{"p":"/"}'],
    ['application/json-patch+json', '{"p":"/"}'],
    ['application/json; charset=utf-16', '{"p":"/"}'],
    ['application/octet-stream', '{"p":"/"}'],
    ['text/plain; application/json', '{"p":"/"}'],
    [null, '{"p":"/"}'],
  ])('a JSON endpoint refuses %s', async (type, payload) => {
    for (const url of ['/api/global/v1/client-error', '/api/auth/logout', '/api/auth/forgot-password']) {
      const reply = await send(url, type, payload);
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 415, 'unsupported_media_type']);
    }
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ;charset=utf8',
  ])('a JSON endpoint accepts %s', async (type) => {
    expect((await send('/api/global/v1/page-view', type, '{"p":"/"}')).statusCode).toBe(204);
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=edge'])(
    'a file endpoint refuses %s',
    async (type) => {
      expect((await send('/api/graph', type, '{}')).statusCode).toBe(415);
    },
  );

  test('a DELETE with a form is refused, and a GET with a body', async () => {
    expect((await send('/api/addresses/1', form['content-type'], formBody, 'DELETE')).statusCode).toBe(415);
    const get = await server.app.inject({ method: 'GET', url: '/api/countries', payload: '{}', headers: json });
    expect([get.statusCode, get.json().code]).toEqual([400, 'bad_request']);
  });
});
