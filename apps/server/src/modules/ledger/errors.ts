import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import { accountCode } from '@tuneport/domain/ledger/ledger-accounts';

/** A posting would exceed a party's limit, pending holds included. Nothing was written. */
export class LedgerLimitReached extends Error {
  override readonly name = 'LedgerLimitReached';
  readonly account: Account;
  readonly postedMinor: bigint;
  readonly pendingDebitMinor: bigint;
  readonly pendingCreditMinor: bigint;
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly wantedMinor: bigint;
  constructor(limit: LimitNote) {
    super(`${accountCode(limit)} would exceed its limit`);
    this.account = { kind: limit.kind, owner: limit.owner, unit: limit.unit };
    this.postedMinor = BigInt(limit.posted);
    this.pendingDebitMinor = BigInt(limit.pendingDebit);
    this.pendingCreditMinor = BigInt(limit.pendingCredit);
    this.minMinor = limit.min === null ? null : BigInt(limit.min);
    this.maxMinor = limit.max === null ? null : BigInt(limit.max);
    this.wantedMinor = BigInt(limit.wanted);
  }
  /** The amount that could still be posted in this direction; the basis for offering a split payment. */
  get leftMinor(): bigint {
    const left =
      this.wantedMinor > 0n
        ? (this.maxMinor ?? 0n) - this.postedMinor - this.pendingDebitMinor
        : this.postedMinor - this.pendingCreditMinor - (this.minMinor ?? 0n);
    return left > 0n ? left : 0n;
  }
}

export type LimitNote = Account & {
  posted: string;
  pendingDebit: string;
  pendingCredit: string;
  min: string | null;
  max: string | null;
  wanted: string;
};

/** The key already belongs to another transfer: a bug in the caller, not a retry. */
export class LedgerKeyReused extends Error {
  override readonly name = 'LedgerKeyReused';
  readonly transferId: bigint;
  constructor(key: string, transferId: bigint) {
    super(`the ledger key ${key} was used for another transfer`);
    this.transferId = transferId;
  }
}

/** The hold was already posted or voided, or has expired. */
export class LedgerHoldEnded extends Error {
  override readonly name = 'LedgerHoldEnded';
  readonly ended: 'posted' | 'voided' | 'expired';
  /** The transfer that ended it; null while an expired hold waits for cleanup. */
  readonly transferId: bigint | null;
  constructor(hold: bigint, ended: 'posted' | 'voided' | 'expired', transferId: bigint | null) {
    super(`the hold ${hold} has ended: ${ended}`);
    this.ended = ended;
    this.transferId = transferId;
  }
}
