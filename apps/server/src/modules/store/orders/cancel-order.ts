import { type Money, money } from '@tuneport/domain/money/money';
import { eventsFrom, type OrderCanceller, type OrderStep, stepFrom } from '@tuneport/domain/store/order-states';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/retry-on-deadlock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import {
  addRefund,
  PaymentRefusal,
  paymentById,
  performRefund,
  refundable,
  refundPayment,
} from '../../payments/index.ts';
import { cancelRentals } from '../rentals/hand-out.ts';
import { releasePieces } from '../stock/allocate-stock.ts';
import { earnOwed } from './earn-order.ts';
import { sendCancelled } from './order-mails.ts';
import { type ChosenPieces, choosePieces, keptMinor, moneyOfPieces, productsOf } from './order-pieces.ts';
import { countPieces, lockedOrder, orderById, type Pieces, paymentsOfOrder, stepOrder } from './order-queries.ts';
import type { OrderRecord } from './order-record.ts';
import { type NamedLines, namedDetail } from './refund-legs.ts';

type By = {
  readonly by: OrderCanceller;
  readonly actorId: number | null;
  readonly reason: string;
  readonly now: Date;
};

/**
 * Ends what has not shipped of a paid order that the caller has locked: the goods are free again, and the buyer gets a mail. Money is
 * the caller's business; `refundMinor` is what the mail says about it.
 */
export async function cancelUnshipped(
  db: Db,
  platform: Platform,
  order: OrderRecord,
  { refundMinor, ...by }: By & { readonly refundMinor: bigint },
  event: 'cancel-unshipped' | 'refuse' = 'cancel-unshipped',
): Promise<OrderRecord> {
  const { pieces, openMinor } = choosePieces(order, null);
  const wanted = requireStep(order, event);
  const origin = platform.config.publicOrigin;
  // Rentals are locked before stock, as everywhere.
  await cancelRentals(db, order.id, { actorId: by.actorId, now: by.now, origin });
  const { ended, token } = await step(db, order, wanted, by);
  // Of a part-shipped order everything that stays has shipped.
  if (ended.state === 'shipped')
    await earnOwed(db, order, { key: 'rest-cancelled', actorId: by.actorId, now: by.now, openMinor, part: null });
  await sendCancelled(db, { origin, token }, ended, { by: by.by, lines: pieces, refundMinor });
  return ended;
}

/** An order whose money goes back in full does not ship: what has not left is cancelled with the refund. */
export async function cancelRefunded(
  db: Db,
  platform: Platform,
  id: number,
  by: { readonly actorId: number | null; readonly reason: string; readonly refundMinor: bigint },
): Promise<void> {
  const order = await lockedOrder(db, id);
  if (!order || !stepFrom(order.state, 'cancel-unshipped')) return;
  await cancelUnshipped(db, platform, order, { ...by, by: 'staff', now: platform.clock.now() });
}

async function cancelLines(
  db: Db,
  platform: Platform,
  order: OrderRecord,
  { pieces }: ChosenPieces,
  { refundMinor, ...by }: By & { readonly refundMinor: bigint },
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
  await sendCancelled(db, link, order, { by: by.by, lines: pieces, refundMinor });
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
  const found = stepFrom(order.state, event);
  if (!found) throw new Refusal('invalid_transition', { allowed: eventsFrom(order.state, 'staff') });
  return found;
}

/** While the bank decides, the money is not ours to give back. */
export function requireNoDispute(order: Pick<OrderRecord, 'dispute'>): void {
  if (order.dispute === 'open')
    throw new Refusal('conflict', {
      message: 'The bank is disputing this payment. Nothing can ship or be cancelled until it has decided.',
    });
}

type Cancel = By & {
  readonly id: number;
  /** Only these pieces; null is all that has not shipped. */
  readonly lines: readonly Pieces[] | null;
  /** The same key makes one refund, where only some pieces are cancelled. */
  readonly requestKey: string;
  /** In the transaction that cancels: who may, limits, audit. `allMinor` is all that went back of the payment so far. */
  readonly within?: (tx: Tx, refund: { readonly amount: Money; readonly allMinor: bigint }) => Promise<void>;
};

/**
 * Cancels what has not shipped of a paid order and pays it back, outside any transaction. The order is cancelled in the transaction
 * that writes the refund down, so that it cannot ship while the provider works. Asked again, it is cancelled already.
 */
export async function cancelPaidOrder(platform: Platform, asked: Cancel): Promise<OrderRecord> {
  const { db } = platform;
  const seen = await orderById(db, asked.id);
  if (!seen) throw new Refusal('not_found');
  if (seen.state === 'cancelled') return seen;
  const plan = planOf(seen, asked.lines);
  const [first, ...others] = await refundsFor(db, asked.id, plan);
  if (!first) {
    await withoutRefund(platform, asked, plan);
    return (await orderById(db, asked.id)) as OrderRecord;
  }
  const input = {
    reason: asked.reason,
    requestKey: plan.all ? 'cancel' : asked.requestKey,
    actorId: asked.actorId,
  };
  const detailOf = ({ named }: PartBack) => ({ cancelled: true, ...(plan.all ? {} : namedDetail(named)) });
  const amountOf = ({ minor }: PartBack) => (plan.all ? ('rest' as const) : money(minor, seen.currency));
  let more: number[] = [];
  const perform = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // The order is cancelled all the same. Without an answer the sweeper goes on; a refused refund is shown to staff.
      if (!(error instanceof PaymentRefusal)) throw error;
      platform.log.error({ err: error, order: asked.id }, 'the refund of a cancelled order is not done yet');
    }
  };
  try {
    await perform(() =>
      refundPayment(platform, {
        ...input,
        paymentId: first.paymentId,
        amount: amountOf(first),
        detail: detailOf(first),
        async within(tx, { amount, allMinor }) {
          more = [];
          for (const one of others)
            more.push(
              await addRefund(tx, {
                ...input,
                paymentId: one.paymentId,
                amount: amountOf(one),
                detail: detailOf(one),
              }),
            );
          const minor = others.reduce((sum, one) => sum + one.minor, amount.amountMinor);
          await asked.within?.(tx, {
            amount: money(minor, amount.currency),
            allMinor: allMinor + minor - amount.amountMinor,
          });
          await act(tx, platform, asked, plan, minor);
        },
      }),
    );
    for (const id of more) await perform(() => performRefund(platform, id));
  } catch (error) {
    // Somebody else paid it back meanwhile.
    if (!(error instanceof Refusal && error.code === 'already_committed')) throw error;
    await withoutRefund(platform, asked, plan);
  }
  return (await orderById(db, asked.id)) as OrderRecord;
}

type PartBack = { readonly paymentId: number; readonly minor: bigint; readonly named: NamedLines };

/** What goes back of each payment: of the card first, then of a balance. */
async function refundsFor(db: Db, id: number, plan: Plan): Promise<PartBack[]> {
  const parts: PartBack[] = [];
  let { refundMinor: wanted, goodsMinor, keptMinor: kept } = plan;
  for (const paymentId of await paymentsOfOrder(db, id)) {
    const payment = await paymentById(db, paymentId);
    const left = payment ? await refundable(db, payment) : 0n;
    const minor = plan.all || left < wanted ? left : wanted;
    if (minor <= 0n) continue;
    // Of a refund to two payments each takes its part of the goods, and the last what is left of them.
    const goods = minor >= wanted ? goodsMinor : (goodsMinor * minor) / wanted;
    parts.push({ paymentId, minor, named: { goodsMinor: goods, keptMinor: kept } });
    wanted -= minor;
    goodsMinor -= goods;
    kept -= goods;
  }
  return parts;
}

const withoutRefund = (platform: Platform, asked: Cancel, plan: Plan): Promise<unknown> =>
  retryOnDeadlock(platform.db, async (tx) => {
    const order = await lockedOrder(tx, asked.id);
    if (!order) throw new Refusal('not_found');
    if (order.state === 'cancelled') return;
    await asked.within?.(tx, { amount: money(0n, order.currency), allMinor: 0n });
    await act(tx, platform, asked, plan, 0n);
  });

/** What is cancelled, and what of the money goes back with it. */
type Plan = ChosenPieces & {
  /** Nothing of the order has shipped or will: all that is left of the payment goes back, shipping included. */
  readonly all: boolean;
  readonly refundMinor: bigint;
  readonly goodsMinor: bigint;
  /** What was not cancelled before cost. */
  readonly keptMinor: bigint;
};

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

async function act(db: Db, platform: Platform, asked: Cancel, plan: Plan, refundMinor: bigint): Promise<void> {
  const order = await lockedOrder(db, asked.id);
  if (!order) throw new Refusal('not_found');
  requireNoDispute(order);
  if (asked.by === 'buyer' && !eventsFrom(order.state, 'buyer').includes('cancel-unshipped'))
    throw new Refusal('conflict', {
      message: 'This order has shipped already. Write to us if you want to return it.',
    });
  const now = planOf(order, asked.lines);
  if (now.all !== plan.all || now.refundMinor !== plan.refundMinor)
    throw new Refusal('conflict', { message: 'The order has changed meanwhile. Look at it again before cancelling.' });
  if (!now.isRest) await cancelLines(db, platform, order, now, { ...asked, refundMinor });
  else
    await cancelUnshipped(
      db,
      platform,
      order,
      { ...asked, refundMinor },
      order.state === 'on_hold' && asked.by === 'staff' ? 'refuse' : 'cancel-unshipped',
    );
}
