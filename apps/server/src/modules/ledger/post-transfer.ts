import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../platform/db/db.ts';
import { type TransferText, type Written, writeTransfer } from './write-transfer.ts';

export type Transfer = TransferText & {
  readonly legs: readonly Leg[];
  /** The transfer that this one reverses, wholly or in part. */
  readonly reverses?: bigint | null | undefined;
  /** Required if the legs pass through fx. */
  readonly rate?: StoredRate | null | undefined;
  /** Allows a posting beyond a party's limit, such as earnings reversed after their payout. */
  readonly beyondLimits?: boolean | undefined;
};

/**
 * Posts a transfer. If it throws LedgerLimitReached or LedgerKeyReused, nothing is written and the caller's transaction
 * stays usable.
 */
export const postTransfer = (db: Db, transfer: Transfer): Promise<Written> =>
  writeTransfer(db, { ...transfer, phase: 'posted' });
