import type { metricDimensions } from '@tuneport/contract/analytics/metrics';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

// Which dimension a posting belongs to. A sale has one dealer, region, source and vehicle. Over tunes and products its
// money is shared by the pieces that a posting names, or else by the price of all lines.

export type MetricDimension = (typeof metricDimensions)[number];
export type Instants = { readonly since: RawBuilder<unknown>; readonly until: RawBuilder<unknown> };

export const moneyColumns = ['sales', 'refunds', 'revenue', 'cogs', 'commissions', 'goodwill'] as const;

/** Midnight of a day in a zone, whatever its daylight saving. */
const midnight = (day: string, zone: string, next = false) =>
  sql`((${day}::date + ${sql.lit(next ? 1 : 0)})::timestamp at time zone ${zone}::text)`;

/** Both days are included. */
export const instantsOf = (from: string, to: string, zone: string): Instants => ({
  since: midnight(from, zone),
  until: midnight(to, zone, true),
});

export type Step = 'day' | 'week' | 'month';

/** The first day of the step of a period that a moment is in; the first step begins with the period. */
export const stepOf = (from: string, type: Step, zone: string, at: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(greatest(date_trunc(${type}, ${at} at time zone ${zone}::text), ${from}::date), 'YYYY-MM-DD')`;

/** The first days of all steps of a period, including those without data. */
export async function stepsIn(db: Db, { from, to, type }: { from: string; to: string; type: Step }): Promise<string[]> {
  const { rows } = await sql<{ step: string }>`
    select to_char(greatest(s, ${from}::date), 'YYYY-MM-DD') as step
    from generate_series(date_trunc(${type}, ${from}::date::timestamp), ${to}::date::timestamp, ${sql.raw(`interval '1 ${type}'`)}) s`.execute(
    db,
  );
  return rows.map(({ step }) => step);
}

type Named = {
  readonly key: RawBuilder<string>;
  readonly name: RawBuilder<string>;
  readonly join: RawBuilder<unknown>;
};

const none = sql``;
const bySale: Partial<Record<MetricDimension, Named>> = {
  dealer: {
    key: sql`coalesce(m.dealer_id::text, '')`,
    name: sql`coalesce(d.name, '')`,
    join: sql`left join dealers d on d.id = m.dealer_id`,
  },
  region: { key: sql`coalesce(m.region::text, '')`, name: sql`''`, join: none },
  country: { key: sql`coalesce(m.country, '')`, name: sql`''`, join: none },
  vehicle: { key: sql`coalesce(m.vehicle, '')`, name: sql`coalesce(m.vehicle, '')`, join: none },
  make: {
    key: sql`coalesce(m.make, '')`,
    name: sql`coalesce(k.name, m.make, '')`,
    join: sql`left join makes k on k.slug = m.make and m.make <> ''`,
  },
  source: {
    key: sql`coalesce(ss.source, '')`,
    name: sql`coalesce(ss.source, '')`,
    join: sql`left join sale_sources ss on ss.subject = m.sale`,
  },
};

const amounts = (prefix: string) => sql.raw(moneyColumns.map((name) => `${prefix}.${name}`).join(', '));

/** Every part of a sum is the difference of two rounded shares, so the parts add up to it. */
const shared = sql.raw(
  moneyColumns
    .map(
      (name) =>
        `(round(p.${name} * l.upto / l.total) - round(p.${name} * (l.upto - l.weight) / l.total))::bigint as ${name}`,
    )
    .join(', '),
);

/**
 * The pieces of an order that posting p is for: those refunded, shipped, or returned after a lost dispute. Null for the
 * whole sale.
 */
const namedPieces = sql`case p.kind
  when 'payment.refunded' then (select r.detail -> 'pieces' from ledger_transfers t
    join payment_refunds r on r.id = (t.detail ->> 'refund')::integer where t.id = p.transfer_id)
  when 'store.sent' then (select s.lines from ledger_transfers t
    join order_shipments s on s.id = substring(t.key from ':sent:(\\d+)$')::integer where t.id = p.transfer_id)
  when 'order.set-against-loss' then (select jsonb_agg(jsonb_build_object('line', r.line, 'quantity', r.quantity))
    from ledger_transfers t join order_return_lines r on r.return_id = substring(t.key from ':loss:return:(\\d+)$')::integer
    where t.id = p.transfer_id) end`;

/** The cost of goods belongs to its product, named pieces to their lines; anything else is shared by price. */
const weightOf = sql`case when p.kind = 'store.stock' then (l.item = p.subject)::integer::numeric
  when n.pieces is null then l.weight
  else l.weight * coalesce((select sum((x ->> 'quantity')::numeric) from jsonb_array_elements(n.pieces) x
    where (x ->> 'line')::integer = l.line), 0) / l.quantity end`;

/**
 * Postings with the key and name of the dimension: transfer_id, at, kind, subject, sale, unit, key, name, and the
 * money.
 */
export function postingsBy(by: MetricDimension | null, { since, until }: Instants): RawBuilder<unknown> {
  const postings = sql`metric_postings(${since}, ${until})`;
  if (by === null) return sql`(select p.*, ''::text as key, ''::text as name from ${postings} p)`;
  const named = bySale[by];
  const common = sql`p.transfer_id, p.at, p.kind, p.subject, p.sale, p.unit`;
  if (named)
    return sql`(select ${common}, ${named.key} as key, ${named.name} as name, ${amounts('p')}
      from ${postings} p left join metric_sales m on m.sale = p.sale ${named.join})`;
  const kind = by === 'tune' ? 'tune' : 'product';
  return sql`(
    select ${common}, case when l.kind = ${kind} then l.item else '' end as key,
      case when l.kind = ${kind} then l.name else '' end as name, ${shared}
    from ${postings} p
    join lateral (
      select w.kind, w.item, w.name, w.weight, sum(w.weight) over (order by w.line) as upto, sum(w.weight) over () as total
      from (
        select v.line, v.kind, v.item, v.name, case when sum(v.named) over () > 0 then v.named
          when sum(v.weight) over () > 0 then v.weight else 1 end::numeric as weight
        from (
          select l.line, l.kind, l.item, l.name, l.weight::numeric as weight, ${weightOf} as named
          from (select ${namedPieces} as pieces) n, metric_sale_lines l where l.sale = p.sale
        ) v
      ) w
    ) l on l.weight > 0
    union all
    select ${common}, '', '', ${amounts('p')} from ${postings} p
    where p.sale is null or not exists (select from metric_sale_lines l where l.sale = p.sale))`;
}

/** Paid sales of a period with the key of the dimension: sale, currency, key, pieces. */
export function soldBy(by: MetricDimension, { since, until }: Instants): RawBuilder<unknown> {
  const paid = sql`m.paid_at >= ${since} and m.paid_at < ${until}`;
  const named = bySale[by];
  if (named)
    return sql`(select m.sale, m.currency as unit, ${named.key} as key, ${named.name} as name, 1 as pieces
      from metric_sales m ${named.join} where ${paid})`;
  const kind = by === 'tune' ? 'tune' : 'product';
  return sql`(select m.sale, m.currency as unit, case when l.kind = ${kind} then l.item else '' end as key,
      case when l.kind = ${kind} then l.name else '' end as name, l.kept as pieces
    from metric_sales m join metric_sale_lines l on l.sale = m.sale where ${paid})`;
}
