import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { payoutsUnderWay } from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { postTransfer } from '../post-transfer.ts';
import { subjectsOfSale } from './earning-subjects.ts';
import { lockPayoutsOf } from './payout-queries.ts';

type Open = {
  readonly owner: EarningOwner;
  readonly currency: Currency;
  readonly open: bigint;
  readonly last_id: bigint;
};

/**
 * Earnings of a disputed sale are held again: earn.avail → earn.hold, unless already in a payout. They are released
 * like any held share once the dispute ends. Runs in the caller's transaction, under the lock of the sale.
 */
export async function freezeEarnings(db: Db, sale: string, now: Date): Promise<void> {
  const owners = new Set((await openBySale(db, sale)).map(({ owner }) => owner));
  // A consistent lock order prevents deadlocks between concurrent disputes.
  for (const owner of [...owners].sort()) await lockPayoutsOf(db, owner);
  for (const { owner, currency, open, last_id } of await openBySale(db, sale)) {
    if (open <= 0n) continue;
    await postTransfer(db, {
      key: `earning:${owner}:${sale}:${currency}:frozen:${last_id}`,
      kind: 'earning.frozen',
      subject: sale,
      at: now,
      legs: move(partyAccount('earn.avail', owner, currency), partyAccount('earn.hold', owner, currency), open),
      // Other sales of the party may have been refunded after their payout: then it owes us until the next one.
      beyondLimits: true,
      // The hold period was already served, so it does not restart.
      detail: { hold_days: 0 },
    });
  }
}

/** The amount of a sale that each party could still be paid. */
async function openBySale(db: Db, sale: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select a.owner, a.unit as currency, max(t.id) as last_id,
      (-sum(e.amount_minor) - coalesce((select sum(l.amount_minor) from payout_amounts l join payouts p on p.id = l.payout_id
        where l.subject = ${sale} and p.owner = a.owner and p.currency = a.unit
          and (p.state = any(${payoutsUnderWay}) or p.state = 'paid')), 0))::bigint as open
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject = any(${subjectsOfSale(sale)}) and not e.pending and a.kind = 'earn.avail'
    group by a.owner, a.unit`.execute(db);
  return rows;
}
