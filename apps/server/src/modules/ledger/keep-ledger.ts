import type { Platform } from '../../platform/platform.ts';
import { expireHolds } from './holds.ts';
import { sealLedger } from './verify-ledger.ts';

export const keepLedgerEveryMs = 20_000;

/** Ends holds whose time is over and seals what was committed. Each process may: the database lets one at a time through. */
export async function keepLedger({ db }: Pick<Platform, 'db'>): Promise<void> {
  await expireHolds(db, new Date());
  await sealLedger(db);
}
