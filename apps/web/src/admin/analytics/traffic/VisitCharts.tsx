import type { CallReply } from '@tuneport/contract/index';
import { addDays, dateBuckets, partialFrom } from '../../../ui/chart/buckets.ts';
import { LineChart, StackedBarChart } from '../../../ui/chart/Chart.tsx';
import { count } from '../reports/figures.ts';
import { type ReportRange, stepOf } from '../reports/report-range.ts';

type Stats = CallReply<'GET /v1/admin/analytics/visit-stats'>;
type Visitors = CallReply<'GET /v1/admin/analytics/new-vs-returning'>;

const hourText = (iso: string) => iso.slice(11, 16);

/** Labels and links of the steps. A day is shown by the hour. */
function stepsOf(range: ReportRange, steps: readonly { from: string }[]) {
  const isHours = range.from === range.to;
  const buckets = dateBuckets(range.from, addDays(range.to, 1), stepOf(range), new Date());
  return {
    labels: isHours ? steps.map(({ from }) => hourText(from)) : buckets.map(({ label }) => label),
    partialFrom: isHours ? undefined : partialFrom(buckets),
    linkOf: (at: number) => {
      const bucket = buckets[isHours ? 0 : at];
      if (!bucket) return null;
      const from = bucket.from < range.from ? range.from : bucket.from;
      const last = addDays(bucket.to, -1);
      return `/admin/web-traffic/visits?from=${from}&to=${last > range.to ? range.to : last}`;
    },
  };
}

/** Null for a step that has not begun, so that the line ends today. */
const begun = (from: string, value: number) => (new Date(from) > new Date() ? null : value);

export function VisitChart({ stats, range }: { stats: Stats; range: ReportRange }) {
  const { series } = stats.current;
  const before = stats.comparison?.series;
  return (
    <LineChart
      label="Visits and page views"
      {...stepsOf(range, series)}
      format={count}
      series={[
        { label: 'Visits', values: series.map(({ from, visits }) => begun(from, visits)) },
        { label: 'Page views', tone: 'torque', values: series.map(({ from, views }) => begun(from, views)) },
        ...(before
          ? [
              {
                label: 'Visits in the period before',
                tone: 'stock' as const,
                dashed: true,
                values: series.map((_, at) => before[at]?.visits ?? null),
              },
            ]
          : []),
      ]}
    />
  );
}

export function VisitorChart({ visitors, range }: { visitors: Visitors; range: ReportRange }) {
  const { series } = visitors.current;
  return (
    <StackedBarChart
      label="New and returning visitors"
      {...stepsOf(range, series)}
      format={count}
      series={[
        { label: 'New', values: series.map(({ from, new: fresh }) => begun(from, fresh)) },
        { label: 'Returning', tone: 'torque', values: series.map(({ from, returning }) => begun(from, returning)) },
      ]}
    />
  );
}
