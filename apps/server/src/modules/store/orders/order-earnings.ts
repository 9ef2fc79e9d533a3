import { deliveredAfterDays, orderNumber, orderSaleTitles } from '@tuneport/domain/store/order-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { EarningSubject } from '../../ledger/index.ts';
import { paymentOfSubject } from '../../payments/index.ts';
import { affiliateRule } from './affiliate-rule.ts';
import { lockOrder, orderById } from './order-queries.ts';
import type { AppliedDiscount } from './order-record.ts';

const hasOpenReturn = async (db: Db, orderId: number): Promise<boolean> =>
  (await db
    .selectFrom('order_returns')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'received'])
    .executeTakeFirst()) !== undefined;

/**
 * A share of an order is final once all of it was delivered, nothing is coming back and its payment is not disputed. Its
 * hold starts with the delivery of the last parcel; cancelled pieces are not waited for.
 */
export const orderEarnings: EarningSubject = {
  deliveredAt: (id) => sql`(select coalesce(o.delivered_at,
    case when o.state = 'shipped' then o.shipped_at + make_interval(days => ${deliveredAfterDays}::integer) end)
    from orders o where o.id = ${id})`,
  async ripe(db, id) {
    const order = (await lockOrder(db, id)) ? await orderById(db, id) : null;
    if (order?.state !== 'delivered') return false;
    if (await hasOpenReturn(db, id)) return false;
    const payment = await paymentOfSubject(db, `order:${id}`);
    if (payment?.state === 'charged_back') return payment.disputedMinor < BigInt(order.total_minor);
    return payment?.state !== 'disputed';
  },
  async describe(db, ids) {
    const rows = await db
      .selectFrom('orders')
      .leftJoin('tracking_tags as t', 't.id', 'orders.tracking_tag_id')
      .select(['orders.id', 'dispute', 'discounts', 'affiliate_share_percent', 't.tag'])
      .where('orders.id', 'in', [...ids])
      .execute();
    return new Map(
      rows.map(({ id, dispute, discounts, affiliate_share_percent: share, tag }) => [
        id,
        {
          number: orderNumber(id),
          title: dispute === 'open' ? orderSaleTitles.disputed : orderSaleTitles.sold,
          rules: { affiliate: affiliateRule(discounts as readonly AppliedDiscount[], share, tag) },
        },
      ]),
    );
  },
};
