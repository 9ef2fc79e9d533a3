import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addDays, dateBuckets, partialFrom } from '../../ui/chart/buckets.ts';
import { BarChart } from '../../ui/chart/Chart.tsx';
import { StatTile } from '../../ui/chart/StatTile.tsx';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { amountIn, chartAmount, count, inUnits } from '../analytics/reports/figures.ts';
import { Panel } from '../analytics/reports/Panel.tsx';
import { ParameterSelect } from '../analytics/reports/ParameterSelect.tsx';
import { ReportFrame } from '../analytics/reports/ReportFrame.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../analytics/reports/ReportTable.tsx';
import { comparisonOf, reportRange, stepOf } from '../analytics/reports/report-range.ts';
import css from '../analytics/reports/reports.module.css';
import { PartnerStateDot } from '../record/partner-state.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';
import { OwedText } from './OwedText.tsx';

type Dashboard = CallReply<'GET /v1/admin/dealer-dashboard'>;
type Dealer = Dashboard['dealers'][number];

export const meta = () => [{ title: pageTitle('Dealer dashboard') }];
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams;
  const range = reportRange(search, new Date());
  const read = (days: { from: string; to: string }) =>
    call('GET /v1/admin/dealer-dashboard', { query: { from: days.from, to: days.to, type: stepOf(range) } });
  const [now, before] = await Promise.all([read(range), range.compared ? read(range.compared) : null]);
  const currencies = [...new Set(now.dealers.map(({ currency }) => currency))].sort();
  const largest = [...now.sales].sort((a, b) => inUnits(b) - inUnits(a))[0]?.currency ?? currencies[0] ?? 'CAD';
  const chosen = search.get('currency');
  return { range, now, before, currencies, currency: chosen && currencies.includes(chosen) ? chosen : largest };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the dashboard" />;

export default function DealerDashboard() {
  const { range, now, before, currencies, currency } = useLoaderData<typeof clientLoader>();
  const compare = (current: number, previous: number | undefined, better?: 'up' | 'down') =>
    comparisonOf(range, current, previous, better);
  const today = new Date();
  const buckets = dateBuckets(range.from, addDays(range.to, 1), stepOf(range), today);
  const [sales, owed] = [amountIn(now.sales, currency), amountIn(now.owed, currency)];
  return (
    <ReportFrame
      title="Dealer dashboard"
      crumbs={[{ label: 'Dealers', to: '/admin/dealers' }, { label: 'Dashboard' }]}
      range={range}
      asOf={now.as_of}
      actions={
        <Row>
          <ButtonLink to="/admin/dealer/applications">Applications ({now.applications_open})</ButtonLink>
          <ButtonLink to="/admin/dealer/info">Information</ButtonLink>
        </Row>
      }
      controls={
        currencies.length > 1 ? (
          <ParameterSelect
            label="Currency"
            name="currency"
            value={currency}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        ) : null
      }
    >
      <ul className={css.tiles}>
        <li>
          <StatTile label="Dealers who bought" {...compare(now.active, before?.active)}>
            {count(now.active)}
          </StatTile>
        </li>
        <li>
          <StatTile label="New dealers" {...compare(now.joined, before?.joined)}>
            {count(now.joined)}
          </StatTile>
        </li>
        <li>
          <StatTile
            label="Lost dealers"
            note="Bought in the period before, not in this one"
            {...compare(now.lost, before?.lost, 'down')}
          >
            {count(now.lost)}
          </StatTile>
        </li>
        <li>
          <StatTile label="Orders" {...compare(now.orders, before?.orders)}>
            {count(now.orders)}
          </StatTile>
        </li>
        <li>
          <StatTile
            label="Sales to dealers"
            note="Before tax and refunds"
            {...compare(inUnits(sales), before ? inUnits(amountIn(before.sales, currency)) : undefined)}
          >
            <MoneyText money={sales} />
          </StatTile>
        </li>
        <li>
          <StatTile label="Owed to us now" to={`/admin/ledger?kind=ar&unit=${currency}`}>
            <MoneyText money={owed} />
          </StatTile>
        </li>
      </ul>
      <div className={css.panels}>
        <Panel title={`Sales to dealers in ${currency}`} wide>
          <BarChart
            label={`Sales to dealers in ${currency}`}
            labels={buckets.map(({ label }) => label)}
            unit={currency}
            format={chartAmount}
            partialFrom={partialFrom(buckets)}
            series={[
              {
                label: 'Sales',
                values: now.series.map((step, at) =>
                  new Date(buckets[at]?.from ?? step.from) > today ? null : inUnits(amountIn(step.sales, currency)),
                ),
              },
            ]}
          />
        </Panel>
        <Dealers
          dealers={now.dealers.filter((dealer) => dealer.currency === currency)}
          file={`dealers-${range.from}-${range.to}`}
        />
      </div>
    </ReportFrame>
  );
}

function Dealers({ dealers, file }: { dealers: readonly Dealer[]; file: string }) {
  const nameOf = ({ name }: Dealer) => name;
  const money = (label: string, key: 'sales' | 'refunds' | 'revenue'): ReportColumn<Dealer> => ({
    label,
    cell: (dealer) => <MoneyText money={dealer[key]} hideCurrency />,
    csv: (dealer) => ({ number: dealer[key].amount }),
  });
  const columns: ReportColumn<Dealer>[] = [
    { label: 'Status', cell: ({ state }) => <PartnerStateDot state={state} />, csv: ({ state }) => state },
    {
      label: 'Orders',
      cell: ({ orders }) => count(orders),
      csv: ({ orders }) => orders,
      total: count(dealers.reduce((sum, { orders }) => sum + orders, 0)),
    },
    money('Sales', 'sales'),
    money('Refunds', 'refunds'),
    money('Revenue', 'revenue'),
    {
      label: 'Owed now',
      cell: ({ owed }) => <OwedText money={owed} hideCurrency />,
      csv: ({ owed }) => ({ number: owed.amount }),
    },
    {
      label: 'Last order',
      cell: ({ last_order_at }) => (last_order_at ? <DateText at={last_order_at} show="date" /> : '–'),
      csv: ({ last_order_at }) => last_order_at,
    },
  ];
  return (
    <Panel
      title="By dealer"
      wide
      actions={<ReportCsv name={file} first="Dealer" {...{ columns, nameOf }} load={() => Promise.resolve(dealers)} />}
    >
      <ReportTable
        label="By dealer"
        first="Dealer"
        rows={dealers}
        nameOf={nameOf}
        keyOf={({ id, currency }) => `${id} ${currency}`}
        linkOf={({ id }) => `/admin/dealers/${id}`}
        columns={columns}
        sizeOf={({ sales }) => inUnits(sales)}
        empty="Dealers appear here once you approve the first application."
      />
    </Panel>
  );
}
