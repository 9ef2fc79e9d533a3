import { money } from '@tuneport/domain/money/money';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { hashToken, newToken } from '../../../identity/index.ts';
import { requireNotOwnBusiness } from '../../../ledger/index.ts';
import { cancelPaidOrder } from '../cancel-order.ts';
import { endUnpaid, freeDepositsOf, voidOrderPayment } from '../end-order.ts';
import { buyerNames, buyerOfOrder } from '../order-buyer.ts';
import { sendOnHold } from '../order-mails.ts';
import { lockedOrder, orderById, orderHistory, type Pieces, stepOrder, transactionOfOrder } from '../order-queries.ts';
import type { OrderRecord } from '../order-record.ts';
import { presentOrder } from '../present-order.ts';
import { requireWithinLimit } from '../refunds/refund-limit.ts';

type By = { readonly actor: Actor; readonly now: Date; readonly origin: string };

/** Staff hold an order for review, clear it, or mark it as delivered. */
export async function stepStaffOrder(
  db: Db,
  id: number,
  { event, reason }: { readonly event: 'hold' | 'clear' | 'deliver'; readonly reason: string },
  { actor, now, origin }: By,
): Promise<void> {
  const order = await lockedOrder(db, id);
  if (!order) throw new Refusal('not_found');
  const step = findStep(orderMachine, order.state, event);
  if (!step) throw new Refusal('invalid_transition', { allowed: eventsFrom(orderMachine, order.state, 'staff') });
  if (event === 'hold' && reason === '') throw fieldRefusal({ reason: ['Enter a reason.'] });
  const token = newToken();
  const done = await stepOrder(db, id, step, {
    actorId: actor.userId,
    now,
    detail: { reason },
    ...(event === 'hold' ? { mailToken: hashToken(token) } : {}),
  });
  if (done && event === 'hold') await sendOnHold(db, { origin, token }, done);
  await writeAudit(db, actor, `orders.${event}`, `order:${id}`, { reason });
}

type Cancel = {
  readonly id: number;
  readonly reason: string;
  readonly lines: readonly Pieces[] | null;
  readonly requestKey: string;
};

/**
 * Staff cancel the unshipped part of an order: unpaid, on hold, paid or partly shipped. Runs outside any transaction.
 */
export async function cancelStaffOrder(platform: Platform, input: Cancel, { actor, now }: By): Promise<void> {
  const { id, reason } = input;
  const order = await orderById(platform.db, id);
  if (!order) throw new Refusal('not_found');
  await requireNotOwnBusiness(platform.db, actor, await buyerOfOrder(platform.db, id));
  if (order.state === 'pending_payment' && input.lines !== null)
    throw new Refusal('invalid_transition', { allowed: eventsFrom(orderMachine, order.state, 'staff') });
  if (order.state === 'pending_payment' && (await cancelUnpaid(platform, input, actor, now))) return;
  if (order.state === 'cancelled') throw new Refusal('invalid_transition', { allowed: [] });
  await cancelPaidOrder(platform, {
    ...input,
    by: 'staff',
    actorId: actor.userId,
    now,
    async within(tx, { amount, allMinor }) {
      await requireWithinLimit({ ...platform, db: tx }, actor, money(allMinor, amount.currency));
      await writeAudit(tx, actor, 'orders.cancel', `order:${id}`, { reason, lines: input.lines });
    },
  });
  await freeDepositsOf(platform, id);
}

async function cancelUnpaid(platform: Platform, { id, reason }: Cancel, actor: Actor, now: Date): Promise<boolean> {
  const step = findStep(orderMachine, 'pending_payment', 'cancel');
  const done = await platform.db.transaction().execute(async (tx) => {
    const ended =
      step && (await endUnpaid(tx, id, step, { actorId: actor.userId, now, detail: { by: 'staff', reason } }));
    if (ended) await writeAudit(tx, actor, 'orders.cancel', `order:${id}`, { reason });
    return ended;
  });
  if (done) await voidOrderPayment(platform, id, 'The order was cancelled.');
  return done !== null;
}

const allowedTo = ({ state, dispute }: OrderRecord) => {
  const events = eventsFrom(orderMachine, state, 'staff');
  return {
    hold: events.includes('hold'),
    clear: events.includes('clear'),
    deliver: events.includes('deliver'),
    ship: events.includes('ship') && dispute !== 'open',
    cancel: (events.includes('cancel') || events.includes('cancel-unshipped')) && dispute !== 'open',
  };
};

export async function presentStaffOrder(db: Db, id: number) {
  const order = await orderById(db, id);
  if (!order) throw new Refusal('not_found');
  const [history, transaction, buyer] = await Promise.all([
    orderHistory(db, id),
    transactionOfOrder(db, id),
    buyerNames(db, { user: order.user_id, dealer: order.dealer_id }),
  ]);
  return { order: presentOrder(order), ...buyer, transaction_id: transaction, can: allowedTo(order), history };
}
