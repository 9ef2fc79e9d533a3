import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import { balanceOf, postTransfer } from '../../ledger/index.ts';
import {
  type Booking,
  type ChosenMethod,
  clientsOf,
  type Payment,
  type PaymentOutcome,
  type PaymentSubject,
  type Refund,
  takePayment,
} from '../../payments/index.ts';
import { buyerOf } from '../orders/order-policy.ts';
import { readOrder } from '../orders/order-queries.ts';
import { noteRental, stepRental } from './move-rental.ts';
import { restSubjectOf } from './pay-rest.ts';
import { giveUpTaken, lockRental, paidDeposits, type RentalRow, rentalById } from './rental-queries.ts';

export const depositAccount = (row: Pick<RentalRow, 'id' | 'currency'>) =>
  partyAccount('deposit', `rental:${row.id}`, row.currency as Currency);

/**
 * Charges the deposit, or the amount beyond it, as a separate payment outside any transaction. Allowed for anyone who
 * may pay the order.
 */
export async function payDeposit(
  db: Db,
  platform: Platform,
  input: { id: number; actor: Actor; token: string | undefined; method: ChosenMethod },
): Promise<PaymentOutcome> {
  const row = await rentalById(db, input.id);
  const order = row && (await readOrder(db, row.order_id, buyerOf(input.actor, input.token)));
  if (!row || !order) throw new Refusal('not_found');
  const isRest = row.rest_minor > 0n;
  if (isRest ? row.rest_paid_at !== null : row.deposit_paid_at !== null)
    throw new Refusal('already_committed', {
      message: isRest ? 'This is already paid.' : 'This deposit is already paid.',
      current: { rental_id: row.id },
    });
  if (!isRest && row.state !== 'reserved')
    throw new Refusal('conflict', { message: 'No deposit is due for this rental.' });
  return takePayment(platform, {
    subject: isRest ? restSubjectOf(row.id) : `rental:${row.id}`,
    payer: input.actor.userId === null ? 'guest' : `user:${input.actor.userId}`,
    amount: money(isRest ? row.rest_minor : row.deposit_minor, row.currency as Currency),
    method: input.method,
    clients: clientsOf(input.actor),
  });
}

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const row = await lockRental(db, Number(payment.reference));
  if (row?.state !== 'reserved') return 'unwanted';
  const now = platform.clock.now();
  await stepRental({ db, now }, row, 'pay-deposit', system, { set: { deposit_paid_at: now } });
  return {
    legs: [{ account: depositAccount(row), amountMinor: -payment.amount.amountMinor }],
    memo: `Deposit for rental ${row.id}`,
  };
}

/** Refunds the held part first, then the retained part from where it was booked. */
async function refundParts(db: Db, row: RentalRow, amountMinor: bigint) {
  const { postedMinor } = await balanceOf(db, depositAccount(row));
  const held = postedMinor < 0n ? -postedMinor : 0n;
  const heldMinor = held < amountMinor ? held : amountMinor;
  const keptMinor = amountMinor - heldMinor;
  const earned = platformAccount(row.state === 'lost' ? 'rev' : 'rev.rent', row.currency as Currency);
  const legs: Leg[] = [
    { account: depositAccount(row), amountMinor: heldMinor },
    { account: earned, amountMinor: keptMinor },
  ];
  return { legs: legs.filter((leg) => leg.amountMinor !== 0n), keptMinor };
}

const depositOf = (payment: Payment, row: RentalRow | undefined): RentalRow => {
  if (!row) throw new Error(`payment ${payment.id} is for a rental that is not there`);
  return row;
};

/** Rejects a deposit refund before the tool has shipped; cancelling the rental refunds it. */
export async function requireShippedRental(db: Db, id: number): Promise<void> {
  const row = await rentalById(db, id);
  if (row?.state !== 'ready') return;
  throw new Refusal('conflict', {
    message: 'The tool has not shipped yet. Cancel the rental instead; its deposit is refunded automatically.',
  });
}

async function refunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking> {
  const row = depositOf(payment, await lockRental(db, Number(payment.reference)));
  const { legs, keptMinor } = await refundParts(db, row, refund.amount.amountMinor);
  if (keptMinor > 0n) await giveUpTaken(db, row, keptMinor);
  if (refund.actorId !== null)
    await noteRental(db, row, {
      actorId: refund.actorId,
      now: platform.clock.now(),
      note: `${moneyText(refund.amount)} of the deposit refunded`,
    });
  return { legs, memo: `Deposit of rental ${row.id} refunded` };
}

/**
 * The bank took the deposit back for good. It is no longer owed to the customer; what was kept of it is no revenue. The
 * loss was booked as goodwill, which is relieved of what the customer got back.
 */
async function disputed(db: Db, platform: Platform, payment: Payment, how: 'open' | 'won' | 'lost'): Promise<void> {
  if (how !== 'lost' || payment.disputedMinor === 0n) return;
  const row = depositOf(payment, await lockRental(db, Number(payment.reference)));
  const now = platform.clock.now();
  const { legs, keptMinor } = await refundParts(db, row, payment.disputedMinor);
  if (keptMinor > 0n) await giveUpTaken(db, row, keptMinor);
  const goodwill = platformAccount('goodwill', payment.amount.currency);
  await postTransfer(db, {
    key: `${payment.subject}:dispute-lost:${payment.id}`,
    kind: 'store.deposit-dispute-lost',
    subject: payment.subject,
    at: now,
    memo: `Deposit of rental ${row.id} reversed by the bank`,
    legs: [...legs, { account: goodwill, amountMinor: -payment.disputedMinor }],
  });
  const text = moneyText(money(payment.disputedMinor, payment.amount.currency));
  await noteRental(db, row, { actorId: null, now, note: `${text} of the deposit reversed by the bank` });
}

const paid = async (db: Db) =>
  (await paidDeposits(db)).map(({ id, currency, deposit_minor }) => ({
    subject: `rental:${id}`,
    amount: money(deposit_minor, currency as Currency),
  }));

/** Settles the deposit payment of a rental. */
export const rentalSubject: PaymentSubject = { settle, refunded, disputed, paid };
