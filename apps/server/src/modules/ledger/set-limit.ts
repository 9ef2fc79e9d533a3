import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import { kindOf } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export type Limit = {
  /** Lowest and highest balance with debits above zero; null is none, absent leaves it as it is. */
  readonly minMinor?: bigint | null | undefined;
  readonly maxMinor?: bigint | null | undefined;
  readonly at: Date;
  readonly reason?: string | null | undefined;
  readonly actorId?: number | null | undefined;
};

/**
 * Sets where a party's account stops. A balance that stands beyond the new limit stays; postings may only bring it nearer.
 * The change is a row of the journal like every posting.
 */
export async function setLimit(db: Db, account: Account, limit: Limit): Promise<void> {
  if (!kindOf(account.kind).party) throw new TypeError('only accounts of parties have limits');
  await sql`select ledger_set_limit(${account.kind}, ${account.owner}, ${account.unit},
    ${limit.minMinor !== undefined}, ${limit.minMinor ?? null}, ${limit.maxMinor !== undefined}, ${limit.maxMinor ?? null},
    ${limit.at}, ${limit.reason ?? null}, ${limit.actorId ?? null})`.execute(db);
}
