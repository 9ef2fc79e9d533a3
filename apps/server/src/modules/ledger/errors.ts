import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import { accountCode } from '@tuneport/domain/ledger/ledger-accounts';

/** A posting would carry a party's account beyond its limit, pending holds included. Nothing was written. */
export class LedgerLimitReached extends Error {
  override readonly name = 'LedgerLimitReached';
  readonly account: Account;
  readonly postedMinor: bigint;
  readonly pendingDebitMinor: bigint;
  readonly pendingCreditMinor: bigint;
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly wantedMinor: bigint;
  constructor(given: LimitNote) {
    super(`${accountCode(given)} would pass its limit`);
    this.account = { kind: given.kind, owner: given.owner, unit: given.unit };
    this.postedMinor = BigInt(given.posted);
    this.pendingDebitMinor = BigInt(given.pendingDebit);
    this.pendingCreditMinor = BigInt(given.pendingCredit);
    this.minMinor = given.min === null ? null : BigInt(given.min);
    this.maxMinor = given.max === null ? null : BigInt(given.max);
    this.wantedMinor = BigInt(given.wanted);
  }
  /** What could still be posted in the wanted direction; what an offer to split a payment starts from. */
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

/** The key stands for another transfer already: a caller's mistake, never a retry. */
export class LedgerKeyReused extends Error {
  override readonly name = 'LedgerKeyReused';
  readonly transferId: bigint;
  constructor(key: string, transferId: bigint) {
    super(`the ledger key ${key} was used for another transfer`);
    this.transferId = transferId;
  }
}

/** A hold ends once: this one was posted, voided or has expired before. */
export class LedgerHoldEnded extends Error {
  override readonly name = 'LedgerHoldEnded';
  readonly ended: 'posted' | 'voided' | 'expired';
  /** The transfer that ended it; null while an expired hold waits to be swept. */
  readonly transferId: bigint | null;
  constructor(hold: bigint, ended: 'posted' | 'voided' | 'expired', transferId: bigint | null) {
    super(`the hold ${hold} has ended: ${ended}`);
    this.ended = ended;
    this.transferId = transferId;
  }
}
