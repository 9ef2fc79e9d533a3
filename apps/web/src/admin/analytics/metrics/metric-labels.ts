import type { CallReply } from '@tuneport/contract/index';
import { othersKey } from '@tuneport/domain/analytics/breakdown';

export type Metrics = CallReply<'GET /v1/admin/metrics'>;
export type Breakdown = CallReply<'GET /v1/admin/metrics/breakdown'>;
export type BreakdownRow = Breakdown['rows'][number];

export const figureLabels = {
  sales: { label: 'Sales', help: 'Paid orders before tax, before refunds.' },
  refunds: { label: 'Refunds', help: 'Refunded sales, before tax.' },
  revenue: { label: 'Revenue', help: 'Earned by delivery, after refunds, before tax.' },
  cogs: { label: 'Cost of goods', help: 'What shipped goods cost us.' },
  commissions: { label: 'Commissions', help: 'Shares of tuners, installers and affiliates.' },
  goodwill: { label: 'Goodwill', help: 'What we gave to customers.' },
  margin: { label: 'Margin', help: 'Revenue less cost of goods, commissions and goodwill.' },
} as const;
export type MoneyFigure = keyof typeof figureLabels;

export const dimensionLabels = {
  tune: { label: 'Tunes', one: 'Tune', none: 'Without a tune' },
  product: { label: 'Products', one: 'Product', none: 'Without a product' },
  vehicle: { label: 'Vehicles', one: 'Vehicle', none: 'Without a vehicle' },
  make: { label: 'Makes', one: 'Make', none: 'Without a make' },
  region: { label: 'Regions', one: 'Region', none: 'Not from a sale' },
  country: { label: 'Countries', one: 'Country', none: 'Unknown' },
  dealer: { label: 'Dealers', one: 'Dealer', none: 'Direct customers' },
  source: { label: 'Sources', one: 'Source', none: 'Unknown' },
} as const;
export type MetricDimension = keyof typeof dimensionLabels;
export const isDimension = (text: string | null): text is MetricDimension =>
  text !== null && Object.hasOwn(dimensionLabels, text);

const countries = new Intl.DisplayNames('en-CA', { type: 'region', fallback: 'code' });

export function rowName(
  by: MetricDimension,
  { key, name }: Pick<BreakdownRow, 'key' | 'name'>,
  regions: readonly string[],
  rows: readonly Pick<BreakdownRow, 'key' | 'name'>[] = [],
): string {
  if (key === othersKey) return 'All others';
  if (key === '') return dimensionLabels[by].none;
  if (by === 'region') return regions[Number(key) - 1] ?? `Region ${key}`;
  if (by === 'country' && /^[A-Z]{2}$/.test(key)) return countries.of(key) ?? key;
  // Tunes of different cars share names such as "Stage 1".
  const isShared = rows.some((other) => other.name === name && other.key !== key);
  return isShared ? `${name} (${key.replace(':', ' ')})` : name || key;
}

type RowsOf = { from: string; to: string; zone: string; figure: string } & Partial<
  Record<'currency' | 'by' | 'value', string>
>;
/** The records behind a figure. */
export const rowsPath = ({ zone, ...query }: RowsOf): string =>
  `/admin/metrics/rows?${new URLSearchParams({ ...query, ...(zone === 'UTC' ? {} : { zone }) })}`;
