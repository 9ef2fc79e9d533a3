import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { grantedMs } from '../../testing/waiting/granted-time.ts';
import { buildDemoStore } from './store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('the demo shop is built quickly, sells in five currencies and has the products used by redirects', async () => {
  const started = grantedMs();
  await server.db.transaction().execute((tx) => buildDemoStore(tx, new Date('2026-11-15T08:00:00Z')));
  expect(grantedMs() - started).toBeLessThan(8_000);
  await expect.poll(() => server.platform.versions.of('store')).not.toBe('0');
  const { body } = await server.anonymous.call('GET /store/product', { query: { currency: 'JPY' } });
  expect(body.total).toBeGreaterThanOrEqual(25);
  expect(body.data.every(({ price }) => price?.currency === 'JPY' && !price.amount.includes('.'))).toBe(true);
  for (const slug of [
    'tesla-model-s',
    'tesla-model-3',
    'tesla-model-y',
    'demo-tool',
    'flashzilla-v3',
    'flashzilla-pro',
  ])
    expect((await server.anonymous.call('GET /store/product/:slug', { params: { slug } })).status, slug).toBe(200);
});
