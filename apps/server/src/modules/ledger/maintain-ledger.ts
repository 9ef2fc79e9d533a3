import type { Platform } from '../../platform/platform.ts';
import { expireHolds } from './holds.ts';
import { sealLedger } from './verify-ledger.ts';

export const maintainLedgerEveryMs = 20_000;

/** Expires holds and seals committed transfers. Every process may run it; a database lock admits one at a time. */
export async function maintainLedger({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await expireHolds(db, clock.now());
  await sealLedger(db);
}
