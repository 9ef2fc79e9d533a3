import { isCurrency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import { goodsPart } from '@tuneport/domain/store/line-refunds';
import type { ReturnCondition, ReturnState } from '@tuneport/domain/store/return-states';
import { stockChange } from '@tuneport/domain/store/stock';
import type { Actor } from '../../../platform/actor.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { requireNoDispute } from '../orders/cancel-order.ts';
import { buyerOfOrder } from '../orders/order-buyer.ts';
import { productsOf } from '../orders/order-pieces.ts';
import { addMailToken, addOrderEvent, orderById } from '../orders/order-queries.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { setAgainstLoss } from '../orders/refunds/lost-dispute.ts';
import { requireWithinLimit } from '../orders/refunds/refund-limit.ts';
import { refundableOf, refundParts, refundPartsOf, sourcesOf } from '../orders/refunds/refund-parts.ts';
import { putBack } from '../stock/put-back.ts';
import { atMost } from './present-returns.ts';
import { lockedReturn, requireStep } from './request-return.ts';
import { moneyOfReturn } from './return-amounts.ts';
import { sendReturnAccepted, sendReturnRefused } from './return-mails.ts';
import { moveReturn, type ReturnRow, returnById, returnsOfOrder, shippedFrom } from './return-queries.ts';

type By = { readonly actor: Actor; readonly now: Date };

const requireNotOwnOrder = async (db: Db, actor: Actor, orderId: number): Promise<void> =>
  requireNotOwnBusiness(db, actor, await buyerOfOrder(db, orderId));

/** Staff receive a return, or refuse it with a reason for the buyer. */
export async function stepReturn(
  db: Db,
  origin: string,
  id: number,
  { event, reason }: { readonly event: 'receive' | 'refuse'; readonly reason: string },
  { actor, now }: By,
): Promise<OrderRecord> {
  const { order, found } = await lockedReturn(db, id);
  await requireNotOwnOrder(db, actor, order.id);
  requireStep(found.state as ReturnState, event);
  if (event === 'refuse' && reason === '') throw fieldRefusal({ reason: ['Enter a reason.'] });
  const state = event === 'receive' ? 'received' : 'refused';
  await moveReturn(db, id, state, { actorId: actor.userId, now, ...(event === 'refuse' ? { answer: reason } : {}) });
  await addOrderEvent(db, order, { event: `return-${state}`, actorId: actor.userId, now, detail: { reason } });
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
 * refund.
 */
export async function acceptReturn(platform: Platform, input: Acceptance, by: By): Promise<OrderRecord> {
  const { db } = platform;
  const seen = await returnById(db, input.id);
  const order = seen && (await orderById(db, seen.order_id));
  if (!order) throw new Refusal('not_found');
  await requireNotOwnOrder(db, by.actor, order.id);
  requireStep(seen.state as ReturnState, 'accept');
  await refundReturn(platform, order, seen, input, by);
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
  let isAccepted = false;
  const accept = async (tx: Tx, refundMinor: bigint) => {
    isAccepted = true;
    const locked = await lockedReturn(tx, input.id);
    requireNoDispute(locked.order);
    requireStep(locked.found.state as ReturnState, 'accept');
    const price = moneyOfReturn(locked.order, await returnsOfOrder(tx, order.id), locked.found);
    if (price.goodsMinor + price.taxMinor !== plan.priceMinor) throw changedMeanwhile();
    await finishReturn(tx, locked.order, locked.found, { ...input, refundMinor }, by);
    const { actor, now } = by;
    await setAgainstLoss(tx, locked.order, price, refundMinor, {
      key: `return:${input.id}`,
      actorId: actor.userId,
      now,
    });
    const token = newToken();
    await addMailToken(tx, order.id, hashToken(token));
    await sendReturnAccepted(tx, { origin: platform.config.publicOrigin, token }, locked.order, {
      lines: locked.found.lines,
      priceMinor: plan.priceMinor,
      refundMinor,
      reason: input.reason,
      sources: await sourcesOf(tx, parts),
    });
  };
  if (parts.length === 0) return retryOnDeadlock(platform.db, (tx) => accept(tx, 0n));
  const refunds = refundParts(platform, parts, {
    orderId: order.id,
    currency: order.currency,
    all: false,
    reason: input.reason,
    requestKey: `return:${input.id}`,
    actorId: by.actor.userId,
    detail: { return: input.id, pieces: seen.lines.map(({ line, quantity }) => ({ line, quantity })) },
    async within(tx, { amount, allMinor }) {
      await requireWithinLimit({ ...platform, db: tx }, by.actor, money(allMinor, amount.currency));
      await accept(tx, amount.amountMinor);
    },
  });
  await refunds.catch((error: unknown) => {
    // It was refunded concurrently, perhaps by another amount.
    const isRefunded = error instanceof Refusal && ['already_committed', 'idempotency_key_reused'].includes(error.code);
    if (isRefunded) throw changedMeanwhile();
    throw error;
  });
  // A concurrent request accepted it with the same amount, perhaps in another condition.
  if (!isAccepted) throw changedMeanwhile();
}

const changedMeanwhile = () => new Refusal('conflict', { message: 'This order has changed. Review the return again.' });

/** The price of the returned pieces with tax, as far as it was not refunded before, or less if staff say so. */
async function planOf(db: Db, order: OrderRecord, found: ReturnRow, wanted: Acceptance['refund']) {
  const price = moneyOfReturn(order, await returnsOfOrder(db, order.id), found);
  const priceMinor = price.goodsMinor + price.taxMinor;
  const mostMinor = atMost(priceMinor, await refundableOf(db, order.id));
  const refundMinor = wanted === undefined ? mostMinor : requireAmount(order, wanted, mostMinor);
  const goodsMinor = goodsPart(price, refundMinor);
  return { all: false, priceMinor, refundMinor, goodsMinor, keptMinor: price.keptMinor };
}

function requireAmount(
  { currency }: OrderRecord,
  wanted: { amount: string; currency: string },
  mostMinor: bigint,
): bigint {
  const amount = isCurrency(wanted.currency) ? parseMoney(wanted.amount, wanted.currency) : null;
  if (amount?.currency !== currency || amount.amountMinor < 0n)
    throw fieldRefusal({ refund: [`Enter an amount in ${currency}, such as 12.50.`] });
  if (amount.amountMinor > mostMinor)
    throw fieldRefusal({
      refund: [`At most ${toDecimal(money(mostMinor, currency))} ${currency} can still be refunded.`],
    });
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
      // Products without stock, such as licences, were not taken from a location.
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
  await addOrderEvent(tx, order, { event: 'return-accepted', actorId, now, detail: { reason } });
  await writeAudit(tx, actor, 'orders.accept-return', `order:${order.id}`, { return: id, condition, reason });
}
