import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeProductRegistry } from '../../../areas.ts';
import { catalogFactories } from '../../../testing/catalog.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { bumpArea } from '../../cache/area-versions.ts';
import { sessionCookieName } from '../cookies.ts';
import { inProcessCall } from './in-process.ts';

let server: TestServer;
const registry = makeProductRegistry();
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** A page of this visitor, as called by the renderer. */
function pageOf(token: string | null, region = 1) {
  const cookies = [`region=${region}`, ...(token ? [`${sessionCookieName(server.platform.config)}=${token}`] : [])];
  const request = { headers: { cookie: cookies.join('; ') }, ip: '127.0.0.1' } as unknown as FastifyRequest;
  return inProcessCall(server.platform, registry, request, { header: () => {} } as unknown as FastifyReply);
}

test('pages of different visitors share the reply of a public endpoint until its area changes', async () => {
  const [one, two] = [await server.as({ role: 0 }), await server.as({ role: 4 })];
  const first = await pageOf(one.token)('GET /v1/catalog/showcase');
  expect(await pageOf(two.token)('GET /v1/catalog/showcase')).toBe(first);
  expect(await pageOf(null)('GET /v1/catalog/showcase')).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  await server.db.transaction().execute((tx) => bumpArea(tx, 'catalog'));
  await vi.waitFor(async () => expect(await pageOf(one.token)('GET /v1/catalog/showcase')).not.toBe(first), 10_000);
});

test('replies differ by parameters, and a failed one is computed again', async () => {
  const { token } = await server.as({ role: 0 });
  const years = (make: string) => pageOf(token)('GET /v1/catalog/makes/:make/years', { params: { make } });
  await expect(years('testwagen')).rejects.toThrow();
  await catalogFactories(server.db).vehicle({ make: 'Testwagen', model: 'Runner', year: '2015' });
  await expect(years('testwagen')).resolves.toBeDefined();
  expect(await pageOf(token)('GET /v1/catalog/makes')).not.toBe(await years('testwagen'));
});

test('replies with prices are computed for each visitor', async () => {
  const { token } = await server.as({ role: 0 });
  const first = await pageOf(token)('GET /store/product');
  expect(await pageOf(token)('GET /store/product')).not.toBe(first);
});
