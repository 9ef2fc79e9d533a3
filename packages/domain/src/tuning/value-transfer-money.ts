import { type Owner, partyAccount, platformAccount } from '../ledger/ledger-accounts.ts';
import { type Leg, merged, move } from '../ledger/ledger-legs.ts';
import { type Currency, percent, roundedQuotient } from '../money/money.ts';
import { type Paid, refundedPart } from '../purchases/purchase-money.ts';
import type { ValueTransferCause } from './value-transfer-states.ts';

// The value leaves the old sale into vt.clear and from there goes to the fee and to the customer's prepaid balance,
// which pays the new sale in the same transaction. What is not needed stays prepaid.

/** How much of the paid value can be moved, in percent. */
export type ValueTransferRules = Readonly<Record<ValueTransferCause, string>> & {
  /** The value for another car ends after this many months; 0: never. */
  readonly otherVehicleMonths: number;
  /** What is left of the value after a part was refunded. */
  readonly afterRefund: string;
};

export type RuleHit = { readonly percent: string; readonly note: string };

export function ruleFor(
  rules: ValueTransferRules,
  facts: { readonly cause: ValueTransferCause; readonly ageMonths: number; readonly wasRefunded: boolean },
): RuleHit {
  if (facts.wasRefunded) return { percent: rules.afterRefund, note: 'A part was refunded.' };
  const { otherVehicleMonths: months } = rules;
  if (facts.cause === 'other_vehicle' && months > 0 && facts.ageMonths >= months)
    return { percent: '0', note: `Bought more than ${months} months ago.` };
  return { percent: rules[facts.cause], note: '' };
}

/** Whole months between two moments, by UTC calendar. */
export function monthsBetween(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const anniversary = new Date(from);
  anniversary.setUTCMonth(from.getUTCMonth() + months);
  return anniversary > to ? months - 1 : months;
}

export const proposedValue = (leftMinor: bigint, { percent: part }: RuleHit): bigint => {
  const { numerator, denominator } = percent(part);
  return roundedQuotient(leftMinor * numerator, denominator);
};

type TransferSums = { readonly valueMinor: bigint; readonly feeMinor: bigint; readonly priceMinor: bigint };

/** Value = fee + used + rest, and price = used + difference. */
export function settleTransfer({ valueMinor, feeMinor, priceMinor }: TransferSums): {
  readonly usedMinor: bigint;
  readonly differenceMinor: bigint;
  readonly restMinor: bigint;
} {
  if (feeMinor < 0n || feeMinor >= valueMinor || priceMinor < 0n)
    throw new RangeError('a fee is a part of the value, and a price is not negative');
  const usableMinor = valueMinor - feeMinor;
  const usedMinor = usableMinor < priceMinor ? usableMinor : priceMinor;
  return { usedMinor, differenceMinor: priceMinor - usedMinor, restMinor: usableMinor - usedMinor };
}

/** What moves of the work and the tax that are still paid for. */
export const movedPart = (left: Paid, valueMinor: bigint): Paid => refundedPart(left, 0n, valueMinor);

/** The value leaves the old, delivered sale. */
export const valueOutLegs = (moved: Paid, currency: Currency): Leg[] => {
  const clearing = platformAccount('vt.clear', currency);
  return merged([
    ...move(platformAccount('rev', currency), clearing, moved.netMinor),
    ...move(platformAccount('tax', currency), clearing, moved.taxMinor),
  ]);
};

/** The value reaches its owner, without the fee. */
export const valueInLegs = (
  { valueMinor, feeMinor }: Pick<TransferSums, 'valueMinor' | 'feeMinor'>,
  owner: Owner,
  currency: Currency,
): Leg[] => {
  const clearing = platformAccount('vt.clear', currency);
  return merged([
    ...move(clearing, platformAccount('rev.fee', currency), feeMinor),
    ...move(clearing, partyAccount('prepay', owner, currency), valueMinor - feeMinor),
  ]);
};
