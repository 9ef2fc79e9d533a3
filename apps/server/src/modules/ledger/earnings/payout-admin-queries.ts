import { pageSize } from '@tuneport/contract/shapes';
import type { EarningOwner, EarningParty } from '@tuneport/domain/ledger/earnings';
import type { PayoutRunState, PayoutState } from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, type PageOf } from '../../../platform/db/lists/page.ts';
import type { Payout } from './payout-queries.ts';

// Payouts of all parties, for staff.

/** Names of parties in one statement. */
const parties = sql`(select 'tuner:' || id as owner, name from tuners union all select 'dealer:' || id, name from dealers
  union all select 'affiliate:' || id, name from affiliates)`;

export type NamedPayout = Payout & {
  readonly name: string;
  readonly entries: number;
  readonly has_bank: boolean;
  /** Approved for another bank account than the current one. */
  readonly account_changed: boolean;
};

const columns = sql`p.*, n.name, (select count(*)::integer from payout_lines l where l.payout_id = p.id) as entries,
  exists (select from partner_bank_accounts b where b.owner = p.owner) as has_bank,
  p.state in ('approved', 'sending')
    and p.bank_account_at is distinct from (select b.updated_at from partner_bank_accounts b where b.owner = p.owner) as account_changed`;

type Filter = {
  page: number;
  search?: string | undefined;
  state?: PayoutState | undefined;
  holder?: string | undefined;
};

export async function allPayouts(
  db: Db,
  { page, search, state = undefined, holder }: Filter,
): Promise<PageOf<NamedPayout>> {
  const where = sql`(${state ?? null}::text is null or p.state = ${state ?? null})
    and (${holder ?? null}::text is null or p.owner = ${holder ?? null})
    and (${search ?? null}::text is null or n.name ilike ${containing(search ?? '')} or p.reference ilike ${containing(search ?? '')}
      or 'PO-' || lpad(p.id::text, 6, '0') ilike ${containing(search ?? '')})`;
  const { rows } = await sql<NamedPayout & { full_count: number }>`
    select ${columns}, (count(*) over ())::integer as full_count from payouts p join ${parties} n on n.owner = p.owner
    where ${where} order by p.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const total = rows[0]?.full_count ?? 0;
  return { data: rows, page, page_count: Math.ceil(total / pageSize), total };
}

export async function namedPayout(db: Db, id: number): Promise<NamedPayout | undefined> {
  const { rows } = await sql<NamedPayout>`
    select ${columns} from payouts p join ${parties} n on n.owner = p.owner where p.id = ${id}`.execute(db);
  return rows[0];
}

export async function payoutsInRun(db: Db, runId: number): Promise<NamedPayout[]> {
  const { rows } = await sql<NamedPayout>`
    select ${columns} from payouts p join ${parties} n on n.owner = p.owner where p.run_id = ${runId} order by p.id`.execute(
    db,
  );
  return rows;
}

export type Run = {
  id: number;
  state: PayoutRunState;
  party: EarningParty | null;
  currency: Currency;
  note: string;
  cut_off: Date;
  opened_at: Date;
  ended_at: Date | null;
  total_minor: bigint;
  transfers: number;
};
const runColumns = sql`r.id, r.state, r.party, r.currency, r.note, r.cut_off, r.opened_at, r.ended_at,
  coalesce((select sum(p.amount_minor) from payouts p where p.run_id = r.id), 0)::bigint as total_minor,
  (select count(*)::integer from payouts p where p.run_id = r.id) as transfers`;

export async function allRuns(
  db: Db,
  { page, state }: { page: number; state?: PayoutRunState | undefined },
): Promise<PageOf<Run>> {
  const { rows } = await sql<Run & { full_count: number }>`
    select ${runColumns}, (count(*) over ())::integer as full_count from payout_runs r
    where ${state ?? null}::text is null or r.state = ${state ?? null}
    order by r.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const total = rows[0]?.full_count ?? 0;
  return { data: rows, page, page_count: Math.ceil(total / pageSize), total };
}

export async function runWithTotals(db: Db, id: number): Promise<Run | undefined> {
  return (await sql<Run>`select ${runColumns} from payout_runs r where r.id = ${id}`.execute(db)).rows[0];
}

/** The history with the staff member who made each step. */
export const eventsOf = (db: Db, of: { payout_id: number } | { run_id: number }) =>
  db
    .selectFrom('payout_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.to_state as state', 'e.reason', 'u.name as by'])
    .where('payout_id' in of ? 'e.payout_id' : 'e.run_id', '=', 'payout_id' in of ? of.payout_id : of.run_id)
    .orderBy('e.id')
    .execute();

/** Names of parties and whether they have a bank account. */
export async function partyFacts(db: Db, owners: readonly EarningOwner[]) {
  const { rows } = await sql<{ owner: EarningOwner; name: string; has_bank: boolean }>`
    select n.owner, n.name, exists (select from partner_bank_accounts b where b.owner = n.owner) as has_bank
    from ${parties} n where n.owner = any(${owners as string[]})`.execute(db);
  return new Map(rows.map((row) => [row.owner, row]));
}

/** The confirmed e-mail addresses of the members of a party. */
export async function memberAddresses(db: Db, owner: EarningOwner): Promise<string[]> {
  const [party = '', id = ''] = owner.split(':');
  const { rows } = await sql<{ email: string }>`
    select u.email::text as email from ${sql.table(`${party}_members`)} m join users u on u.id = m.user_id
    where ${sql.ref(`m.${party}_id`)} = ${Number(id)} and u.email_confirmed_at is not null order by u.id`.execute(db);
  return rows.map(({ email }) => email);
}

/** Where the notice of a payout goes: the address for it, or all members. */
export async function remittanceAddresses(db: Db, owner: EarningOwner): Promise<string[]> {
  const [party = '', id = ''] = owner.split(':');
  const special =
    party === 'affiliate'
      ? sql`nullif(p.remittance_email, '')`
      : party === 'dealer'
        ? sql`nullif(p.billing_email, '')`
        : sql`null::text`;
  const { rows } = await sql<{ special: string | null; members: string[] }>`
    select ${special} as special, coalesce((select array_agg(u.email::text order by u.id)
      from ${sql.table(`${party}_members`)} m join users u on u.id = m.user_id
      where ${sql.ref(`m.${party}_id`)} = p.id and u.email_confirmed_at is not null), '{}') as members
    from ${sql.table(`${party}s`)} p where p.id = ${Number(id)}`.execute(db);
  const row = rows[0];
  return row ? (row.special === null ? row.members.slice(0, 10) : [row.special]) : [];
}
