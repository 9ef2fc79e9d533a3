import { orderNumber } from '@tuneport/domain/order-states';
import type { EarningSubject } from '../../ledger/index.ts';
import { paymentOfSubject } from '../../payments/index.ts';
import { lockOrder, orderById } from './order-queries.ts';

/** A share of an order is earned for good once all of it has left and no bank asks about the money. */
export const orderEarnings: EarningSubject = {
  async ripe(db, id) {
    const order = (await lockOrder(db, id)) ? await orderById(db, id) : null;
    if (order?.state !== 'shipped' && order?.state !== 'delivered') return false;
    return (await paymentOfSubject(db, `order:${id}`))?.state !== 'disputed';
  },
  async describe(_db, ids) {
    return new Map(ids.map((id) => [id, { number: orderNumber(id), title: 'Order of the store' }]));
  },
};
