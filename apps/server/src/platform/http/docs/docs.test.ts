import { contract } from '@tuneport/contract/index';
import { isPermission } from '@tuneport/domain/identity/permissions';
import { afterEach, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { readConfig } from '../../config.ts';

let server: TestServer;
afterEach(() => server.close());

const count = Object.keys(contract).length;
const openCount = Object.entries(contract).filter(
  ([key, { access }]) => !key.includes('/v1/admin/') && ![access].flat().every(isPermission),
).length;
type Document = { openapi: string; servers: unknown; paths: Record<string, object> };
const callsIn = ({ paths }: Document) => Object.values(paths).flatMap((path) => Object.keys(path)).length;

test('the API is described for machines and people, and an unchanged description responds 304', async () => {
  server = await testServer({ API_DOCS: 'public' });
  const json = await server.app.inject('/api/openapi.json');
  expect(json.statusCode).toBe(200);
  expect(json.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000/api' }] });
  expect(callsIn(json.json())).toBe(count);
  const page = await server.app.inject('/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain(`${count} calls`);
  for (const [url, etag] of [
    ['/api/openapi.json', json.headers.etag],
    ['/api/docs', page.headers.etag],
  ] as const) {
    const again = await server.app.inject({ url, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  }
});

test('staff endpoints are described to staff only, in an uncached response', async () => {
  server = await testServer({ API_DOCS: 'staff' });
  const admin = await server.as({ role: 3 }, { secondFactor: true });
  const customer = await server.as({ role: 0 });
  for (const [client, calls] of [
    [server.anonymous, openCount],
    [customer, openCount],
    [server.clientWith('no-such-session'), openCount],
    [admin, count],
    [server.anonymous, openCount],
  ] as const) {
    const json = await client.request('GET', '/api/openapi.json');
    expect([json.status, callsIn(json.body)]).toEqual([200, calls]);
    expect(json.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' });
    const page = await client.request('GET', '/api/docs');
    expect(page.body).toContain(`${calls} calls`);
    for (const described of [String(page.body), JSON.stringify(json.body)])
      expect(described.includes('/v1/admin/')).toBe(calls === count);
  }
});

test('both pages respond 404 when the description is off', async () => {
  server = await testServer({ API_DOCS: 'off' });
  const admin = await server.as({ role: 5 }, { secondFactor: true });
  for (const url of ['/api/openapi.json', '/api/docs'])
    for (const client of [server.anonymous, admin]) expect((await client.request('GET', url)).status).toBe(404);
});

test('staff endpoints are shown to staff only unless the operator publishes them', async () => {
  server = await testServer();
  const mode = (env: Record<string, string>) => readConfig(env).apiDocs;
  expect(mode({})).toBe('staff');
  expect(mode({ HOST: '0.0.0.0' })).toBe('staff');
  expect(mode({ PUBLIC_ORIGIN: 'https://tuneport.example' })).toBe('staff');
  expect(mode({ PUBLIC_ORIGIN: 'https://tuneport.example', API_DOCS: 'public' })).toBe('public');
});
