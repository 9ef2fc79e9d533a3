import type { Account, AccountKind, Owner, Unit } from '@tuneport/domain/ledger/ledger-accounts';
import { kindOf } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';

type Balance = {
  /** Debits are positive, credits negative. */
  readonly postedMinor: bigint;
  readonly pendingDebitMinor: bigint;
  readonly pendingCreditMinor: bigint;
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
};
export type AccountBalance = Balance & { readonly account: Account };

/** An account that was never used: zero, with the limits it would be opened with. */
const unused = (account: Account): AccountBalance => ({
  account,
  postedMinor: 0n,
  pendingDebitMinor: 0n,
  pendingCreditMinor: 0n,
  minMinor: kindOf(account.kind).minMinor,
  maxMinor: kindOf(account.kind).maxMinor,
});

export type BalanceRow = {
  kind: AccountKind;
  owner: Owner;
  unit: Unit;
  posted: bigint;
  pending_debit: bigint;
  pending_credit: bigint;
  min_minor: bigint | null;
  max_minor: bigint | null;
};

export const presentBalance = (row: BalanceRow): AccountBalance => ({
  account: { kind: row.kind, owner: row.owner, unit: row.unit },
  postedMinor: row.posted,
  pendingDebitMinor: row.pending_debit,
  pendingCreditMinor: row.pending_credit,
  minMinor: row.min_minor,
  maxMinor: row.max_minor,
});

/** Platform accounts have no balance row: theirs is summed from the entries. */
export const balanceColumns = sql`a.kind, a.owner, a.unit,
  coalesce(b.posted_minor, s.posted, 0)::bigint as posted, coalesce(b.pending_debit_minor, s.debit, 0)::bigint as pending_debit,
  coalesce(b.pending_credit_minor, s.credit, 0)::bigint as pending_credit, b.min_minor, b.max_minor`;
/** Joined to a table of accounts with alias a. Entries are summed only for accounts without a stored balance. */
export const balanceTables = sql`
  left join ledger_balances b on b.account_id = a.id
  left join lateral (
    select sum(e.amount_minor) filter (where not e.pending) as posted,
      sum(e.amount_minor) filter (where e.pending and e.amount_minor > 0 and open) as debit,
      -sum(e.amount_minor) filter (where e.pending and e.amount_minor < 0 and open) as credit
    from (
      select x.amount_minor, x.pending,
        x.pending and not exists (select from ledger_transfers t where t.ends_hold = x.transfer_id) as open
      from ledger_entries x where x.account_id = a.id and b.account_id is null
    ) e
  ) s on true`;

export async function balanceOf(db: Db, account: Account): Promise<AccountBalance> {
  const { rows } = await sql<BalanceRow>`select ${balanceColumns} from ledger_accounts a ${balanceTables}
    where a.owner = ${account.owner} and a.kind = ${account.kind} and a.unit = ${account.unit}`.execute(db);
  return rows[0] ? presentBalance(rows[0]) : unused(account);
}

export async function balancesOf(db: Db, owner: Owner): Promise<AccountBalance[]> {
  const { rows } = await sql<BalanceRow>`${prepared}select ${balanceColumns} from ledger_accounts a ${balanceTables}
    where a.owner = ${owner} order by a.kind, a.unit`.execute(db);
  return rows.map(presentBalance);
}

/** Balances of many parties in one query, for lists: all accounts of these kinds. */
export async function balancesOfMany(
  db: Db,
  owners: readonly Owner[],
  kinds: readonly AccountKind[],
): Promise<AccountBalance[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<BalanceRow>`select ${balanceColumns} from ledger_accounts a ${balanceTables}
    where a.owner = any(${owners}) and a.kind = any(${kinds}) order by a.owner, a.kind, a.unit`.execute(db);
  return rows.map(presentBalance);
}

/** The net effect of a subject's transfers on every account, as legs that sum to zero. */
export async function postingsFor(db: Db, subject: string): Promise<Leg[]> {
  const { rows } = await sql<{ kind: AccountKind; owner: Owner; unit: Unit; posted: bigint }>`
    select a.kind, a.owner, a.unit, sum(e.amount_minor)::bigint as posted from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject = ${subject} and not e.pending
    group by a.id having sum(e.amount_minor) <> 0 order by a.id`.execute(db);
  return rows.map(({ posted, ...account }) => ({ account, amountMinor: posted }));
}

/** The legs of one transfer. */
export async function legsOfTransfer(db: Db, id: bigint): Promise<Leg[]> {
  const { rows } = await sql<{ kind: AccountKind; owner: Owner; unit: Unit; amount: bigint }>`
    select a.kind, a.owner, a.unit, e.amount_minor as amount from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${id} order by e.leg`.execute(db);
  return rows.map(({ amount, ...account }) => ({ account, amountMinor: amount }));
}

/** The net effect of a subject's transfers on one account, debits positive. */
export async function postedFor(db: Db, subject: string, account: Account): Promise<bigint> {
  const { rows } = await sql<{ posted: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as posted from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject = ${subject} and not e.pending
      and a.kind = ${account.kind} and a.owner = ${account.owner} and a.unit = ${account.unit}`.execute(db);
  return rows[0]?.posted ?? 0n;
}
