import { type CsvCell, toCsv } from '@tuneport/domain/api/csv-row';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Link } from '../../../ui/controls/Link.tsx';
import { downloadText } from '../../../ui/list/export-csv.ts';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './reports.module.css';

export type ReportColumn<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly csv?: (row: Row) => CsvCell;
  /** In the last line; none for a column that cannot be summed. */
  readonly total?: ReactNode;
};

type Props<Row> = {
  label: string;
  /** What the rows are: "Page". */
  first: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  keyOf?: (row: Row) => string;
  /** The list behind a row. */
  linkOf?: (row: Row) => string | null;
  columns: readonly ReportColumn<Row>[];
  /** Draws a bar in proportion to it. */
  sizeOf?: (row: Row) => number;
  empty: string;
};

/** A breakdown: names with a bar, figures, and a last line with the total. */
export function ReportTable<Row>({
  label,
  first,
  rows,
  nameOf,
  keyOf = nameOf,
  linkOf,
  columns,
  sizeOf,
  empty,
}: Props<Row>) {
  if (rows.length === 0) return <p className={css.note}>{empty}</p>;
  const largest = sizeOf ? Math.max(1, ...rows.map(sizeOf)) : 1;
  const hasTotal = columns.some(({ total }) => total !== undefined);
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {sizeOf ? <td className={css.bar} /> : null}
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const to = linkOf?.(row) ?? null;
            return (
              <tr key={keyOf(row)}>
                <th scope="row" title={nameOf(row)}>
                  {to ? <Link to={to}>{nameOf(row)}</Link> : nameOf(row)}
                </th>
                {sizeOf ? (
                  <td className={css.bar}>
                    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={100} height={10} className={css.track} />
                      <rect width={Math.max(0, (sizeOf(row) / largest) * 100)} height={10} className={css.fill} />
                    </svg>
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td key={column.label}>{column.cell(row)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
        {hasTotal ? (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {sizeOf ? <td className={css.bar} /> : null}
              {columns.map((column) => (
                <td key={column.label}>{column.total}</td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

type Export<Row> = {
  /** Of the file. */
  name: string;
  first: string;
  columns: readonly ReportColumn<Row>[];
  nameOf: (row: Row) => string;
  /** Reads all rows, not only those that are shown. */
  load: () => Promise<readonly Row[]>;
};

export function ReportCsv<Row>({ name, first, columns, nameOf, load }: Export<Row>) {
  const exported = columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []));
  const run = async () => {
    const rows = await load();
    const lines = rows.map((row) => [nameOf(row), ...exported.map(({ csv }) => csv(row))]);
    downloadText(`${name}.csv`, toCsv([first, ...exported.map(({ label }) => label)], lines));
  };
  return (
    <Button variant="ghost" size="small" onClick={() => void run()}>
      <Icon name="download" /> CSV
    </Button>
  );
}
