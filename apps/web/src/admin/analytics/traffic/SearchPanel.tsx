import { call } from '../../../platform/api/browser.ts';
import { count, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../reports/ReportTable.tsx';
import { periodOf, type Traffic } from './load-traffic.ts';

type Row = Traffic['searches']['current']['rows'][number];

/** Search terms; those without results show what the site lacks. */
export function SearchPanel({ traffic: { searches, range } }: { traffic: Traffic }) {
  const { rows, searches: total, without_results: without } = searches.current;
  const nameOf = (row: Row) => row.term;
  const columns: ReportColumn<Row>[] = [
    { label: 'Searches', cell: (row) => count(row.searches), csv: (row) => row.searches, total: count(total) },
    {
      label: 'Without results',
      cell: (row) => (row.without_results === 0 ? '–' : count(row.without_results)),
      csv: (row) => row.without_results,
      total: `${count(without)} (${percentOf(without, total)})`,
    },
  ];
  const load = async () =>
    (await call('GET /v1/admin/analytics/search-stats', { query: { ...periodOf(range), limit: 1000 } })).current.rows;
  return (
    <Panel
      title="Searches"
      actions={<ReportCsv name={`searches-${range.from}-${range.to}`} first="Term" {...{ columns, nameOf, load }} />}
    >
      <ReportTable
        label="Searches"
        first="Term"
        rows={rows}
        nameOf={nameOf}
        columns={columns}
        sizeOf={(row) => row.searches}
        empty="No searches in this period."
      />
    </Panel>
  );
}
