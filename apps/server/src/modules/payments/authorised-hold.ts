import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { authorisationDays } from '@tuneport/domain/payments/payment-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Tx } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  holdByKey,
  LedgerHoldEnded,
  placeHold,
  postHold,
  postTransfer,
  type Transfer,
  voidHold,
} from '../ledger/index.ts';
import type { Payment } from './payment.ts';
import { type Move, movePayment } from './queries.ts';

// An authorisation is a hold in the ledger: visible, counted as expected income, and ended once by capture, void or
// expiry.

const keyOf = (payment: Payment) => `payment:${payment.id}:authorised`;

export async function holdAuthorised(tx: Tx, platform: Platform, payment: Payment): Promise<void> {
  const { currency, amountMinor } = payment.amount;
  const at = platform.clock.now();
  await placeHold(tx, {
    key: keyOf(payment),
    kind: 'payment.authorised',
    subject: payment.subject,
    at,
    expiresAt: new Date(at.getTime() + authorisationDays * dayMs),
    memo: 'reserved on the card',
    legs: move(platformAccount('cash', currency), platformAccount('payable', currency), amountMinor),
    detail: { payment: payment.id },
  });
}

/** Posts a capture, ending its hold if that is still open. */
export async function postCaptured(tx: Tx, payment: Payment, transfer: Transfer): Promise<void> {
  const hold = payment.capture === 'later' ? await holdByKey(tx, keyOf(payment)) : null;
  try {
    await (hold === null ? postTransfer(tx, transfer) : postHold(tx, hold, transfer));
  } catch (error) {
    if (!(error instanceof LedgerHoldEnded)) throw error;
    await postTransfer(tx, transfer);
  }
}

/** Moves the payment to `voided` and releases its hold. */
export async function giveUp(tx: Tx, platform: Platform, paymentId: number, step: Omit<Move, 'event'>) {
  const done = await movePayment(tx, paymentId, { ...step, event: 'void' });
  const hold = done.moved && done.payment.capture === 'later' ? await holdByKey(tx, keyOf(done.payment)) : null;
  if (hold === null) return done;
  const text = { key: `payment:${paymentId}:voided`, kind: 'payment.voided', subject: done.payment.subject };
  await voidHold(tx, hold, { ...text, at: platform.clock.now() }).catch((error: unknown) => {
    if (!(error instanceof LedgerHoldEnded)) throw error;
  });
  return done;
}
