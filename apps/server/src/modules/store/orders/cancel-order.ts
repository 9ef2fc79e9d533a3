import { type Money, money } from '@tuneport/domain/money/money';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { type OrderCanceller, type OrderStep, orderMachine } from '@tuneport/domain/store/order-states';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { cancelRentals } from '../rentals/hand-out.ts';
import { releasePieces } from '../stock/settle-stock.ts';
import { earnOwed } from './earn-order.ts';
import { sendCancelled } from './order-mails.ts';
import { type ChosenPieces, choosePieces, keptMinor, moneyOfPieces, productsOf } from './order-pieces.ts';
import { countPieces, lockedOrder, moneyLeft, orderById, type Pieces, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';
import { setAgainstLoss } from './refunds/lost-dispute.ts';
import { type RefundPlan, refundParts, refundPartsOf, sourcesOf } from './refunds/refund-parts.ts';

type By = {
  readonly by: OrderCanceller;
  readonly actorId: number | null;
  readonly reason: string;
  readonly now: Date;
};

/** What is refunded, and the providers of the payments that get it. */
type Refunded = { readonly refundMinor: bigint; readonly sources: readonly string[] };

/**
 * Cancels the unshipped part of a paid order that the caller has locked: releases the goods and mails the buyer. The
 * caller handles the money; the refund is only shown in the mail.
 */
export async function cancelUnshipped(
  db: Db,
  platform: Platform,
  order: OrderRecord,
  { refundMinor, sources, ...by }: By & Refunded,
  event: 'cancel-unshipped' | 'refuse' = 'cancel-unshipped',
): Promise<OrderRecord> {
  const { pieces, openMinor: priceMinor } = choosePieces(order, null);
  // After a lost dispute their price was set against the loss.
  const openMinor = by.by === 'bank' ? 0n : priceMinor;
  const wanted = requireStep(order, event);
  const origin = platform.config.publicOrigin;
  // Rentals are locked before stock, as everywhere.
  await cancelRentals(db, order.id, { actorId: by.actorId, now: by.now, origin });
  const { ended, token } = await step(db, order, wanted, by);
  // Everything that remains of a partly shipped order has shipped.
  if (ended.state === 'shipped')
    await earnOwed(db, order, { key: 'rest-cancelled', actorId: by.actorId, now: by.now, openMinor, part: null });
  await sendCancelled(db, { origin, token }, ended, { by: by.by, lines: pieces, refundMinor, sources });
  return ended;
}

/** A fully refunded order does not ship: unshipped pieces are cancelled with the refund. Returns whether there were any. */
export async function cancelRefunded(
  db: Db,
  platform: Platform,
  id: number,
  by: Refunded & { readonly actorId: number | null; readonly reason: string },
): Promise<boolean> {
  const order = await lockedOrder(db, id);
  if (!order || !findStep(orderMachine, order.state, 'cancel-unshipped')) return false;
  const now = platform.clock.now();
  const price = moneyOfPieces(order, choosePieces(order, null).pieces);
  await setAgainstLoss(db, order, price, by.refundMinor, { key: 'refunded', actorId: by.actorId, now });
  await cancelUnshipped(db, platform, order, { ...by, by: 'staff', now });
  return true;
}

async function cancelLines(
  db: Db,
  platform: Platform,
  order: OrderRecord,
  { pieces }: ChosenPieces,
  { refundMinor, sources, ...by }: By & Refunded,
): Promise<OrderRecord> {
  const { token } = await step(db, order, requireStep(order, 'cancel-lines'), by, { lines: pieces });
  await countPieces(db, order.id, 'cancelled', pieces);
  await releasePieces(db, {
    reference: `order:${order.id}`,
    lines: productsOf(order, pieces),
    actorId: by.actorId,
    now: by.now,
  });
  const link = { origin: platform.config.publicOrigin, token };
  await sendCancelled(db, link, order, { by: by.by, lines: pieces, refundMinor, sources });
  return (await orderById(db, order.id)) as OrderRecord;
}

async function step(db: Db, { id, state }: OrderRecord, { from: _, ...taken }: OrderStep, by: By, detail: object = {}) {
  const token = newToken();
  const ended = await stepOrder(
    db,
    id,
    { ...taken, from: [state] },
    {
      actorId: by.actorId,
      now: by.now,
      detail: { by: by.by, reason: by.reason, ...detail },
      mailToken: hashToken(token),
    },
  );
  if (!ended) throw new Error(`order ${id} took a step although it was locked`);
  return { ended, token };
}

function requireStep(order: OrderRecord, event: string): OrderStep {
  const found = findStep(orderMachine, order.state, event);
  if (!found) throw new Refusal('invalid_transition', { allowed: eventsFrom(orderMachine, order.state, 'staff') });
  return found;
}

/** While the bank decides, the money cannot be refunded. */
export function requireNoDispute(order: Pick<OrderRecord, 'dispute'>): void {
  if (order.dispute === 'open')
    throw new Refusal('conflict', {
      message: 'The bank is reviewing a dispute of this payment. Nothing can ship or be cancelled until it decides.',
    });
}

type Cancel = By & {
  readonly id: number;
  /** The pieces to cancel; null for all unshipped ones. */
  readonly lines: readonly Pieces[] | null;
  /** The same key makes one refund, where only some pieces are cancelled. */
  readonly requestKey: string;
  /** Runs in the cancelling transaction: access, limits, audit. `allMinor` is the total refunded so far. */
  readonly within?: (tx: Tx, refund: { readonly amount: Money; readonly allMinor: bigint }) => Promise<void>;
};

const roundsMax = 5;

const changed = () => new Refusal('conflict', { message: 'This order has changed. Review it before you cancel.' });

/** Money came back to a payment of the order after the refund was split: a refund failed, or a dispute was won. */
class OutdatedSplit extends Error {}

/**
 * Cancels the unshipped part of a paid order and refunds it, outside any transaction. The order is cancelled in the
 * transaction that stores the refund, so that it cannot ship meanwhile. Idempotent.
 */
export async function cancelPaidOrder(platform: Platform, request: Cancel): Promise<OrderRecord> {
  const { db } = platform;
  for (let round = 0; round < roundsMax; round += 1) {
    const seen = await orderById(db, request.id);
    if (!seen) throw new Refusal('not_found');
    if (seen.state === 'cancelled') return seen;
    if (await cancelAsSeen(platform, request, seen)) return (await orderById(db, request.id)) as OrderRecord;
  }
  throw changed();
}

/** False if the money left on one of its payments changed concurrently, so that the refund must be split again. */
async function cancelAsSeen(platform: Platform, request: Cancel, seen: OrderRecord): Promise<boolean> {
  const plan = planOf(seen, request.lines);
  const parts = await refundPartsOf(platform.db, request.id, plan);
  try {
    await (parts.length === 0
      ? withoutRefund(platform, request, plan)
      : refundParts(platform, parts, {
          orderId: request.id,
          currency: seen.currency,
          all: plan.all,
          reason: request.reason,
          requestKey: plan.all ? 'cancel' : request.requestKey,
          actorId: request.actorId,
          detail: { cancelled: true, pieces: plan.pieces },
          async within(tx, refund) {
            await request.within?.(tx, refund);
            await act(tx, platform, request, plan, {
              refundMinor: refund.amount.amountMinor,
              sources: await sourcesOf(tx, parts),
            });
          },
        }));
    return true;
  } catch (error) {
    // One of them was fully refunded.
    if (error instanceof Refusal && error.code === 'already_committed') return false;
    if (error instanceof OutdatedSplit) return false;
    throw error;
  }
}

const withoutRefund = (platform: Platform, request: Cancel, plan: Plan): Promise<unknown> =>
  retryOnDeadlock(platform.db, async (tx) => {
    const order = await lockedOrder(tx, request.id);
    if (!order) throw new Refusal('not_found');
    if (order.state === 'cancelled') return;
    await request.within?.(tx, { amount: money(0n, order.currency), allMinor: 0n });
    await act(tx, platform, request, plan, { refundMinor: 0n, sources: [] });
  });

/** The pieces to cancel and the amount to refund: all of it, shipping included, if nothing has shipped or will. */
type Plan = ChosenPieces & RefundPlan;

function planOf(order: OrderRecord, lines: readonly Pieces[] | null): Plan {
  const chosen = choosePieces(order, lines);
  const { goodsMinor, taxMinor } = moneyOfPieces(order, chosen.pieces);
  const nothingShipped = order.lines.every(({ shipped }) => shipped === 0);
  return {
    ...chosen,
    all: chosen.isRest && nothingShipped,
    refundMinor: goodsMinor + taxMinor,
    goodsMinor,
    keptMinor: keptMinor(order),
  };
}

async function act(db: Db, platform: Platform, request: Cancel, plan: Plan, refunded: Refunded): Promise<void> {
  const order = await lockedOrder(db, request.id);
  if (!order) throw new Refusal('not_found');
  requireNoDispute(order);
  if (request.by === 'buyer' && !eventsFrom(orderMachine, order.state, 'buyer').includes('cancel-unshipped'))
    throw new Refusal('conflict', {
      message: 'This order has already shipped. You can return it when it has arrived.',
    });
  const chosen = planOf(order, request.lines);
  if (chosen.all !== plan.all || chosen.refundMinor !== plan.refundMinor) throw changed();
  const leftMinor = await moneyLeft(db, order.id);
  if (chosen.all && leftMinor > 0n) throw new OutdatedSplit();
  // Pieces whose refund takes the last money take the others with them: nothing ships unpaid.
  const now = refunded.refundMinor > 0n && leftMinor === 0n ? planOf(order, null) : chosen;
  const { goodsMinor, refundMinor } = now;
  const price = { goodsMinor, taxMinor: refundMinor - goodsMinor };
  await setAgainstLoss(db, order, price, refunded.refundMinor, {
    key: `cancelled:${request.requestKey}`,
    actorId: request.actorId,
    now: request.now,
  });
  if (!now.isRest) await cancelLines(db, platform, order, now, { ...request, ...refunded });
  else
    await cancelUnshipped(
      db,
      platform,
      order,
      { ...request, ...refunded },
      order.state === 'on_hold' && request.by === 'staff' ? 'refuse' : 'cancel-unshipped',
    );
}
