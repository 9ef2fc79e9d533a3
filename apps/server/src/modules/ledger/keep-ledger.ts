import type { Platform } from '../../platform/platform.ts';
import { expireHolds } from './holds.ts';
import { sealLedger } from './verify-ledger.ts';

export const keepLedgerEveryMs = 20_000;

/** Ends holds whose time is over and seals what was committed. Each process may: the database lets one at a time through. */
export async function keepLedger({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await expireHolds(db, clock.now());
  await sealLedger(db);
}
