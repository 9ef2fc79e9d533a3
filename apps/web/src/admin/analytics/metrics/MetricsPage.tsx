import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { addDays, dateBuckets, monthLabel, partialFrom } from '../../../ui/chart/buckets.ts';
import { BarChart } from '../../../ui/chart/Chart.tsx';
import { CohortTable } from '../../../ui/chart/CohortTable.tsx';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { chartAmount, count, hours, inUnits, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { ParameterSelect } from '../reports/ParameterSelect.tsx';
import { ReportFrame } from '../reports/ReportFrame.tsx';
import { ReportTable } from '../reports/ReportTable.tsx';
import { stepOf } from '../reports/report-range.ts';
import css from '../reports/reports.module.css';
import { type Loaded, loadMetrics } from './load-metrics.ts';
import { MetricBreakdown } from './MetricBreakdown.tsx';
import { MetricControls, MetricTabs } from './MetricTabs.tsx';
import { BusinessTiles, MoneyTiles } from './MetricTiles.tsx';
import { dimensionLabels, type MetricDimension, rowsPath } from './metric-labels.ts';

export const meta = () => [{ title: pageTitle('Metrics') }];
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadMetrics(new URL(request.url).searchParams);
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading metrics" />;

export default function MetricsPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const { range, zone, metrics, currency } = loaded;
  return (
    <ReportFrame
      title="Metrics"
      range={range}
      asOf={metrics.as_of}
      controls={
        <MetricControls currencies={metrics.current.currencies.map((one) => one.currency)} {...{ currency, zone }} />
      }
    >
      <MetricTabs />
      <MoneyTiles loaded={loaded} />
      <BusinessTiles loaded={loaded} />
      <div className={css.panels}>
        <RevenueChart loaded={loaded} />
        <ByDimension loaded={loaded} />
        <Panel title="Tuner load" note="Open requests are those now; deliveries are those of the period.">
          <ReportTable
            label="Tuner load"
            first="Tuner"
            rows={metrics.tuners}
            nameOf={({ name }) => name}
            keyOf={({ id }) => String(id)}
            linkOf={({ id }) => `/admin/tuners/${id}`}
            sizeOf={({ open }) => open}
            columns={[
              { label: 'Open', cell: ({ open }) => count(open) },
              { label: 'Delivered', cell: ({ delivered }) => count(delivered) },
              { label: 'Median', cell: ({ median_hours }) => (median_hours === null ? '–' : hours(median_hours)) },
              { label: 'On time', cell: ({ kept, promised }) => percentOf(kept, promised) },
            ]}
            empty="Tuners appear here with their first request."
          />
        </Panel>
        <Panel
          title="Demand without a tune"
          actions={
            <TextLink to={rowsPath({ from: range.from, to: range.to, zone, figure: 'waiting' })}>All requests</TextLink>
          }
          note="People who asked to be notified when a tune is available and are still waiting."
        >
          <ReportTable
            label="Demand without a tune"
            first="Engine"
            rows={metrics.demand}
            nameOf={({ engine, vehicle }) => (vehicle ? `${vehicle} (${engine})` : engine)}
            sizeOf={({ waiting }) => waiting}
            columns={[{ label: 'Waiting', cell: ({ waiting }) => count(waiting) }]}
            empty="No one is waiting for a tune."
          />
        </Panel>
        <Panel
          title="Returning buyers"
          wide
          note="Buyers by the month of their first order, and the share that bought again in each later month."
        >
          {metrics.cohorts.length === 0 ? (
            <p className={css.note}>Cohorts appear here after the first full month with orders.</p>
          ) : (
            <CohortTable
              label="Returning buyers by month of the first order"
              cohorts={metrics.cohorts.map(({ month, size, active }) => ({ label: monthLabel(month), size, active }))}
            />
          )}
        </Panel>
      </div>
    </ReportFrame>
  );
}

function RevenueChart({ loaded: { range, zone, metrics, currency } }: { loaded: Loaded }) {
  const now = new Date();
  const buckets = dateBuckets(range.from, addDays(range.to, 1), stepOf(range), now);
  const value = (figure: 'revenue' | 'margin') =>
    metrics.series.map((step, at) =>
      (buckets[at]?.from ?? '') > now.toISOString().slice(0, 10)
        ? null
        : inUnits(step.currencies.find((one) => one.currency === currency)?.[figure]),
    );
  return (
    <Panel title={`Revenue and margin in ${currency}`} wide>
      <BarChart
        label={`Revenue and margin in ${currency}`}
        labels={buckets.map(({ label }) => label)}
        unit={currency}
        format={chartAmount}
        partialFrom={partialFrom(buckets)}
        linkOf={(at) => {
          const bucket = buckets[at];
          if (!bucket) return null;
          const from = bucket.from < range.from ? range.from : bucket.from;
          const last = addDays(bucket.to, -1);
          return rowsPath({ from, to: last > range.to ? range.to : last, zone, figure: 'revenue', currency });
        }}
        series={[
          { label: 'Revenue', values: value('revenue') },
          { label: 'Margin', tone: 'torque', values: value('margin') },
        ]}
      />
    </Panel>
  );
}

function ByDimension({ loaded: { range, zone, by, breakdown, currency } }: { loaded: Loaded }) {
  const regions = useUi()?.settings.regions?.map(({ name }: { name: string }) => name) ?? [];
  return (
    <MetricBreakdown
      title={`By ${dimensionLabels[by].one.toLowerCase()}`}
      {...{ by, breakdown, currency, range, zone, regions }}
      choice={
        <ParameterSelect
          label="By"
          name="by"
          value={by}
          options={Object.entries(dimensionLabels).map(([value, { label }]) => ({
            value: value as MetricDimension,
            label,
          }))}
        />
      }
    />
  );
}
