import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { addDays, dateBuckets, monthLabel, partialFrom } from '../../../ui/chart/buckets.ts';
import { BarChart } from '../../../ui/chart/Chart.tsx';
import { CohortTable } from '../../../ui/chart/CohortTable.tsx';
import { StatTile } from '../../../ui/chart/StatTile.tsx';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { RecordLoading } from '../../record/RecordFrame.tsx';
import { chartAmount, count, hours, inUnits, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { ParameterSelect } from '../reports/ParameterSelect.tsx';
import { ReportFrame } from '../reports/ReportFrame.tsx';
import { ReportTable } from '../reports/ReportTable.tsx';
import { comparisonOf, stepOf } from '../reports/report-range.ts';
import css from '../reports/reports.module.css';
import { type Loaded, loadMetrics } from './load-metrics.ts';
import { MetricBreakdown } from './MetricBreakdown.tsx';
import { MetricControls, MetricTabs } from './MetricTabs.tsx';
import { dimensionLabels, figureLabels, type MetricDimension, type MoneyFigure, rowsPath } from './metric-labels.ts';

export const meta = () => [{ title: pageTitle('Metrics') }];
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadMetrics(new URL(request.url).searchParams);
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading metrics" />;

const moneyTiles: readonly { figure: MoneyFigure; better: 'up' | 'down' }[] = [
  { figure: 'revenue', better: 'up' },
  { figure: 'margin', better: 'up' },
  { figure: 'sales', better: 'up' },
  { figure: 'refunds', better: 'down' },
  { figure: 'cogs', better: 'down' },
  { figure: 'commissions', better: 'down' },
];

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

function MoneyTiles({ loaded: { range, zone, metrics, currency } }: { loaded: Loaded }) {
  const now = metrics.current.currencies.find((one) => one.currency === currency);
  const before = metrics.comparison?.currencies.find((one) => one.currency === currency);
  const zero = { amount: '0.00', currency };
  return (
    <ul className={css.tiles}>
      {moneyTiles.map(({ figure, better }) => (
        <li key={figure}>
          <StatTile
            label={figureLabels[figure].label}
            note={figureLabels[figure].help}
            to={rowsPath({ from: range.from, to: range.to, zone, figure, currency })}
            {...comparisonOf(
              range,
              inUnits(now?.[figure]),
              metrics.comparison ? inUnits(before?.[figure]) : undefined,
              better,
            )}
          >
            <MoneyText money={now?.[figure] ?? zero} />
          </StatTile>
        </li>
      ))}
      {metrics.converted ? (
        <li>
          <StatTile
            label="Revenue in all currencies"
            note={`Converted to ${metrics.converted.currency} with the recorded rates of ${[...new Set(metrics.converted.rates.map(({ as_of }) => calendarDay(as_of)))].join(', ')}.`}
          >
            <MoneyText money={metrics.converted.revenue} />
          </StatTile>
        </li>
      ) : metrics.missing_rates.length > 0 && metrics.current.currencies.length > 1 ? (
        <li>
          <StatTile
            label="Revenue in all currencies"
            note={`No conversion rate is recorded for ${metrics.missing_rates.join(', ')}.`}
            to="/admin/settings"
          >
            –
          </StatTile>
        </li>
      ) : null}
    </ul>
  );
}

function BusinessTiles({ loaded: { range, zone, metrics, currency } }: { loaded: Loaded }) {
  const { current: now } = metrics;
  const before = metrics.comparison ?? undefined;
  const path = (figure: string) => rowsPath({ from: range.from, to: range.to, zone, figure });
  const compare = (current: number, previous: number | undefined, better?: 'up' | 'down') =>
    comparisonOf(range, current, previous, better);
  const rate = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const own = now.currencies.find((one) => one.currency === currency);
  return (
    <ul className={css.tiles}>
      <li>
        <StatTile label="Paid orders" to={path('orders')} {...compare(now.orders, before?.orders, 'up')}>
          {count(now.orders)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Average order"
          note="Before tax"
          {...compare(
            inUnits(own?.average_order ?? undefined),
            before
              ? inUnits(before.currencies.find((one) => one.currency === currency)?.average_order ?? undefined)
              : undefined,
            'up',
          )}
        >
          {own?.average_order ? <MoneyText money={own.average_order} /> : '–'}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Conversion"
          note={`${count(now.visits)} visits`}
          to={`/admin/web-traffic?range=${range.from}..${range.to}`}
          {...compare(rate(now.orders, now.visits), before && rate(before.orders, before.visits), 'up')}
        >
          {percentOf(now.orders, now.visits)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Returning buyers"
          note={`Of ${count(now.buyers)} buyers`}
          {...compare(
            rate(now.returning_buyers, now.buyers),
            before && rate(before.returning_buyers, before.buyers),
            'up',
          )}
        >
          {percentOf(now.returning_buyers, now.buyers)}
        </StatTile>
      </li>
      <li>
        <StatTile label="Tune requests" to={path('requests')} {...compare(now.requests, before?.requests, 'up')}>
          {count(now.requests)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Time to delivery"
          note={`Median of ${count(now.deliveries.count)} deliveries`}
          to={path('deliveries')}
          {...compare(
            now.deliveries.median_hours ?? 0,
            before ? (before.deliveries.median_hours ?? 0) : undefined,
            'down',
          )}
        >
          {now.deliveries.median_hours === null ? '–' : hours(now.deliveries.median_hours)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Promise times met"
          note={`${count(now.deliveries.promised - now.deliveries.kept)} late`}
          to={path('late')}
          {...compare(
            rate(now.deliveries.kept, now.deliveries.promised),
            before && rate(before.deliveries.kept, before.deliveries.promised),
            'up',
          )}
        >
          {percentOf(now.deliveries.kept, now.deliveries.promised)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Dealers who bought"
          to={path('dealers')}
          {...compare(now.dealers.active, before?.dealers.active, 'up')}
        >
          {count(now.dealers.active)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="New dealers"
          to={path('joined')}
          {...compare(now.dealers.joined, before?.dealers.joined, 'up')}
        >
          {count(now.dealers.joined)}
        </StatTile>
      </li>
      <li>
        <StatTile
          label="Lost dealers"
          note="Bought in the period before, not in this one"
          to={path('lost')}
          {...compare(now.dealers.lost, before?.dealers.lost, 'down')}
        >
          {count(now.dealers.lost)}
        </StatTile>
      </li>
    </ul>
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
