import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { ParameterSelect } from '../reports/ParameterSelect.tsx';
import { ReportFrame } from '../reports/ReportFrame.tsx';
import { currencyOf, daysOf, metricQuery } from './load-metrics.ts';
import { MetricBreakdown } from './MetricBreakdown.tsx';
import { MetricControls, MetricTabs } from './MetricTabs.tsx';

export const meta = () => [{ title: pageTitle('Vehicle metrics') }];
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams;
  const query = metricQuery(search);
  const by = search.get('by') === 'make' ? ('make' as const) : ('vehicle' as const);
  const breakdown = await call('GET /v1/admin/metrics/vehicles', { query: { ...daysOf(query), by, limit: 100 } });
  return { ...query, by, breakdown, currency: currencyOf(search, breakdown.totals) };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading metrics by vehicle" />;

export default function VehicleMetricsPage() {
  const { range, zone, by, breakdown, currency } = useLoaderData<typeof clientLoader>();
  return (
    <ReportFrame
      title="Vehicle metrics"
      range={range}
      asOf={breakdown.as_of}
      controls={<MetricControls currencies={breakdown.totals.map((one) => one.currency)} {...{ currency, zone }} />}
    >
      <MetricTabs />
      <MetricBreakdown
        title={by === 'make' ? 'By make' : 'By vehicle'}
        {...{ by, breakdown, currency, range, zone }}
        choice={
          <ParameterSelect
            label="By"
            name="by"
            value={by}
            options={[
              { value: 'vehicle', label: 'Vehicles' },
              { value: 'make', label: 'Makes' },
            ]}
          />
        }
      />
    </ReportFrame>
  );
}
