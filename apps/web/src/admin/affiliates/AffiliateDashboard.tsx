import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addDays, dateBuckets, partialFrom } from '../../ui/chart/buckets.ts';
import { LineChart } from '../../ui/chart/Chart.tsx';
import { StatTile } from '../../ui/chart/StatTile.tsx';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { Amounts, csvAmounts } from '../analytics/reports/Amounts.tsx';
import { amountIn, count, inUnits, percentOf } from '../analytics/reports/figures.ts';
import { Panel } from '../analytics/reports/Panel.tsx';
import { ReportFrame } from '../analytics/reports/ReportFrame.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../analytics/reports/ReportTable.tsx';
import { comparisonOf, reportRange, stepOf } from '../analytics/reports/report-range.ts';
import css from '../analytics/reports/reports.module.css';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';

type Affiliate = CallReply<'GET /affiliate-stats'>['affiliates'][number];

export const meta = () => [{ title: pageTitle('Affiliate dashboard') }];
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const range = reportRange(new URL(request.url).searchParams, new Date());
  const read = (days: { from: string; to: string }) =>
    call('GET /v1/admin/affiliate-dashboard', { query: { from: days.from, to: days.to, type: stepOf(range) } });
  const [stats, now, before] = await Promise.all([
    call('GET /affiliate-stats', { query: { from: range.from, to: range.to } }),
    read(range),
    range.compared ? read(range.compared) : null,
  ]);
  return { range, stats, now, before };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the dashboard" />;

export default function AffiliateDashboard() {
  const { range, stats, now, before } = useLoaderData<typeof clientLoader>();
  const compare = (current: number, previous: number | undefined) => comparisonOf(range, current, previous);
  const today = new Date();
  const buckets = dateBuckets(range.from, addDays(range.to, 1), stepOf(range), today);
  const begun = (at: number, value: number) => (new Date(buckets[at]?.from ?? range.from) > today ? null : value);
  return (
    <ReportFrame
      title="Affiliate dashboard"
      crumbs={[{ label: 'Affiliates', to: '/admin/affiliates' }, { label: 'Dashboard' }]}
      range={range}
      asOf={now.as_of}
      actions={
        <Row>
          <ButtonLink to="/admin/affiliate/applications">Applications ({stats.applications_open})</ButtonLink>
          <ButtonLink to="/admin/affiliate/info">Offers and rules</ButtonLink>
        </Row>
      }
    >
      <ul className={css.tiles}>
        <li>
          <StatTile label="Visits from links" {...compare(now.visits, before?.visits)}>
            {count(now.visits)}
          </StatTile>
        </li>
        <li>
          <StatTile label="Credited sales" {...compare(now.sales, before?.sales)}>
            {count(now.sales)}
          </StatTile>
        </li>
        {(now.earned.length > 0 ? now.earned : [{ amount: '0.00', currency: 'CAD' }]).map((money) => (
          <li key={money.currency}>
            <StatTile
              label={now.earned.length > 1 ? `Commissions in ${money.currency}` : 'Commissions'}
              note="Earned, less reversals"
              {...compare(inUnits(money), before ? inUnits(amountIn(before.earned, money.currency)) : undefined)}
            >
              <MoneyText money={money} />
            </StatTile>
          </li>
        ))}
        <li>
          <StatTile label="Open applications" to="/admin/affiliate/applications">
            {count(stats.applications_open)}
          </StatTile>
        </li>
      </ul>
      <div className={css.panels}>
        <Panel title="Visits and sales by affiliates" wide>
          <LineChart
            label="Visits and sales by affiliates"
            labels={buckets.map(({ label }) => label)}
            format={count}
            partialFrom={partialFrom(buckets)}
            series={[
              { label: 'Visits', values: now.series.map(({ visits }, at) => begun(at, visits)) },
              { label: 'Sales', tone: 'torque', values: now.series.map(({ sales }, at) => begun(at, sales)) },
            ]}
          />
        </Panel>
        <Affiliates affiliates={stats.affiliates} file={`affiliates-${range.from}-${range.to}`} />
      </div>
    </ReportFrame>
  );
}

function Affiliates({ affiliates, file }: { affiliates: readonly Affiliate[]; file: string }) {
  const nameOf = ({ name }: Affiliate) => name;
  const sum = (key: 'orders' | 'visits') => count(affiliates.reduce((all, one) => all + one[key], 0));
  const columns: ReportColumn<Affiliate>[] = [
    { label: 'Status', cell: ({ state }) => <PartnerStateDot state={state} />, csv: ({ state }) => state },
    { label: 'Visits', cell: ({ visits }) => count(visits), csv: ({ visits }) => visits, total: sum('visits') },
    { label: 'Sales', cell: ({ orders }) => count(orders), csv: ({ orders }) => orders, total: sum('orders') },
    { label: 'Conversion', cell: ({ orders, visits }) => percentOf(orders, visits) },
    { label: 'Earned', cell: ({ earned }) => <Amounts amounts={earned} />, csv: ({ earned }) => csvAmounts(earned) },
    {
      label: 'Available now',
      cell: ({ available }) => <Amounts amounts={available} />,
      csv: ({ available }) => csvAmounts(available),
    },
  ];
  return (
    <Panel
      title="By affiliate"
      wide
      actions={
        <ReportCsv name={file} first="Affiliate" {...{ columns, nameOf }} load={() => Promise.resolve(affiliates)} />
      }
    >
      <ReportTable
        label="By affiliate"
        first="Affiliate"
        rows={affiliates}
        nameOf={nameOf}
        keyOf={({ id }) => String(id)}
        linkOf={({ id }) => `/admin/affiliates/${id}`}
        columns={columns}
        sizeOf={({ orders }) => orders}
        empty="Affiliates appear here once you approve the first application."
      />
    </Panel>
  );
}
