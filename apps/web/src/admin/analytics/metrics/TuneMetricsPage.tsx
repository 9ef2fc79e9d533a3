import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { ReportFrame } from '../reports/ReportFrame.tsx';
import { currencyOf, daysOf, metricQuery } from './load-metrics.ts';
import { MetricBreakdown } from './MetricBreakdown.tsx';
import { MetricControls, MetricTabs } from './MetricTabs.tsx';

export const meta = () => [{ title: pageTitle('Tune metrics') }];
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams;
  const query = metricQuery(search);
  const breakdown = await call('GET /v1/admin/metrics/tunes', { query: { ...daysOf(query), limit: 100 } });
  return { ...query, breakdown, currency: currencyOf(search, breakdown.totals) };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading metrics by tune" />;

export default function TuneMetricsPage() {
  const { range, zone, breakdown, currency } = useLoaderData<typeof clientLoader>();
  return (
    <ReportFrame
      title="Tune metrics"
      range={range}
      asOf={breakdown.as_of}
      controls={<MetricControls currencies={breakdown.totals.map((one) => one.currency)} {...{ currency, zone }} />}
    >
      <MetricTabs />
      <MetricBreakdown title="By tune" by="tune" {...{ breakdown, currency, range, zone }} />
    </ReportFrame>
  );
}
