import { call } from '../../../platform/api/browser.ts';
import { Amounts, csvAmounts } from '../reports/Amounts.tsx';
import { count, inUnits, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { ParameterSelect } from '../reports/ParameterSelect.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../reports/ReportTable.tsx';
import { periodOf, type Traffic } from './load-traffic.ts';
import { rowsPath, valueName } from './traffic-labels.ts';

type Row = Traffic['acquisition']['current']['rows'][number];

/** Where visits came from and what they earned. */
export function AcquisitionPanel({ traffic: { acquisition, range, by, scope } }: { traffic: Traffic }) {
  const { rows, totals } = acquisition.current;
  const dimension = scope === 'session' ? by : `first_${by}`;
  const nameOf = (row: Row) => valueName(dimension, row.value);
  const columns: ReportColumn<Row>[] = [
    { label: 'Visits', cell: (row) => count(row.visits), csv: (row) => row.visits, total: count(totals.visits) },
    {
      label: 'Visitors',
      cell: (row) => count(row.visitors),
      csv: (row) => row.visitors,
      total: count(totals.visitors),
    },
    {
      label: 'Bounce rate',
      cell: (row) => percentOf(row.bounces, row.visits),
      total: percentOf(totals.bounces, totals.visits),
    },
    { label: 'Paid orders', cell: (row) => count(row.orders), csv: (row) => row.orders, total: count(totals.orders) },
    {
      label: 'Conversion',
      cell: (row) => percentOf(row.orders, row.visits),
      total: percentOf(totals.orders, totals.visits),
    },
    {
      label: 'Revenue',
      cell: (row) => <Amounts amounts={row.revenue} />,
      csv: (row) => csvAmounts(row.revenue),
      total: <Amounts amounts={totals.revenue} />,
    },
    {
      label: 'Commissions',
      cell: (row) => <Amounts amounts={row.commissions.filter((money) => inUnits(money) !== 0)} />,
      csv: (row) => csvAmounts(row.commissions),
      total: <Amounts amounts={totals.commissions} />,
    },
    {
      label: 'Net',
      cell: (row) => <Amounts amounts={row.net} />,
      csv: (row) => csvAmounts(row.net),
      total: <Amounts amounts={totals.net} />,
    },
  ];
  const load = async () => {
    const query = { ...periodOf(range), by, scope, limit: 1000 };
    return (await call('GET /v1/admin/analytics/traffic-acquisition-scoped', { query })).current.rows;
  };
  return (
    <Panel
      title="Sources and campaigns"
      wide
      note="Revenue is before tax and after refunds, of orders placed in this period. Net is what is left after commissions."
      actions={
        <>
          <ParameterSelect
            label="By"
            name="by"
            value={by}
            options={[
              { value: 'source', label: 'Sources' },
              { value: 'medium', label: 'Channels' },
              { value: 'campaign', label: 'Campaigns' },
            ]}
          />
          <ParameterSelect
            label="Credit"
            name="scope"
            value={scope}
            options={[
              { value: 'session', label: 'Of the visit (last touch)' },
              { value: 'first-visit', label: 'Of the first visit (first touch)' },
            ]}
          />
          <ReportCsv name={`sources-${range.from}-${range.to}`} first="Source" {...{ columns, nameOf, load }} />
        </>
      }
    >
      <ReportTable
        label="Sources and campaigns"
        first={by === 'source' ? 'Source' : by === 'medium' ? 'Channel' : 'Campaign'}
        rows={rows}
        nameOf={nameOf}
        keyOf={(row) => row.value}
        linkOf={(row) => rowsPath(dimension, row.value, range)}
        columns={columns}
        sizeOf={(row) => row.visits}
        empty="Visits appear here with the first page view."
      />
    </Panel>
  );
}
