import { isCurrency } from '@tuneport/domain/money/money';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { presentAmount } from '../../ledger/index.ts';

const periodDays = 30;

/** Today, which is incomplete, and the days before it, in the time zone of the company. */
async function periodAt(db: Db, now: Date) {
  const { rows } = await sql<{ today: string }>`
    select to_char(${now}::timestamptz at time zone company_time_zone(), 'YYYY-MM-DD') as today`.execute(db);
  const today = rows[0]?.today ?? '';
  const daysAgo = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  return {
    from: daysAgo(periodDays),
    before: daysAgo(2 * periodDays),
    today,
    end: daysAgo(-1),
    days: Array.from({ length: periodDays + 1 }, (_, at) => daysAgo(periodDays - at)),
  };
}
type Period = Awaited<ReturnType<typeof periodAt>>;

/** Money received: captures less refunds and disputes, as posted to the cash accounts. */
async function takingsOf(db: Db, { from, before, today, days }: Period) {
  const { rows } = await sql<{ unit: string; day: string; amount: bigint }>`
    select a.unit, to_char(e.at at time zone company_time_zone(), 'YYYY-MM-DD') as day, sum(e.amount_minor)::bigint as amount
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.owner = 'house' and a.kind = 'cash' and not e.pending and e.at >= company_midnight(${before}::date)
    group by 1, 2`.execute(db);
  const units = [...new Set(rows.map(({ unit }) => unit))].filter(isCurrency).sort();
  return units.map((currency) => {
    const of = rows.filter(({ unit }) => unit === currency);
    const sum = (since: string, until: string) =>
      of.reduce((all, { day, amount }) => (day >= since && day < until ? all + amount : all), 0n);
    const byDay = new Map(of.map(({ day, amount }) => [day, amount]));
    return {
      currency,
      total: presentAmount(sum(from, today), currency),
      previous: presentAmount(sum(before, from), currency),
      days: days.map((day) => ({ day, amount: presentAmount(byDay.get(day) ?? 0n, currency) })),
    };
  });
}

const balanceKinds = ['ar', 'prepay', 'earnings', 'deposit'] as const;

/** Balances of all customers and partners together, now and at the beginning of the period. */
async function balancesOf(db: Db, { from }: Period) {
  const { rows } = await sql<{
    kind: (typeof balanceKinds)[number];
    unit: string;
    amount: bigint;
    since: bigint;
  }>`
    select case when a.kind like 'earn.%' then 'earnings' else a.kind end as kind, a.unit,
      sum(b.posted_minor)::bigint as amount,
      coalesce(sum((select sum(e.amount_minor) from ledger_entries e
        where e.account_id = a.id and e.at >= company_midnight(${from}::date) and not e.pending)), 0)::bigint as since
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.kind in ('ar', 'prepay', 'earn.hold', 'earn.avail', 'deposit')
    group by 1, 2 having sum(b.posted_minor) <> 0`.execute(db);
  return balanceKinds.flatMap((kind) =>
    rows.flatMap(({ kind: of, unit, amount, since }) => {
      if (of !== kind || !isCurrency(unit)) return [];
      // Debits are positive; what we owe is a credit.
      const sign = kind === 'ar' ? 1n : -1n;
      return [
        { kind, amount: presentAmount(sign * amount, unit), before: presentAmount(sign * (amount - since), unit) },
      ];
    }),
  );
}

export async function homeMoney(db: Db, now: Date) {
  const period = await periodAt(db, now);
  const [takings, balances] = await Promise.all([takingsOf(db, period), balancesOf(db, period)]);
  return { from: period.from, to: period.end, takings, balances };
}

const feedLength = 12;

/** The newest audit events; logins are in the log only. */
export async function homeFeed(db: Db) {
  const rows = await db
    .selectFrom('audit_log as l')
    .leftJoin('users as u', 'u.id', 'l.actor_id')
    .select(['l.id', 'l.at', 'l.actor_id', 'u.name', 'l.act', 'l.subject'])
    .where('l.act', 'not in', ['identity.log-in', 'identity.fail-login'])
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(feedLength)
    .execute();
  return rows.map(({ id, at, actor_id, name, act, subject }) => ({
    id: String(id),
    at,
    actor: actor_id === null ? null : { id: actor_id, name: name ?? `User ${actor_id}` },
    act,
    subject,
  }));
}
