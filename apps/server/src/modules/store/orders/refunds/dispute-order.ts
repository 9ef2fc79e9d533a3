import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { merged } from '@tuneport/domain/ledger/ledger-legs';
import { money } from '@tuneport/domain/money/money';
import { findStep } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import type { Db } from '../../../../platform/db/db.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freezeEarnings, postTransfer } from '../../../ledger/index.ts';
import type { Payment } from '../../../payments/index.ts';
import { cancelUnshipped } from '../cancel-order.ts';
import { choosePieces, moneyOfPieces } from '../order-pieces.ts';
import { addOrderEvent, lockedOrder, stepOrder } from '../order-queries.ts';
import type { OrderRecord } from '../order-record.ts';
import { setAgainstLoss } from './lost-dispute.ts';
import { refundLegs, sharesBack } from './refund-legs.ts';

const events = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const;

/**
 * The payment of an order is disputed. Meanwhile nothing ships and no share becomes available. If the dispute is lost,
 * unshipped pieces are cancelled and the shares voided; if it is won, everything continues.
 */
export async function disputeOrder(
  db: Db,
  platform: Platform,
  payment: Payment,
  how: 'open' | 'won' | 'lost',
): Promise<void> {
  const order = await lockedOrder(db, Number(payment.reference));
  if (!order) throw new Error(`payment ${payment.id} is for an order that is not there`);
  const now = platform.clock.now();
  const dispute = how === 'won' ? null : how;
  await db.updateTable('orders').set({ dispute }).where('id', '=', order.id).execute();
  await addOrderEvent(db, order, { event: events[how], actorId: null, now, detail: { payment: payment.id } });
  if (how === 'open') await freezeEarnings(db, payment.subject, now);
  if (how === 'lost') await lose(db, platform, { ...order, dispute }, payment, now);
}

async function lose(db: Db, platform: Platform, order: OrderRecord, payment: Payment, now: Date): Promise<void> {
  const lost = money(payment.disputedMinor, payment.amount.currency);
  const nothingShipped = order.lines.every(({ shipped }) => shipped === 0);
  // Shipped goods stay revenue and the loss becomes goodwill; unshipped goods were never earned. Neither earns a share.
  const legs = nothingShipped
    ? [
        ...(await refundLegs(db, payment, lost)),
        { account: platformAccount('goodwill', order.currency), amountMinor: -lost.amountMinor },
      ]
    : await sharesBack(db, payment, lost);
  if (legs.length > 0)
    await postTransfer(db, {
      key: `order:${order.id}:dispute-lost:${payment.id}`,
      kind: 'order.dispute-lost',
      subject: payment.subject,
      at: now,
      legs: merged(legs),
      beyondLimits: true,
      detail: { payment: payment.id },
    });
  const all = lost.amountMinor + BigInt(order.refunded_minor) === BigInt(order.total_minor);
  const by = { actorId: null, reason: 'The bank reversed the payment.', now };
  if (all && findStep(orderMachine, order.state, 'cancel-unshipped')) {
    const price = moneyOfPieces(order, choosePieces(order, null).pieces);
    await setAgainstLoss(db, order, price, 0n, { key: 'unshipped', actorId: null, now });
    await cancelUnshipped(db, platform, order, { ...by, by: 'bank', refundMinor: 0n, sources: [] });
  }
  // The dispute was lost in part: staff decide whether the order ships.
  const hold = all ? null : findStep(orderMachine, order.state, 'hold');
  if (hold) await stepOrder(db, order.id, hold, { actorId: null, now, detail: { reason: by.reason } });
}
