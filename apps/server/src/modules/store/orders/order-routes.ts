import type { storeOrders } from '@tuneport/contract/store/store-orders';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { guestCookieName, tagCookieName } from '../../../platform/http/cookies.ts';
import { fingerprintOf } from '../../../platform/http/mount/idempotency.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { moneyOwnershipOf, ownDealer, presentApproval } from '../../dealers/index.ts';
import { newToken } from '../../identity/index.ts';
import { noteSaleVisitor } from '../../settings/index.ts';
import { requestOrderApproval } from '../approvals/order-approval.ts';
import { cancelOrder } from './end-order.ts';
import { viewerOf } from './order-policy.ts';
import { listOrders, readOrder } from './order-queries.ts';
import { payOrder } from './pay-order.ts';
import { placeOrder } from './place-order.ts';
import { presentListedOrder, presentOrder } from './present-order.ts';
import { methodOf, presentPaid } from './present-paid.ts';
import { quoteShipping } from './quote-shipping.ts';

const guestCookieAgeS = 24 * 60 * 60;

export const storeOrderRoutes = handlers<typeof storeOrders>({
  'POST /order/shipping': ({ platform, actor, region, now, chosenCurrency, body: { address, ...input } }) =>
    quoteShipping(platform, { actor, region, now, chosenCurrency }, input, {
      countryCode: address.country_code,
      state: address.state,
    }),
  'POST /order': async ({ platform, actor, region, now, chosenCurrency, body, requestKey, clientInfo, setCookie }) => {
    const input = fingerprintOf(requestKey, null, null, body).toString('hex');
    const cookie = guestCookieName(platform.config);
    const guestSession = actor.userId === null ? (clientInfo.cookies[cookie] ?? newToken()) : null;
    const options = { requestKey: input, guestSession };
    const { order, token } = await placeOrder(
      platform,
      { actor, region, now, chosenCurrency, tag: clientInfo.cookies[tagCookieName] },
      body,
      options,
    );
    if (guestSession !== null) setCookie(cookie, guestSession, guestCookieAgeS);
    await noteSaleVisitor(platform, `order:${order.id}`, clientInfo, now);
    return { ...presentOrder(order), token };
  },
  'POST /order/request-approval': async ({ db, platform, actor, region, now, chosenCurrency, body, clientInfo }) => {
    const context = { actor: signedIn(actor), region, now, chosenCurrency, tag: clientInfo.cookies[tagCookieName] };
    const { approval, dealerId } = await requestOrderApproval(db, platform, context, body);
    return presentApproval(db, { dealer: await ownDealer(db, actor, dealerId), userId: actor.userId }, approval);
  },
  'GET /order': async ({ db, actor, query }) => {
    const page = await listOrders(db, signedIn(actor).userId, query.page, moneyOwnershipOf(actor));
    return { ...page, data: page.data.map(presentListedOrder) };
  },
  'GET /order/:id': async ({ db, actor, params, query }) => {
    const viewer = viewerOf(actor, query.token);
    const order = await readOrder(db, params.id, viewer);
    if (!order) throw await noRecord(db, 'order', params.id, viewer.tokenHash);
    return presentOrder(order);
  },
  'POST /order/:id/cancel': async ({ platform, actor, params, body, now }) =>
    presentOrder(
      await cancelOrder(platform, { id: params.id, actor, token: body.token, unpaidOnly: body.unpaid_only, now }),
    ),
  'POST /order/:id/payment': async ({ db, platform, actor, params, body, now, clientInfo }) => {
    const guestSession = clientInfo.cookies[guestCookieName(platform.config)];
    const { token, balance } = body;
    const payment = { id: params.id, actor, token, method: methodOf(body.method), balance, guestSession, now };
    return presentPaid(await payOrder(db, platform, payment), platform.payments?.name ?? null);
  },
});
