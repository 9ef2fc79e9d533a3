import { monthLabel } from '../../ui/chart/buckets.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import { type ReportColumn, ReportCsv, ReportTable } from '../analytics/reports/ReportTable.tsx';
import css from './leads.module.css';
import { type Report, reportLinks } from './report-links.ts';

type Section<Row> = {
  title: string;
  first: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  keyOf?: (row: Row) => string;
  columns: readonly ReportColumn<Row>[];
  empty: string;
};

/** A table with its file. */
function TableWithCsv<Row>({ title, ...table }: Section<Row>) {
  const { first, rows, nameOf, columns } = table;
  const name = title.toLowerCase().replace(/[^a-z]+/g, '-');
  return (
    <section className={css.report} aria-label={title}>
      <div className={css.bar}>
        <h2>{title}</h2>
        {rows.length > 0 ? (
          <ReportCsv name={name} first={first} columns={columns} nameOf={nameOf} load={async () => rows} />
        ) : null}
      </div>
      <ReportTable label={title} {...table} />
    </section>
  );
}

type Month = Report['months'][number];
type Expected = Report['forecast'][number];
type Stage = Report['stages'][number];
type Reason = Report['reasons'][number];
type Owner = Report['owners'][number];
type Money = Report['won']['value'];
const counted = <Row,>(label: string, of: (row: Row) => number, to: (row: Row) => string): ReportColumn<Row> => ({
  label,
  cell: (row) => (of(row) === 0 ? 0 : <TextLink to={to(row)}>{of(row)}</TextLink>),
  csv: of,
});
/** The currency is in the heading. */
const amount = <Row,>(label: string, of: (row: Row) => Money): ReportColumn<Row> => ({
  label,
  cell: (row) => amountText(of(row).amount),
  csv: (row) => of(row).amount,
});

/** Every count links to its deals. */
export function WonLostTables({ report, owner }: { report: Report; owner: string }) {
  const links = reportLinks(report, owner);
  const { currency } = report.won.value;
  return (
    <>
      <TableWithCsv
        title="Won and lost"
        first="Month"
        rows={report.months}
        nameOf={({ month }) => monthLabel(month)}
        keyOf={({ month }) => month}
        columns={[
          counted<Month>(
            'Won',
            (row) => row.wonCount,
            ({ month }) => links.closedIn('won', month),
          ),
          amount<Month>(`Won value, ${currency}`, (row) => row.won),
          counted<Month>(
            'Lost',
            (row) => row.lostCount,
            ({ month }) => links.closedIn('lost', month),
          ),
          amount<Month>(`Lost value, ${currency}`, (row) => row.lost),
        ]}
        empty="No deal was closed in this period."
      />
      <TableWithCsv
        title="Forecast"
        first="Expected to close"
        rows={report.forecast}
        nameOf={({ month }) => monthLabel(month)}
        keyOf={({ month }) => month}
        columns={[
          counted<Expected>(
            'Deals',
            (row) => row.count,
            ({ month }) => links.expectedIn(month),
          ),
          amount<Expected>(`Value, ${currency}`, (row) => row.value),
          amount<Expected>(`Weighted, ${currency}`, (row) => row.weighted),
        ]}
        empty="No open deal has an expected close date."
      />
      <TableWithCsv
        title="Stages"
        first="Stage"
        rows={report.stages}
        nameOf={({ name }) => name}
        keyOf={({ id }) => String(id)}
        columns={[
          counted<Stage>(
            'Deals',
            (row) => row.entered,
            ({ id }) => links.entered(id),
          ),
          {
            label: 'Conversion',
            cell: ({ id, conversion }) =>
              conversion === null ? '–' : <TextLink to={links.left(id)}>{`${conversion}%`}</TextLink>,
            csv: ({ conversion }) => conversion,
          },
          { label: 'Average days', cell: (row) => row.averageDays ?? '–', csv: (row) => row.averageDays },
        ]}
        empty="No deal was in a stage in this period."
      />
      <TableWithCsv
        title="Reasons for lost deals"
        first="Reason"
        rows={report.reasons}
        nameOf={({ reason }) => reason}
        columns={[
          counted<Reason>(
            'Deals',
            (row) => row.count,
            ({ reason }) => links.closed('lost', { lostReason: reason }),
          ),
          amount<Reason>(`Value, ${currency}`, (row) => row.value),
        ]}
        empty="No deal was lost in this period."
      />
      <TableWithCsv
        title="Owners"
        first="Owner"
        rows={report.owners}
        nameOf={({ name }) => name}
        keyOf={({ id }) => String(id)}
        columns={[
          counted<Owner>(
            'Activities done',
            (row) => row.activitiesDone,
            ({ id }) => links.activities(id),
          ),
          counted<Owner>(
            'Won',
            (row) => row.won,
            ({ id }) => links.closed('won', { owner: id }),
          ),
          counted<Owner>(
            'Lost',
            (row) => row.lost,
            ({ id }) => links.closed('lost', { owner: id }),
          ),
          amount<Owner>(`Won value, ${currency}`, (row) => row.value),
        ]}
        empty="No one closed a deal or completed an activity in this period."
      />
    </>
  );
}
