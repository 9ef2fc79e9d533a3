import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../platform/db/db.ts';
import { type TransferText, type Written, writeTransfer } from './write-transfer.ts';

export type Transfer = TransferText & {
  readonly legs: readonly Leg[];
  /** The transfer this one undoes, wholly or in part. */
  readonly reverses?: bigint | null | undefined;
  /** Needed when the legs pass through fx. */
  readonly rate?: StoredRate | null | undefined;
  /** For what must be written even if a party's limit is passed, such as earnings taken back after their payout. */
  readonly beyondLimits?: boolean | undefined;
};

/** Moves value. Throws LedgerLimitReached or LedgerKeyReused having written nothing; the caller's transaction stays usable. */
export const postTransfer = (db: Db, transfer: Transfer): Promise<Written> =>
  writeTransfer(db, { ...transfer, phase: 'posted' });
