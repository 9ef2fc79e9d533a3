import type { moneyFigures } from '@tuneport/contract/analytics/metrics';
import { othersKey } from '@tuneport/domain/analytics/breakdown';
import { type Currency, isCurrency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { presentAmount } from '../../ledger/index.ts';
import { limited } from '../limited-rows.ts';
import { instantsOf, type MetricDimension, moneyColumns, postingsBy, soldBy } from './metric-dimensions.ts';

export type Sums = Record<(typeof moneyColumns)[number], bigint>;
export const noSums = (): Sums => ({ sales: 0n, refunds: 0n, revenue: 0n, cogs: 0n, commissions: 0n, goodwill: 0n });

export const sumColumns = sql.raw(
  moneyColumns.map((name) => `coalesce(sum(x.${name}), 0)::bigint as ${name}`).join(', '),
);

export const marginOf = ({ revenue, cogs, commissions, goodwill }: Sums): bigint =>
  revenue - cogs - commissions - goodwill;

export function presentSums(sums: Sums, currency: Currency) {
  const figure = (minor: bigint) => presentAmount(minor, currency);
  return {
    sales: figure(sums.sales),
    refunds: figure(sums.refunds),
    revenue: figure(sums.revenue),
    cogs: figure(sums.cogs),
    commissions: figure(sums.commissions),
    goodwill: figure(sums.goodwill),
    margin: figure(marginOf(sums)),
  } satisfies Record<(typeof moneyFigures)[number], unknown>;
}

function addSums(a: Sums, b: Sums): Sums {
  const sum = { ...a };
  for (const name of moneyColumns) sum[name] += b[name];
  return sum;
}

type Row = Sums & { key: string; name: string; unit: string; sold: number };
type Query = { from: string; to: string; zone: string; limit: number };

export async function metricBreakdown(db: Db, by: MetricDimension, query: Query, now: Date) {
  const instants = instantsOf(query.from, query.to, query.zone);
  const { rows } = await sql<Row>`
    select key, max(name) as name, unit, sum(sold)::integer as sold, ${sumColumns} from (
      select p.key, p.name, p.unit, 0 as sold, ${sql.raw(moneyColumns.map((name) => `p.${name}`).join(', '))}
      from ${postingsBy(by, instants)} p
      union all
      select s.key, s.name, s.unit, s.pieces, ${sql.raw(moneyColumns.map(() => '0').join(', '))} from ${soldBy(by, instants)} s
    ) x group by key, unit
    order by sum(x.revenue) desc, sum(x.sales) desc, key`.execute(db);
  const found = rows.filter(
    (row) => isCurrency(row.unit) && (row.sold !== 0 || moneyColumns.some((name) => row[name] !== 0n)),
  );
  const units = [...new Set(found.map(({ unit }) => unit))].filter(isCurrency).sort();
  const present = ({ key, name, unit, sold, ...sums }: Row) => ({
    key,
    name,
    currency: unit,
    sold,
    ...presentSums(sums, unit as Currency),
  });
  return {
    as_of: now,
    by,
    rows: units.flatMap((unit) =>
      limited(
        found.filter((row) => row.unit === unit),
        query.limit,
        added,
        (first) => ({ ...first, key: othersKey, name: '' }),
      ).map(present),
    ),
    totals: units.map((unit) => {
      const of = found.filter((row) => row.unit === unit);
      const {
        key: _key,
        name: _name,
        ...total
      } = present(of.reduce(added, { ...noSums(), key: '', name: '', unit, sold: 0 }));
      return total;
    }),
  };
}

const added = (sum: Row, row: Row): Row => ({
  ...addSums(sum, row),
  key: sum.key,
  name: sum.name,
  unit: sum.unit,
  sold: sum.sold + row.sold,
});
