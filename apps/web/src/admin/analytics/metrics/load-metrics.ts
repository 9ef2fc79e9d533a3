import { call } from '../../../platform/api/browser.ts';
import { inUnits } from '../reports/figures.ts';
import { type ReportRange, reportRange, stepOf } from '../reports/report-range.ts';
import { isDimension, type MetricDimension, type Metrics } from './metric-labels.ts';

type MetricQuery = { range: ReportRange; zone: string };

export const metricQuery = (search: URLSearchParams): MetricQuery => ({
  range: reportRange(search, new Date()),
  zone: search.get('zone') ?? 'UTC',
});

export const daysOf = ({ range, zone }: MetricQuery) => ({ from: range.from, to: range.to, zone });

/** The chosen currency, or the one with the largest sales. */
export function currencyOf(
  search: URLSearchParams,
  figures: readonly { currency: string; sales: { amount: string; currency: string } }[],
) {
  const largest = [...figures].sort((a, b) => inUnits(b.sales) - inUnits(a.sales));
  const chosen = search.get('currency');
  return (largest.find(({ currency }) => currency === chosen) ?? largest[0])?.currency ?? 'CAD';
}

export async function loadMetrics(search: URLSearchParams) {
  const query = metricQuery(search);
  const { range, zone } = query;
  const by: MetricDimension = isDimension(search.get('by')) ? (search.get('by') as MetricDimension) : 'dealer';
  const compared = range.compared ? { compare_from: range.compared.from, compare_to: range.compared.to } : {};
  const [metrics, breakdown] = await Promise.all([
    call('GET /v1/admin/metrics', { query: { ...daysOf(query), ...compared, type: stepOf(range) } }),
    call('GET /v1/admin/metrics/breakdown', { query: { ...daysOf(query), by, limit: 12 } }),
  ]);
  return {
    range,
    zone,
    by,
    metrics: metrics as Metrics,
    breakdown,
    currency: currencyOf(search, metrics.current.currencies),
  };
}
export type Loaded = Awaited<ReturnType<typeof loadMetrics>>;
