import type { Account, AccountKind, Owner, Unit } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type ExplainedEntry = {
  readonly transferId: bigint;
  readonly at: Date;
  readonly kind: string;
  readonly subject: string;
  readonly memo: string | null;
  readonly reason: string | null;
  readonly actorId: number | null;
  readonly reverses: bigint | null;
  readonly amountMinor: bigint;
  /** The balance after this entry. */
  readonly balanceMinor: bigint;
  /** The other accounts of its transfer. */
  readonly against: readonly Account[];
};

type ExplainedHold = {
  readonly transferId: bigint;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly kind: string;
  readonly subject: string;
  readonly memo: string | null;
  readonly amountMinor: bigint;
};

export type Explanation = {
  readonly account: Account;
  readonly at: Date;
  /** Balance before the first entry of the list. */
  readonly openingMinor: bigint;
  /** Oldest first, up to the requested time. */
  readonly entries: readonly ExplainedEntry[];
  readonly closingMinor: bigint;
  /** Holds that were open at that moment. */
  readonly pending: readonly ExplainedHold[];
  /** Number of entries before the list, included in the opening balance. */
  readonly earlier: number;
};

const entriesMax = 500;
const holdsMax = 200;

/** Explains the balance of an account at a point in time: opening, every entry with its subject, closing, pending. */
export async function explainBalance(
  db: Db,
  account: Account,
  at: Date,
  options: { entries?: number | undefined } = {},
): Promise<Explanation> {
  const most = Math.min(options.entries ?? 100, entriesMax);
  // One statement for sum and list, so that both are from the same snapshot.
  const { rows } = await sql<{
    total: bigint;
    count: bigint;
    list: ListedEntry[] | null;
    pending: ListedHold[] | null;
  }>`
    with mine as (
      select a.id from ledger_accounts a where a.owner = ${account.owner} and a.kind = ${account.kind} and a.unit = ${account.unit}
    ), sums as (
      select coalesce(sum(e.amount_minor), 0)::bigint as total, count(*) as count
      from ledger_entries e where e.account_id = (select id from mine) and e.at <= ${at} and not e.pending
    ), listed as (
      select e.transfer_id, e.leg, e.at, e.amount_minor
      from ledger_entries e where e.account_id = (select id from mine) and e.at <= ${at} and not e.pending
      order by e.at desc, e.transfer_id desc, e.leg desc limit ${most}
    ), held as (
      select e.transfer_id, e.leg, e.amount_minor
      from ledger_entries e where e.account_id = (select id from mine) and e.at <= ${at} and e.pending
        and not exists (select from ledger_transfers x where x.ends_hold = e.transfer_id and x.at <= ${at})
      order by e.at desc, e.transfer_id desc, e.leg desc limit ${holdsMax}
    )
    select sums.total, sums.count,
      (select json_agg(json_build_object('transfer', t.id::text, 'at', l.at, 'kind', t.kind, 'subject', t.subject, 'memo', t.memo,
          'reason', t.reason, 'actor', t.actor_id, 'reverses', t.reverses::text, 'amount', l.amount_minor::text,
          'against', (select json_agg(json_build_object('kind', a.kind, 'owner', a.owner, 'unit', a.unit) order by x.leg)
            from ledger_entries x join ledger_accounts a on a.id = x.account_id
            where x.transfer_id = t.id and x.account_id <> (select id from mine)))
        order by l.at, l.transfer_id, l.leg)
        from listed l join ledger_transfers t on t.id = l.transfer_id) as list,
      (select json_agg(json_build_object('transfer', t.id::text, 'at', t.at, 'expires', t.expires_at, 'kind', t.kind,
          'subject', t.subject, 'memo', t.memo, 'amount', h.amount_minor::text) order by t.at, t.id, h.leg)
        from held h join ledger_transfers t on t.id = h.transfer_id) as pending
    from sums`.execute(db);
  const { total, count, list, pending } = rows[0] ?? { total: 0n, count: 0n, list: null, pending: null };
  const entries = list ?? [];
  const openingMinor = entries.reduce((left, { amount }) => left - BigInt(amount), total);
  let balanceMinor = openingMinor;
  return {
    account,
    at,
    openingMinor,
    entries: entries.map((entry) => {
      balanceMinor += BigInt(entry.amount);
      return {
        transferId: BigInt(entry.transfer),
        at: new Date(entry.at),
        kind: entry.kind,
        subject: entry.subject,
        memo: entry.memo,
        reason: entry.reason,
        actorId: entry.actor,
        reverses: entry.reverses === null ? null : BigInt(entry.reverses),
        amountMinor: BigInt(entry.amount),
        balanceMinor,
        against: entry.against ?? [],
      };
    }),
    closingMinor: total,
    pending: (pending ?? []).map((hold) => ({
      transferId: BigInt(hold.transfer),
      at: new Date(hold.at),
      expiresAt: new Date(hold.expires),
      kind: hold.kind,
      subject: hold.subject,
      memo: hold.memo,
      amountMinor: BigInt(hold.amount),
    })),
    earlier: Number(count) - entries.length,
  };
}

type ListedEntry = {
  transfer: string;
  at: string;
  kind: string;
  subject: string;
  memo: string | null;
  reason: string | null;
  actor: number | null;
  reverses: string | null;
  amount: string;
  against: { kind: AccountKind; owner: Owner; unit: Unit }[] | null;
};
type ListedHold = {
  transfer: string;
  at: string;
  expires: string;
  kind: string;
  subject: string;
  memo: string | null;
  amount: string;
};
