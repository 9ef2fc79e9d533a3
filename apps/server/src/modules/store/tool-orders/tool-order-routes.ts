import type { storeToolOrders } from '@tuneport/contract/store/store-tool-orders';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../../platform/http/context.ts';
import { fingerprintOf } from '../../../platform/http/mount/idempotency.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { moneyOwnershipOf } from '../../dealers/index.ts';
import { noteSaleVisitor } from '../../settings/index.ts';
import { listToolOrders } from '../orders/order-queries.ts';
import { presentListedOrder, presentOrder } from '../orders/present-order.ts';
import { orderTool } from './order-tool.ts';

export const storeToolOrderRoutes = handlers<typeof storeToolOrders>({
  'GET /fz-orders': async ({ db, actor, query }) => {
    if (query.all && !may(actor, 'tool-orders.read')) throw new Refusal('forbidden');
    const whose = query.all ? 'all' : moneyOwnershipOf(actor);
    const page = await listToolOrders(db, whose, query.type ?? null, query.page);
    return { ...page, data: page.data.map(presentListedOrder) };
  },
  'POST /fz-orders': async ({ platform, actor, region, now, chosenCurrency, body, requestKey, clientInfo }) => {
    const input = fingerprintOf(requestKey, null, null, body).toString('hex');
    const { order, token } = await orderTool(platform, { actor, region, now, chosenCurrency }, body, input);
    await noteSaleVisitor(platform, `order:${order.id}`, clientInfo, now);
    return { ...presentOrder(order), token };
  },
});
