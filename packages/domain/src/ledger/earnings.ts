import { monthStartIn } from '../support/wall-clock.ts';
import { msg } from '../text/text.ts';

/**
 * Parties with earnings: tuners, installing dealers and affiliates. Each is an owner in the ledger, such as `tuner:3`.
 */
export const earningParties = ['tuner', 'dealer', 'affiliate'] as const;
export type EarningParty = (typeof earningParties)[number];
export type EarningOwner = `${EarningParty}:${number}`;

/** How long a share is held after delivery, unless the sale specifies otherwise. */
export const earningHoldDays = 30;
/** Smaller amounts are not worth a bank fee and wait until they add up. */
export const payoutMinimumMinor = 100n;
/** A payout above this amount needs approval by a second person. */
export const payoutAloneMaxMinor = 100_000n;

/** A party's earnings from one sale: the held and available parts of the share, and what payouts took of it. */
export type EarningSums = {
  readonly heldMinor: bigint;
  readonly availableMinor: bigint;
  readonly inTransferMinor: bigint;
  readonly paidMinor: bigint;
};

/** Payouts are made on the first day of a month: of the month after a share became available. */
export const expectedPayday = (availableAt: Date, timeZone: string): Date => monthStartIn(availableAt, timeZone, 1);

export const earningStates = ['pending', 'available', 'disputed', 'in_transfer', 'paid', 'voided'] as const;
export type EarningState = (typeof earningStates)[number];

/**
 * The amount that can be paid out now. Negative if a sale was refunded after its share was paid; the next payout is
 * reduced by it.
 */
export const openMinor = (sums: EarningSums): bigint => sums.availableMinor - sums.inTransferMinor - sums.paidMinor;

/** A refund of a paid share is deducted even if the line is disputed. */
export function earningState(sums: EarningSums, isDisputed = false): EarningState {
  if (isDisputed && sums.heldMinor + openMinor(sums) > 0n) return 'disputed';
  if (sums.heldMinor !== 0n) return 'pending';
  if (openMinor(sums) !== 0n) return 'available';
  if (sums.inTransferMinor !== 0n) return 'in_transfer';
  return sums.paidMinor !== 0n ? 'paid' : 'voided';
}

export const earningStateLabels: Readonly<Record<EarningState, string>> = {
  pending: msg('Waiting'),
  available: msg('Available'),
  disputed: msg('Disputed'),
  in_transfer: msg('On its way'),
  paid: msg('Paid out'),
  voided: msg('Reversed'),
};
