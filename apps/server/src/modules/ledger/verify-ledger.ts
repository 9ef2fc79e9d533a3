import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

type Problem = {
  readonly check: 'sum' | 'content' | 'orphan' | 'balance' | 'limit' | 'hold' | 'seal' | 'head';
  readonly what: string;
  readonly message: string;
};

export type LedgerReport = {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** Total number of problems; the list is truncated. */
  readonly problem_count: number;
  readonly checked: { transfers: number; entries: number; balances: number; seals: number };
  /**
   * Too recent to be covered by a seal. Each is checked against its own hash, but a whole transfer could still be
   * removed unnoticed.
   */
  readonly unsealed: number;
  readonly beyond_limits: number;
  /** Store it outside this database, so that a later run can verify it. */
  readonly head: { no: string; hash: string };
  readonly ms: number;
};

const problemsMax = 100;
const transfersAtOnce = 20_000;
const sealsAtOnce = 200;

type Found = { check: Problem['check']; what: string; message: string };

/**
 * Checks the whole ledger in one snapshot: every transfer sums to zero per unit, every stored balance is the sum
 * of its entries, none exceeds its limit including pending holds, and every row matches its seal.
 */
export async function verifyLedger(
  db: Db,
  options: { seal?: boolean; expectHead?: { no: bigint; hash: string } | undefined } = {},
): Promise<LedgerReport> {
  const began = performance.now();
  if (options.seal ?? true) await sealLedger(db);
  const problems: Problem[] = [];
  let count = 0;
  const note = (found: readonly Found[]) => {
    count += found.length;
    for (const { check, what, message } of found)
      if (problems.length < problemsMax) problems.push({ check, what, message });
  };
  const facts = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // In batches, so that a ledger of millions of rows is checked with short statements and constant memory.
      const { first, last } = await bounds(tx);
      let transfers = 0;
      let entries = 0;
      for (let from = first; from <= last; from += BigInt(transfersAtOnce)) {
        const piece = await checkTransfers(tx, from, from + BigInt(transfersAtOnce));
        transfers += piece.transfers;
        entries += piece.entries;
        note(piece.found);
      }
      note(await checkOrphans(tx));
      const balances = await checkBalances(tx);
      note(balances.found);
      note(await checkLimits(tx));
      note(await checkHolds(tx));
      const chain = await checkSeals(tx);
      note(chain.found);
      if (options.expectHead) note(await expectHead(tx, options.expectHead));
      return { transfers, entries, balances, chain };
    });
  return {
    ok: count === 0,
    problems,
    problem_count: count,
    checked: {
      transfers: facts.transfers,
      entries: facts.entries,
      balances: facts.balances.count,
      seals: facts.chain.count,
    },
    unsealed: facts.chain.unsealed,
    beyond_limits: facts.balances.beyond,
    head: facts.chain.head,
    ms: Math.round(performance.now() - began),
  };
}

/** Seals all committed transfers; usually one block. */
export async function sealLedger(db: Db): Promise<number> {
  for (let blocks = 0; ; blocks += 1) {
    const { rows } = await sql<{ no: bigint | null }>`select ledger_seal() as no`.execute(db);
    if (rows[0]?.no === null || blocks > 1_000) return blocks;
  }
}

async function bounds(tx: Tx): Promise<{ first: bigint; last: bigint }> {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    select least((select min(id) from ledger_transfers), (select min(transfer_id) from ledger_entries)) as first,
      greatest((select max(id) from ledger_transfers), (select max(transfer_id) from ledger_entries)) as last`.execute(
    tx,
  );
  return { first: rows[0]?.first ?? 1n, last: rows[0]?.last ?? 0n };
}

/** The content of each transfer: its legs exist, sum to zero and match its hash. */
async function checkTransfers(tx: Tx, from: bigint, to: bigint) {
  const { rows } = await sql<{ transfers: bigint; entries: bigint; uneven: string[] | null; altered: string[] | null }>`
    with units as (
      select e.transfer_id, a.unit, sum(e.amount_minor) as total, count(*) as n
      from ledger_entries e left join ledger_accounts a on a.id = e.account_id
      where e.transfer_id >= ${from} and e.transfer_id < ${to} group by 1, 2
    ), legs as (
      select e.transfer_id, count(*) as n, string_agg(
        e.leg || ' ' || a.kind || ' ' || a.owner || ' ' || a.unit || ' ' || e.amount_minor, E'\n' order by e.leg) as text,
        min(e.at) as first_at, max(e.at) as last_at, bool_or(e.pending) as some_pending, bool_and(e.pending) as all_pending
      from ledger_entries e left join ledger_accounts a on a.id = e.account_id
      where e.transfer_id >= ${from} and e.transfer_id < ${to} group by 1
    )
    select count(*) as transfers, coalesce(sum(l.n), 0)::bigint as entries,
      (select array_agg(distinct u.transfer_id::text) from units u where u.total <> 0 or u.unit is null) as uneven,
      array_agg(t.id::text order by t.id) filter (where t.leg_count <> coalesce(l.n, 0)
        or t.at <> l.first_at or t.at <> l.last_at
        or (t.phase = 'pending') <> l.some_pending or l.some_pending <> l.all_pending
        or t.hash is distinct from ledger_content_hash(t, l.text)) as altered
    from ledger_transfers t left join legs l on l.transfer_id = t.id
    where t.id >= ${from} and t.id < ${to}`.execute(tx);
  const row = rows[0];
  return {
    transfers: Number(row?.transfers ?? 0n),
    entries: Number(row?.entries ?? 0n),
    found: [
      ...(row?.uneven ?? []).map(
        (id): Found => ({ check: 'sum', what: `transfer:${id}`, message: 'its legs do not sum to zero' }),
      ),
      ...(row?.altered ?? []).map(
        (id): Found => ({ check: 'content', what: `transfer:${id}`, message: 'its content does not match its hash' }),
      ),
    ],
  };
}

async function checkOrphans(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'orphan' as check, 'transfer:' || e.transfer_id as what, 'its entries have no transfer' as message
    from (select distinct transfer_id from ledger_entries) e
    where not exists (select from ledger_transfers t where t.id = e.transfer_id)
    union all
    select 'orphan', 'account:' || e.account_id, 'its entries have no account'
    from (select distinct account_id from ledger_entries) e
    where not exists (select from ledger_accounts a where a.id = e.account_id)
    union all
    select 'orphan', 'account:' || b.account_id, 'its balance has no account of a party'
    from ledger_balances b
    where not exists (select from ledger_accounts a join ledger_kinds k on k.kind = a.kind and k.party where a.id = b.account_id)
    union all
    select 'orphan', 'account:' || a.id, 'it has no balance'
    from ledger_accounts a join ledger_kinds k on k.kind = a.kind and k.party
    where not exists (select from ledger_balances b where b.account_id = a.id)
    limit 1000`.execute(tx);
  return rows;
}

/** Stored balances match the entries, pending holds included. */
async function checkBalances(tx: Tx) {
  const { rows } = await sql<{ count: bigint; beyond: bigint; wrong: string[] | null }>`
    with sums as (
      select e.account_id, sum(e.amount_minor) filter (where not e.pending) as posted,
        sum(e.amount_minor) filter (where e.pending and e.amount_minor > 0 and not x.ended) as debit,
        -sum(e.amount_minor) filter (where e.pending and e.amount_minor < 0 and not x.ended) as credit
      from ledger_entries e
      left join lateral (
        select exists (select from ledger_transfers t where t.ends_hold = e.transfer_id) as ended where e.pending
      ) x on true
      group by e.account_id
    )
    select count(*) as count, count(*) filter (where b.posted_minor - b.pending_credit_minor < b.min_minor
        or b.posted_minor + b.pending_debit_minor > b.max_minor) as beyond,
      array_agg(b.account_id::text) filter (where b.posted_minor <> coalesce(s.posted, 0)
        or b.pending_debit_minor <> coalesce(s.debit, 0) or b.pending_credit_minor <> coalesce(s.credit, 0)) as wrong
    from ledger_balances b left join sums s on s.account_id = b.account_id`.execute(tx);
  const row = rows[0];
  return {
    count: Number(row?.count ?? 0n),
    beyond: Number(row?.beyond ?? 0n),
    found: (row?.wrong ?? []).map(
      (id): Found => ({
        check: 'balance',
        what: `account:${id}`,
        message: 'its balance is not the sum of its entries',
      }),
    ),
  };
}

/**
 * Within limits, pending included, unless the journal explains it: the limit was lowered, or a posting was allowed
 * to exceed it. The limits themselves match the last ones set.
 */
async function checkLimits(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with limits as (
      select distinct on (t.subject) (t.detail ->> 'account')::bigint as account_id, (t.detail ->> 'min')::bigint as min_minor,
        (t.detail ->> 'max')::bigint as max_minor
      from ledger_transfers t where t.phase = 'limit' order by t.subject, t.id desc
    ), judged as (
      select b.account_id, b.min_minor is distinct from case when s.account_id is null then k.min_minor else s.min_minor end
          or b.max_minor is distinct from case when s.account_id is null then k.max_minor else s.max_minor end as other_limits,
        (b.posted_minor - b.pending_credit_minor < b.min_minor or b.posted_minor + b.pending_debit_minor > b.max_minor)
          and s.account_id is null and not exists (
            select from ledger_entries e join ledger_transfers t on t.id = e.transfer_id and t.beyond_limits
            where e.account_id = b.account_id) as beyond,
        a.party <> k.party as other_kind
      from ledger_balances b
      join ledger_accounts a on a.id = b.account_id
      join ledger_kinds k on k.kind = a.kind
      left join limits s on s.account_id = b.account_id
    )
    select 'limit' as check, 'account:' || j.account_id as what, case when j.beyond then 'its balance is beyond its limit'
      else 'its limits differ from those that were set' end as message
    from judged j where j.other_limits or j.beyond or j.other_kind limit 1000`.execute(tx);
  return rows;
}

async function checkHolds(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'hold' as check, 'transfer:' || e.id as what, 'it ends a transfer that is not a hold' as message
    from ledger_transfers e left join ledger_transfers h on h.id = e.ends_hold and h.phase = 'pending'
    where e.ends_hold is not null and h.id is null
    limit 1000`.execute(tx);
  return rows;
}

/**
 * The chain: each block follows the previous one and contains exactly the transfers it names, and the head is the last.
 */
async function checkSeals(tx: Tx) {
  const found: Found[] = [];
  let previous: Buffer | null = null;
  let count = 0;
  for (;;) {
    const { rows } = await sql<{
      no: bigint;
      previous_hash: Buffer;
      hash: Buffer;
      good: boolean;
      follows: boolean | null;
    }>`
      select s.no, s.previous_hash, s.hash, s.no = ${count + 1}::int + row_number() over (order by s.no) - 1 as follows,
        s.hash = ledger_seal_hash(s, coalesce(x.hashes, ''::bytea)) and x.n = s.transfer_count as good
      from ledger_seals s
      left join lateral (
        select string_agg(t.hash, ''::bytea order by t.id) as hashes, count(t.id) as n
        from unnest(s.ids) r join ledger_transfers t on t.id >= lower(r) and t.id < upper(r)
      ) x on true
      where s.no > ${count} order by s.no limit ${sealsAtOnce}`.execute(tx);
    if (rows.length === 0) break;
    for (const seal of rows) {
      count += 1;
      if (!seal.follows)
        found.push({ check: 'seal', what: `seal:${seal.no}`, message: 'a block is missing before it' });
      if (!seal.good)
        found.push({
          check: 'seal',
          what: `seal:${seal.no}`,
          message: 'its transfers differ from those that were sealed',
        });
      if (previous && !previous.equals(seal.previous_hash))
        found.push({ check: 'seal', what: `seal:${seal.no}`, message: 'it does not follow the block before it' });
      previous = seal.hash;
    }
    if (found.length > 1_000) break;
  }
  const { rows } = await sql<{ no: bigint; hash: string; good: boolean; unsealed: bigint; forged: string[] | null }>`
    with sealed as (select range_agg(r) as ids from ledger_seals s, unnest(s.ids) r),
    settled as (select coalesce(max(settled_below), 1) as below from ledger_seals),
    open as (
      select t.id from ledger_transfers t, sealed where not t.id <@ coalesce(sealed.ids, '{}'::int8multirange)
    )
    select h.no, encode(h.hash, 'hex') as hash,
      h.no = ${count} and h.hash = coalesce((select hash from ledger_seals order by no desc limit 1), sha256('')) as good,
      (select count(*) from open, settled where open.id >= settled.below) as unsealed,
      (select array_agg(open.id::text) from open, settled where open.id < settled.below) as forged
    from ledger_head h`.execute(tx);
  const head = rows[0];
  if (!head) found.push({ check: 'head', what: 'head', message: 'the head of the chain is missing' });
  else if (!head.good)
    found.push({ check: 'head', what: `seal:${head.no}`, message: 'the last block is not the head' });
  for (const id of head?.forged ?? [])
    found.push({ check: 'seal', what: `transfer:${id}`, message: 'it is among sealed transfers but in no block' });
  return {
    found,
    count,
    unsealed: Number(head?.unsealed ?? 0n),
    head: { no: String(head?.no ?? 0n), hash: head?.hash ?? '' },
  };
}

async function expectHead(tx: Tx, expected: { no: bigint; hash: string }): Promise<Found[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from ledger_seals where no = ${expected.no}`.execute(tx);
  return rows[0]?.hash === expected.hash
    ? []
    : [{ check: 'head', what: `seal:${expected.no}`, message: 'it is not the block that was expected' }];
}
