import { othersKey } from '@tuneport/domain/analytics/breakdown';
import type { ReactNode } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { count, inUnits } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { type ReportColumn, ReportCsv, ReportTable } from '../reports/ReportTable.tsx';
import type { ReportRange } from '../reports/report-range.ts';
import {
  type Breakdown,
  type BreakdownRow,
  dimensionLabels,
  figureLabels,
  type MetricDimension,
  type MoneyFigure,
  rowName,
  rowsPath,
} from './metric-labels.ts';

const figures: readonly MoneyFigure[] = ['revenue', 'sales', 'refunds', 'cogs', 'commissions', 'margin'];

type Props = {
  title: string;
  by: MetricDimension;
  breakdown: Breakdown;
  currency: string;
  range: ReportRange;
  zone: string;
  regions?: readonly string[];
  choice?: ReactNode;
};

/** Money by one dimension in one currency. Its rows sum to the total, and each opens its postings. */
export function MetricBreakdown({ title, by, breakdown, currency, range, zone, regions = [], choice }: Props) {
  const isOwn = (row: { currency: string }) => row.currency === currency;
  const rows = breakdown.rows.filter(isOwn);
  const total = breakdown.totals.find(isOwn);
  const nameOf = (row: BreakdownRow) => rowName(by, row, regions, breakdown.rows);
  const { one } = dimensionLabels[by];
  const columns: ReportColumn<BreakdownRow>[] = [
    {
      label: by === 'tune' || by === 'product' ? 'Pieces' : 'Orders',
      cell: (row) => count(row.sold),
      csv: (row) => row.sold,
      total: count(total?.sold ?? 0),
    },
    ...figures.map((figure) => ({
      label: figureLabels[figure].label,
      cell: (row: BreakdownRow) => <MoneyText money={row[figure]} hideCurrency />,
      csv: (row: BreakdownRow) => ({ number: row[figure].amount }),
      total: total ? <MoneyText money={total[figure]} hideCurrency /> : '',
    })),
  ];
  const load = async () => {
    const query = { from: range.from, to: range.to, zone, by, limit: 1000 };
    return (await call('GET /v1/admin/metrics/breakdown', { query })).rows.filter(isOwn);
  };
  return (
    <Panel
      title={title}
      wide
      note={`Amounts in ${currency}, before tax, from the ledger.`}
      actions={
        <>
          {choice}
          <ReportCsv name={`${by}-${range.from}-${range.to}-${currency}`} first={one} {...{ columns, nameOf, load }} />
        </>
      }
    >
      <ReportTable
        label={title}
        first={one}
        rows={rows}
        nameOf={nameOf}
        keyOf={(row) => row.key}
        linkOf={(row) =>
          row.key === othersKey
            ? null
            : rowsPath({ from: range.from, to: range.to, zone, figure: 'revenue', currency, by, value: row.key })
        }
        columns={columns}
        sizeOf={(row) => inUnits(row.revenue)}
        empty="No postings in this period."
      />
    </Panel>
  );
}
