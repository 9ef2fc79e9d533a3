import type { storeOrders } from '@tuneport/contract/store-orders';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { cancelOrder } from './end-order.ts';
import { readerOf } from './order-policy.ts';
import { listOrders, readOrder } from './order-queries.ts';
import { payOrder } from './pay-order.ts';
import { placeOrder } from './place-order.ts';
import { presentListedOrder, presentOrder } from './present-order.ts';
import { methodOf, presentPaid } from './present-paid.ts';
import { quoteShipping } from './quote-shipping.ts';

export const storeOrderRoutes = handlers<typeof storeOrders>({
  'POST /order/shipping': ({ platform, actor, region, now, body: { address, ...wish } }) =>
    quoteShipping(platform, { actor, region, now }, wish, {
      countryCode: address.country_code,
      state: address.state,
    }),
  'POST /order': async ({ db, platform, actor, region, now, body }) => {
    // What is not kept yet is read over this very connection: waiting for another one while holding one is how a pool locks up.
    const { order, token } = await placeOrder({ ...platform, db }, { actor, region, now }, body);
    return { ...presentOrder(order), token };
  },
  'GET /order': async ({ db, actor, query }) => {
    const page = await listOrders(db, signedIn(actor).userId, query.page);
    return { ...page, data: page.data.map(presentListedOrder) };
  },
  'GET /order/:id': async ({ db, actor, params, query }) => {
    const order = await readOrder(db, params.id, readerOf(actor, query.token));
    if (!order) throw new Refusal('not_found');
    return presentOrder(order);
  },
  'POST /order/:id/cancel': async ({ db, actor, params, body, now }) =>
    presentOrder(await cancelOrder(db, { id: params.id, actor, token: body.token, now })),
  'POST /order/:id/payment': async ({ db, platform, actor, params, body, now }) => {
    const asked = { id: params.id, actor, token: body.token, method: methodOf(body.method), now };
    return presentPaid(await payOrder(db, platform, asked), platform.payments?.name ?? null);
  },
});
