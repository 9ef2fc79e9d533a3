import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Sum = { currency: Currency; minor: string };
type Row = {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  orders: number;
  visits: number;
  earned: readonly Sum[];
  available: readonly Sum[];
};
const wire = (sums: readonly Sum[]) => sums.map(({ currency, minor }) => toWire(money(BigInt(minor), currency)));

/** Totals of each affiliate: the last 30 days unless a range of days is given. Ordered by orders, at most 200. */
export async function affiliateStats(db: Db, range: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = range.to === undefined ? now : new Date(Date.parse(range.to) + dayMs);
  const from = range.from === undefined ? new Date(to.getTime() - 30 * dayMs) : new Date(range.from);
  const { rows } = await sql<Row>`
    select a.id, a.name, a.state,
      (select count(distinct t.subject)::integer from ledger_accounts k join ledger_entries e on e.account_id = k.id
        join ledger_transfers t on t.id = e.transfer_id
        where k.owner = 'affiliate:' || a.id and k.kind = 'earn.hold' and e.amount_minor < 0 and not e.pending
          and t.kind <> 'earning.frozen' and e.at >= ${from} and e.at < ${to}) as orders,
      (select count(*)::integer from tag_hits h join tracking_tags g on g.tag = h.tag
        where g.affiliate_id = a.id and h.first_at >= ${from} and h.first_at < ${to}) as visits,
      coalesce((select jsonb_agg(jsonb_build_object('currency', s.unit, 'minor', s.minor::text) order by s.unit) from (
        select k.unit, -sum(e.amount_minor) as minor from ledger_accounts k join ledger_entries e on e.account_id = k.id
          join ledger_transfers t on t.id = e.transfer_id
          where k.owner = 'affiliate:' || a.id and k.kind in ('earn.hold', 'earn.avail') and not e.pending
            and t.subject not like 'payout:%' and e.at >= ${from} and e.at < ${to}
          group by k.unit) s), '[]') as earned,
      coalesce((select jsonb_agg(jsonb_build_object('currency', k.unit, 'minor', (-b.posted_minor)::text) order by k.unit)
        from ledger_accounts k join ledger_balances b on b.account_id = k.id
        where k.owner = 'affiliate:' || a.id and k.kind = 'earn.avail' and b.posted_minor <> 0), '[]') as available
    from affiliates a order by 4 desc, lower(a.name) limit 200`.execute(db);
  const { open } = await db
    .selectFrom('partner_applications')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('kind', '=', 'affiliate')
    .where('state', 'in', ['submitted', 'in_review'])
    .executeTakeFirstOrThrow();
  return {
    from,
    to,
    affiliates: rows.map(({ earned, available, ...row }) => ({
      ...row,
      earned: wire(earned),
      available: wire(available),
    })),
    applications_open: open,
  };
}
