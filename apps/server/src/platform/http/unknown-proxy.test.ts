import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { makeHttpServer } from './server.ts';

async function serverWith(env: Record<string, string>) {
  const lines: string[] = [];
  const log = makeLog('warn', { write: (line) => void lines.push(line) });
  const app = await makeHttpServer(readConfig({ PUBLIC_ORIGIN: 'http://localhost:3000', ...env }), log);
  app.get('/address', (request) => ({ address: request.ip }));
  const addressOf = async (remoteAddress: string, headers: Record<string, string>) =>
    (await app.inject({ url: '/address', remoteAddress, headers })).json().address;
  return { lines, addressOf };
}
const forwarded = { 'x-forwarded-for': '203.0.113.9' };

test('a forwarded address is ignored without TRUSTED_PROXIES, and a local proxy is logged once', async () => {
  const { lines, addressOf } = await serverWith({});
  expect(await addressOf('198.51.100.1', forwarded)).toBe('198.51.100.1');
  expect(lines).toEqual([]);
  expect(await addressOf('127.0.0.1', forwarded)).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.1', { forwarded: 'for=203.0.113.9' })).toBe('127.0.0.1');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUSTED_PROXIES');
});

test('a forwarded address is accepted from a trusted proxy only', async () => {
  const { lines, addressOf } = await serverWith({ TRUSTED_PROXIES: '127.0.0.1' });
  expect(await addressOf('127.0.0.1', forwarded)).toBe('203.0.113.9');
  expect(await addressOf('198.51.100.1', forwarded)).toBe('198.51.100.1');
  expect(lines).toEqual([]);
});
