import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import type { listOrders } from '../../store/index.ts';

type Line = Awaited<ReturnType<typeof listOrders>>['data'][number];

/** An order in one line, shown next to the customer's ticket. */
export const presentOrderLine = (order: Line) => ({
  id: order.id,
  number: orderNumber(order.id),
  state: order.state,
  first: order.first,
  total: toWire(money(order.total_minor, order.currency as Currency)),
  placed_at: order.placed_at,
});
