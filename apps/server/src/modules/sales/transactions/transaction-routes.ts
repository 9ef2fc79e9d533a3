import type { transactionsAdmin } from '@tuneport/contract/sales/transactions-admin';
import type { Tx } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { accountSubject, cardSubject, presentPurchase, purchaseById } from '../../purchases/index.ts';
import { buyerNames } from '../../store/index.ts';
import { exportTransactions } from './export-transactions.ts';
import { presentListed, presentRow, presentTransaction } from './present-transaction.ts';
import { inspectRefund, refundOrder } from './refund-order.ts';
import { setTrackingNumber } from './set-tracking-number.ts';
import { listAllOrders, listTransactions, paymentIdsOf } from './transaction-queries.ts';

export const transactionRoutes = handlers<typeof transactionsAdmin>({
  'GET /v1/admin/transactions': async ({ db, query }) => {
    const list = await listTransactions(db, query);
    return { ...list, data: list.data.map(presentRow) };
  },
  'GET /v1/admin/transactions/export': async ({ db, actor, query }) => {
    await writeAudit(db, actor, 'transactions.export', 'transactions', { ...query });
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="transactions.csv"',
      },
      body: exportTransactions(db, query),
    };
  },
  'GET /v1/admin/transactions/:id': ({ db, params }) => presentTransaction(db, params.id),
  'POST /v1/admin/transactions/:id/set-tracking-number': async ({ db, platform, actor, params, body, now }) => {
    const parcel = { tracking: body.tracking_number, carrier: body.carrier, lines: null };
    await setTrackingNumber(db, params.id, parcel, { actor, now, origin: platform.config.publicOrigin });
    return presentTransaction(db, params.id);
  },
  'POST /v1/admin/transactions/:id/inspect-refund': ({ db, platform, params, body }) =>
    inspectRefund(db as Tx, platform, params.id, body.amount),
  'POST /v1/admin/transactions/:id/fully-refund': async ({ platform, actor, params, body, requestKey }) => {
    await refundOrder(platform, actor, { id: params.id, amount: null, reason: body.reason, requestKey });
    return presentTransaction(platform.db, params.id);
  },
  'POST /v1/admin/transactions/:id/partially-refund': async ({ platform, actor, params, body, requestKey }) => {
    await refundOrder(platform, actor, { id: params.id, ...body, requestKey });
    return presentTransaction(platform.db, params.id);
  },
  'GET /v1/admin/purchases/:id': async ({ db, params: { id } }) => {
    const purchase = await purchaseById(db, id);
    if (!purchase) throw new Refusal('not_found');
    const [shown, { user }, transactions] = await Promise.all([
      presentPurchase(db, purchase),
      buyerNames(db, { user: purchase.user_id, dealer: null }),
      paymentIdsOf(db, [cardSubject(id), accountSubject(id)]),
    ]);
    return { purchase: shown, user: user ?? { id: purchase.user_id, name: purchase.email }, transactions };
  },
  'GET /v1/admin/orders': async ({ db, query }) => {
    const list = await listAllOrders(db, query);
    return { ...list, data: list.data.map(presentListed) };
  },
});
