import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { makeHttpServer } from './server.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await makeHttpServer(readConfig({ PUBLIC_ORIGIN: 'http://localhost:3000' }), makeLog('silent'));
  app.get('/here', () => ({ here: true }));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

async function said(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.end(bytes, 'latin1');
  await once(socket, 'close');
  const [headers = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body };
}

describe('a malformed request is refused in the standard error format', () => {
  const hostile: Record<string, [bytes: string, status: number, code: string]> = {
    'no method we know': ['BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'bad_request'],
    noise: ['\x16\x03\x01\x00\xff', 400, 'bad_request'],
    'two lengths': [
      'POST /here HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
    'headers of 20 kB': [`GET /here HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    'no host': ['GET /here HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    'a method no route has': ['PROPFIND /here HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404, 'not_found'],
    'TRACE, which would echo the headers': [
      'TRACE /here HTTP/1.1\r\nhost: x\r\ncookie: secret=1\r\nconnection: close\r\n\r\n',
      404,
      'not_found',
    ],
    'an address nobody has': ['GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404, 'not_found'],
    'an address that cannot be read': ['GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404, 'not_found'],
  };
  test.each(Object.entries(hostile))('%s', async (_what, [bytes, status, code]) => {
    const answer = await said(bytes);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { code, message: expect.any(String) }]);
    expect(answer.headers).toContain('x-content-type-options: nosniff');
    expect(answer.headers).toContain('content-type: application/json; charset=utf-8');
  });

  test('an unsupported Expect header is ignored', async () => {
    const answer = await said('GET /here HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n');
    expect([answer.status, answer.body]).toEqual([200, '{"here":true}']);
  });
});
