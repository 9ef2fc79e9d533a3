/** Who earns: a tuner, a dealer who installs, an affiliate. Each of them is an owner in the ledger, `tuner:3`. */
export const earningParties = ['tuner', 'dealer', 'affiliate'] as const;
export type EarningParty = (typeof earningParties)[number];
export type EarningOwner = `${EarningParty}:${number}`;

/** How long a share waits after its sale was delivered, unless the sale itself says otherwise. */
export const earningHoldDays = 30;
/** Less than this is not worth a bank's fee; it waits for more. */
export const payoutMinimumMinor = 100n;
/** Above this a payout is approved by somebody else than who made it. */
export const payoutAloneMaxMinor = 100_000n;

/** What one sale left a party: of a share, how much still waits and how much does not, and what payouts took of it. */
export type EarningSums = {
  readonly heldMinor: bigint;
  readonly availableMinor: bigint;
  readonly inTransferMinor: bigint;
  readonly paidMinor: bigint;
};

export const earningStates = ['pending', 'available', 'in_transfer', 'paid', 'voided'] as const;
export type EarningState = (typeof earningStates)[number];

/** What could be paid out now. Below zero when a sale was refunded after its share was paid: the next payout is less by that. */
export const openMinor = (sums: EarningSums): bigint => sums.availableMinor - sums.inTransferMinor - sums.paidMinor;

export function earningState(sums: EarningSums): EarningState {
  if (sums.heldMinor !== 0n) return 'pending';
  if (openMinor(sums) !== 0n) return 'available';
  if (sums.inTransferMinor !== 0n) return 'in_transfer';
  return sums.paidMinor !== 0n ? 'paid' : 'voided';
}

export const earningStateLabels: Readonly<Record<EarningState, string>> = {
  pending: 'Waiting',
  available: 'Available',
  in_transfer: 'On its way',
  paid: 'Paid out',
  voided: 'Taken back',
};
