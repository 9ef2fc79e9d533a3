import type { CallReply } from '@tuneport/contract/index';
import type { measures } from '@tuneport/domain/analytics/traffic-dimensions';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { count, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../reports/ReportTable.tsx';
import type { ReportRange } from '../reports/report-range.ts';
import css from '../reports/reports.module.css';
import { periodOf } from './load-traffic.ts';
import { rowsPath, type TrafficDimension, valueName } from './traffic-labels.ts';

type Breakdown = CallReply<'GET /v1/admin/analytics/breakdown'>;
type Row = Breakdown['current']['rows'][number];

type Props = {
  title: string;
  first: string;
  /** The reader chooses among them. */
  dimensions: readonly TrafficDimension[];
  range: ReportRange;
  note?: string;
};

const dimensionLabels: Readonly<Partial<Record<TrafficDimension, string>>> = {
  entry: 'Entry pages',
  exit: 'Exit pages',
  country: 'Countries',
  language: 'Languages',
  device: 'Devices',
  browser: 'Browsers',
  os: 'Systems',
};

const measured: Readonly<Record<string, { key: (typeof measures)[number]; label: string }>> = {
  page: { key: 'views', label: 'Views' },
  event: { key: 'events', label: 'Events' },
};
const limit = 8;
const all = 1000;

export function BreakdownPanel({ title, first, dimensions, range, note }: Props) {
  const [dimension, choose] = useState<TrafficDimension>(dimensions[0] ?? 'page');
  const [found, setFound] = useState<Breakdown | 'failed' | null>(null);
  const [more, setMore] = useState(false);
  // As text: the same days are the same period.
  const period = JSON.stringify(periodOf(range));
  useEffect(() => {
    const stop = new AbortController();
    const query = { ...(JSON.parse(period) as ReturnType<typeof periodOf>), dimension, limit: more ? 100 : limit };
    call('GET /v1/admin/analytics/breakdown', { query, signal: stop.signal }).then(setFound, () => {
      if (!stop.signal.aborted) setFound('failed');
    });
    return () => stop.abort();
  }, [period, dimension, more]);
  const { key, label } = measured[dimension] ?? { key: 'visits' as const, label: 'Visits' };
  const nameOf = (row: Row) => valueName(dimension, row.value);
  const totals = found && found !== 'failed' ? found.current.totals : null;
  const before = new Map(
    found && found !== 'failed' ? found.comparison?.rows.map((row) => [row.value, row[key]]) : undefined,
  );
  const hasBefore = before.size > 0;
  const columns: ReportColumn<Row>[] = [
    {
      label,
      cell: (row) => count(row[key]),
      csv: (row) => row[key],
      total: totals ? count(totals[key]) : '',
    },
    { label: 'Share', cell: (row) => percentOf(row[key], totals?.[key] ?? 0), total: '100%' },
    ...(hasBefore
      ? [
          {
            label: 'Before',
            cell: (row: Row) => (
              <span className={css.quiet}>{before.has(row.value) ? count(before.get(row.value) ?? 0) : '–'}</span>
            ),
          },
        ]
      : []),
  ];
  const loadAll = async () => {
    const query = { ...periodOf(range), dimension, limit: all };
    return (await call('GET /v1/admin/analytics/breakdown', { query })).current.rows;
  };
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <>
          {dimensions.length > 1 ? (
            <NativeSelect
              label={`${title} by`}
              hideLabel
              value={dimension}
              onChange={(event) => choose(event.currentTarget.value as TrafficDimension)}
              options={dimensions.map((value) => ({ value, label: dimensionLabels[value] ?? value }))}
            />
          ) : null}
          <ReportCsv name={`${dimension}-${range.from}-${range.to}`} {...{ first, columns, nameOf }} load={loadAll} />
        </>
      }
    >
      {found === null ? (
        <Skeleton lines={4} label={`Loading ${title.toLowerCase()}`} />
      ) : found === 'failed' ? (
        <p className={css.note}>These figures could not be loaded. Reload the page to try again.</p>
      ) : (
        <>
          <ReportTable
            label={title}
            first={first}
            rows={found.current.rows}
            nameOf={nameOf}
            keyOf={(row) => row.value}
            linkOf={(row) => rowsPath(dimension, row.value, range)}
            columns={columns}
            sizeOf={(row) => row[key]}
            empty="Nothing in this period."
          />
          {!more && found.current.rows.length > limit ? (
            <Button variant="link" onClick={() => setMore(true)}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </Panel>
  );
}
