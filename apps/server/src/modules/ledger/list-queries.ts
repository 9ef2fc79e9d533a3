import { pageSize } from '@tuneport/contract/shapes';
import type { Account, AccountKind, Owner, Unit } from '@tuneport/domain/ledger/ledger-accounts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing, type PageOf } from '../../platform/db/lists/page.ts';
import { ownersNamed } from './owner-names.ts';
import { type AccountBalance, type BalanceRow, balanceColumns, balanceTables, presentBalance } from './queries.ts';

type AccountFilter = {
  page: number;
  search?: string | undefined;
  kind?: string | undefined;
  unit?: string | undefined;
};

export async function listAccounts(
  db: Db,
  { page, search, kind, unit }: AccountFilter,
): Promise<PageOf<AccountBalance & { id: bigint }>> {
  const wanted = sql`(${search ?? null}::text is null or a.owner ilike ${containing(search ?? '')} or a.kind ilike ${containing(search ?? '')}
      or a.owner in (${ownersNamed(containing(search ?? ''))}))
    and (${kind ?? null}::text is null or a.kind = ${kind ?? null}) and (${unit ?? null}::text is null or a.unit = ${unit ?? null})`;
  const [counted, found] = await Promise.all([
    sql<{ total: bigint }>`select count(*) as total from ledger_accounts a where ${wanted}`.execute(db),
    sql<BalanceRow & { id: bigint }>`
      select a.id, ${balanceColumns} from (
        select * from ledger_accounts a where ${wanted}
        order by (a.owner = 'house') desc, a.owner, a.kind, a.unit limit ${pageSize} offset ${(page - 1) * pageSize}
      ) a ${balanceTables}
      order by (a.owner = 'house') desc, a.owner, a.kind, a.unit`.execute(db),
  ]);
  const rows = found.rows.map((row) => ({ id: row.id, ...presentBalance(row) }));
  return pageFrom(rows, page, counted.rows[0]?.total);
}

export async function findAccount(db: Db, id: number): Promise<(AccountBalance & { id: bigint }) | undefined> {
  const { rows } = await sql<BalanceRow & { id: bigint }>`
    select a.id, ${balanceColumns} from ledger_accounts a ${balanceTables} where a.id = ${id}`.execute(db);
  return rows[0] ? { id: rows[0].id, ...presentBalance(rows[0]) } : undefined;
}

export type ShownTransfer = {
  readonly id: bigint;
  readonly phase: string;
  readonly kind: string;
  readonly subject: string;
  readonly at: Date;
  readonly memo: string | null;
  readonly reason: string | null;
  readonly legs: readonly { readonly account: Account; readonly amountMinor: bigint }[];
};

/** All transfers of a record, oldest first: the effect of an order, deal or request on money. */
export const transfersOf = (db: Db, subject: string) => shownTransfers(db, sql`t.subject = ${subject}`);

export const transfersById = (db: Db, ids: readonly bigint[]): Promise<ShownTransfer[]> =>
  ids.length === 0 ? Promise.resolve([]) : shownTransfers(db, sql`t.id = any(${[...ids]}::bigint[])`);

/** The newest transfer, to find those that a transaction writes after it. */
export async function lastTransferId(db: Db): Promise<bigint> {
  const { rows } = await sql<{ last: bigint | null }>`select max(id) as last from ledger_transfers`.execute(db);
  return rows[0]?.last ?? 0n;
}

/** Transfers written by the current transaction since `after`, oldest first. */
export const writtenHere = (db: Db, after: bigint) =>
  shownTransfers(
    db,
    sql`t.id > ${after} and t.xmin::text::bigint = mod(pg_current_xact_id()::text::bigint, 4294967296)`,
  );

async function shownTransfers(db: Db, where: RawBuilder<unknown>): Promise<ShownTransfer[]> {
  const { rows } = await sql<Omit<ShownTransfer, 'legs'> & { legs: WireLeg[] | null }>`
    select t.id, t.phase, t.kind, t.subject, t.at, t.memo, t.reason,
      (select json_agg(json_build_object('kind', a.kind, 'owner', a.owner, 'unit', a.unit, 'amount', e.amount_minor::text) order by e.leg)
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = t.id) as legs
    from ledger_transfers t where ${where} order by t.id limit 500`.execute(db);
  return rows.map(({ legs, ...transfer }) => ({
    ...transfer,
    legs: (legs ?? []).map(({ kind, owner, unit, amount }) => ({
      account: { kind, owner, unit },
      amountMinor: BigInt(amount),
    })),
  }));
}

type WireLeg = { kind: AccountKind; owner: Owner; unit: Unit; amount: string };

type ChainState = { no: bigint; hash: string; sealed_at: Date | null; unsealed: bigint };

/** How far the seals reach. Counts only above the last settled number, which is the newest part of the ledger. */
export async function chainState(db: Db): Promise<ChainState> {
  const { rows } = await sql<ChainState>`
    select h.no, encode(h.hash, 'hex') as hash, s.sealed_at,
      (select count(*) from ledger_transfers t where t.id > coalesce(s.horizon_id, 0)) as unsealed
    from ledger_head h left join ledger_seals s on s.no = h.no`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the head of the chain is missing');
  return row;
}

const pageFrom = <Row>(data: Row[], page: number, total = 0n): PageOf<Row> => ({
  data,
  page,
  page_count: Math.ceil(Number(total) / pageSize),
  total: Number(total),
});
