import { isCurrency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import type { ReturnCondition, ReturnState } from '@tuneport/domain/store/return-states';
import { stockChange } from '@tuneport/domain/store/stock';
import type { Actor } from '../../../platform/actor.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { requireNoDispute } from '../orders/cancel-order.ts';
import { productsOf } from '../orders/order-pieces.ts';
import { addMailToken, orderById } from '../orders/order-queries.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { refundParts, refundPartsOf } from '../orders/refund-parts.ts';
import { putBack } from '../stock/put-back.ts';
import { requireWithinLimit } from '../transactions/refund-limit.ts';
import { buyerOfSale } from '../transactions/transaction-queries.ts';
import { lockedReturn, requireStep } from './request-return.ts';
import { moneyOfReturn } from './return-amounts.ts';
import { sendReturnRefused } from './return-mails.ts';
import { moveReturn, type ReturnRow, returnById, returnsOfOrder, shippedFrom } from './return-queries.ts';

type By = { readonly actor: Actor; readonly now: Date };

const notOwn = async (db: Db, actor: Actor, orderId: number): Promise<void> =>
  requireNotOwnBusiness(db, actor, await buyerOfSale(db, { sale: 'order', sale_id: orderId }));

/** Staff receive a return, or refuse it with a reason for the buyer. */
export async function stepReturn(
  db: Db,
  origin: string,
  id: number,
  { event, reason }: { readonly event: 'receive' | 'refuse'; readonly reason: string },
  { actor, now }: By,
): Promise<OrderRecord> {
  const { order, found } = await lockedReturn(db, id);
  await notOwn(db, actor, order.id);
  requireStep(found.state as ReturnState, event);
  if (event === 'refuse' && reason === '') throw fieldRefusal({ reason: ['Enter a reason.'] });
  const state = event === 'receive' ? 'received' : 'refused';
  await moveReturn(db, id, state, { actorId: actor.userId, now, ...(event === 'refuse' ? { answer: reason } : {}) });
  await writeAudit(db, actor, `orders.${event}-return`, `order:${order.id}`, { return: id, reason });
  if (event === 'refuse') {
    const token = newToken();
    await addMailToken(db, order.id, hashToken(token));
    await sendReturnRefused(db, { origin, token }, order, { lines: found.lines, answer: reason });
  }
  return order;
}

type Acceptance = {
  readonly id: number;
  readonly condition: ReturnCondition;
  readonly refund: { readonly amount: string; readonly currency: string } | undefined;
  readonly reason: string;
};

/**
 * Accepts a received return outside any transaction: the items go back to the stock in the transaction that stores the
 * refund. Idempotent.
 */
export async function acceptReturn(platform: Platform, input: Acceptance, by: By): Promise<OrderRecord> {
  const { db } = platform;
  const seen = await returnById(db, input.id);
  const order = seen && (await orderById(db, seen.order_id));
  if (!order) throw new Refusal('not_found');
  await notOwn(db, by.actor, order.id);
  if (seen.state !== 'accepted') await refundReturn(platform, order, seen, input, by);
  return (await orderById(db, order.id)) as OrderRecord;
}

async function refundReturn(
  platform: Platform,
  order: OrderRecord,
  seen: ReturnRow,
  input: Acceptance,
  by: By,
): Promise<void> {
  const plan = await planOf(platform.db, order, seen, input.refund);
  const parts = await refundPartsOf(platform.db, order.id, plan);
  const accept = async (tx: Tx, refundMinor: bigint) => {
    const now = await lockedReturn(tx, input.id);
    requireNoDispute(now.order);
    requireStep(now.found.state as ReturnState, 'accept');
    const again = await planOf(tx, now.order, now.found, input.refund);
    if (again.refundMinor !== plan.refundMinor)
      throw new Refusal('conflict', { message: 'This order has changed. Review the return again.' });
    await finishReturn(tx, now.order, now.found, { ...input, refundMinor }, by);
  };
  if (parts.length === 0) return retryOnDeadlock(platform.db, (tx) => accept(tx, 0n));
  await refundParts(platform, parts, {
    orderId: order.id,
    currency: order.currency,
    all: false,
    reason: input.reason,
    requestKey: `return:${input.id}`,
    actorId: by.actor.userId,
    detail: { return: input.id },
    async within(tx, { amount, allMinor }) {
      await requireWithinLimit({ ...platform, db: tx }, by.actor, money(allMinor, amount.currency));
      await accept(tx, amount.amountMinor);
    },
  });
}

/** The price of the returned pieces with tax, or less if staff say so. */
async function planOf(db: Db, order: OrderRecord, found: ReturnRow, wanted: Acceptance['refund']) {
  const full = moneyOfReturn(order, await returnsOfOrder(db, order.id), found);
  const fullMinor = full.goodsMinor + full.taxMinor;
  const refundMinor = wanted === undefined ? fullMinor : requireAmount(order, wanted, fullMinor);
  const goodsMinor = fullMinor === 0n ? 0n : (full.goodsMinor * refundMinor) / fullMinor;
  return { all: false, refundMinor, goodsMinor, keptMinor: full.keptMinor };
}

function requireAmount(
  { currency }: OrderRecord,
  wanted: { amount: string; currency: string },
  mostMinor: bigint,
): bigint {
  const amount = isCurrency(wanted.currency) ? parseMoney(wanted.amount, wanted.currency) : null;
  if (amount?.currency !== currency) throw fieldRefusal({ refund: [`Enter an amount in ${currency}, such as 12.50.`] });
  if (amount.amountMinor < 0n || amount.amountMinor > mostMinor)
    throw fieldRefusal({ refund: [`Enter at most ${toDecimal(money(mostMinor, currency))} ${currency}.`] });
  return amount.amountMinor;
}

async function finishReturn(
  tx: Tx,
  order: OrderRecord,
  found: ReturnRow,
  { id, condition, reason, refundMinor }: Acceptance & { refundMinor: bigint },
  { actor, now }: By,
): Promise<void> {
  const { userId: actorId } = actor;
  await moveReturn(tx, id, 'accepted', { actorId, now, refundMinor });
  if (condition !== 'none')
    for (const { product_id, quantity } of productsOf(order, found.lines)) {
      const from = await shippedFrom(tx, order.id, product_id);
      // Products without stock, such as licences, did not come from anywhere.
      if (!from) continue;
      const change = stockChange('RETURN', quantity, condition).here;
      await putBack(tx, {
        productId: product_id,
        locationId: from.location_id,
        change,
        reference: `order:${order.id}`,
        reason,
        actorId,
        now,
      });
    }
  await writeAudit(tx, actor, 'orders.accept-return', `order:${order.id}`, { return: id, condition, reason });
}
