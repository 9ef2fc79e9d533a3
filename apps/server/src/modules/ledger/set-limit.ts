import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import { kindOf } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Limit = {
  /** Lowest and highest balance, debits positive. null means no limit, undefined leaves it unchanged. */
  readonly minMinor?: bigint | null | undefined;
  readonly maxMinor?: bigint | null | undefined;
  readonly at: Date;
  readonly reason?: string | null | undefined;
  readonly actorId?: number | null | undefined;
};

/**
 * Sets the limits of a party's account. A balance beyond the new limit stays; postings may only bring it closer. The
 * change is recorded in the journal like a posting.
 */
export async function setLimit(db: Db, account: Account, limit: Limit): Promise<void> {
  if (!kindOf(account.kind).party) throw new TypeError('only accounts of parties have limits');
  await sql`select ledger_set_limit(${account.kind}, ${account.owner}, ${account.unit},
    ${limit.minMinor !== undefined}, ${limit.minMinor ?? null}, ${limit.maxMinor !== undefined}, ${limit.maxMinor ?? null},
    ${limit.at}, ${limit.reason ?? null}, ${limit.actorId ?? null})`.execute(db);
}
