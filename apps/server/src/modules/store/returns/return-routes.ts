import type { storeReturns, storeReturnsAdmin } from '@tuneport/contract/store/store-returns';
import { handlers } from '../../../platform/http/context.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { viewerOf } from '../orders/order-policy.ts';
import { readOrder } from '../orders/order-queries.ts';
import { acceptReturn, stepReturn } from './decide-return.ts';
import { presentListedReturn, presentReturns } from './present-returns.ts';
import { cancelReturn, requestReturn } from './request-return.ts';
import { listReturns } from './return-queries.ts';

export const storeReturnRoutes = handlers<typeof storeReturns>({
  'GET /order/:id/returns': async ({ db, platform, actor, params, query, now }) => {
    const viewer = viewerOf(actor, query.token);
    const order = await readOrder(db, params.id, viewer);
    if (!order) throw await noRecord(db, 'order', params.id, viewer.tokenHash);
    return presentReturns(db, platform, order, now);
  },
  'POST /order/:id/returns': async ({ db, platform, actor, params, body: { token, ...input }, now }) => {
    const order = await requestReturn(db, platform, { orderId: params.id, actor, token, now }, input);
    return presentReturns(db, platform, order, now);
  },
  'POST /order/:id/returns/:return/cancel': async ({ db, platform, actor, params, body, now }) => {
    const buyer = { orderId: params.id, actor, token: body.token, now };
    return presentReturns(db, platform, await cancelReturn(db, buyer, params.return), now);
  },
});

export const storeReturnAdminRoutes = handlers<typeof storeReturnsAdmin>({
  'GET /v1/admin/returns': async ({ db, query }) => {
    const page = await listReturns(db, query);
    return { ...page, data: page.data.map(presentListedReturn) };
  },
  'POST /v1/admin/returns/:id/steps': async ({ db, platform, actor, params, body, now }) => {
    const order = await stepReturn(db, platform.config.publicOrigin, params.id, body, { actor, now });
    return presentReturns(db, platform, order, now);
  },
  'POST /v1/admin/returns/:id/accept': async ({ db, platform, actor, params, body, now }) => {
    const { condition, reason, refund } = body;
    const order = await acceptReturn(platform, { id: params.id, condition, reason, refund }, { actor, now });
    return presentReturns(db, platform, order, now);
  },
});
