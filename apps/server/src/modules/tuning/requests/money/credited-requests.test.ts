import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '../../../../platform/http/cookies.ts';
import { tuneShop } from '../../../../testing/money/purchases.ts';
import { type TestServer, testServer } from '../../../../testing/server.ts';
import { vancouver } from '../../../../testing/shop.ts';
import { matchedRequest } from '../../../../testing/tuning.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('tunes bought for a request are credited to the affiliate of the tracking tag', async () => {
  const shop = await tuneShop(server);
  const { id: affiliate_id } = await server.db
    .insertInto('affiliates')
    .values({ name: 'Boost Club', share_percent: '10' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tag = 'request-tag';
  await server.db.insertInto('tracking_tags').values({ tag, affiliate_id, created_at: new Date() }).execute();
  const client = await server.as(await server.make.user());
  const { id } = await matchedRequest(client, shop.engine.id);
  const priced = await client.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: { tune_ids: [shop.tune.id], tools: [shop.tool.id] },
  });
  const paid = await client.request('POST', `/api/v1/tune-requests/${id}/pay`, {
    body: { estimate_hash: priced.body.hash, billing: vancouver, method: { token: 'test_ok' } },
    headers: {
      cookie: `${sessionCookieName(server.platform.config)}=${client.token}; tag=${tag}`,
      'idempotency-key': randomUUID(),
    },
  });
  expect(paid.status).toBe(200);
  const purchase = await server.db
    .selectFrom('catalog_purchases as p')
    .innerJoin('tracking_tags as t', 't.id', 'p.tracking_tag_id')
    .select(['t.affiliate_id', 't.tag'])
    .where('p.request_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(purchase).toEqual({ affiliate_id, tag });
});
