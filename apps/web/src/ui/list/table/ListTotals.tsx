import { t } from '@tuneport/domain/text/text';
import { cx } from '../../class-names.ts';
import { MoneyText } from '../../text/MoneyText.tsx';
import { changeText } from '../filters/date-range.ts';
import type { Column } from '../list-columns.ts';
import { grouped, type Sums } from '../list-state.ts';
import type { ListSums } from '../useListAnswer.ts';
import { hideClass } from './hide-class.ts';
import css from './ListTable.module.css';

type Props<Row> = {
  columns: readonly Column<Row>[];
  sums: ListSums;
  /** Cells before and after the columns. */
  before: number;
  after: number;
};

/** The sums of all matching rows, at the bottom of the table. */
export function ListTotals<Row>({ columns, sums, before, after }: Props<Row>) {
  return (
    <tfoot>
      <tr className={css.totals}>
        {before > 0 ? <td className={css.tickCell} /> : null}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.id} scope="row">
              {t('Total')}
            </th>
          ) : (
            <td
              key={column.id}
              data-label={column.sum ? column.label : undefined}
              className={cx(column.align === 'end' && css.end, hideClass(column))}
            >
              {column.sum ? <Sum sums={sums} id={column.id} /> : null}
            </td>
          ),
        )}
        {after > 0 ? <td /> : null}
      </tr>
    </tfoot>
  );
}

function Sum({ sums, id }: { sums: ListSums; id: string }) {
  const lines = sums.now[id] ?? [];
  if (lines.length === 0) return '–';
  return (
    <span className={css.sums}>
      {lines.map(({ amount, currency }) => (
        <span key={currency}>
          {currency === null ? grouped(Number(amount)) : <MoneyText money={{ amount, currency }} />}
          <Change now={amount} before={sums.before && amountIn(sums.before, id, currency)} />
        </span>
      ))}
    </span>
  );
}

const amountIn = (sums: Sums, id: string, currency: string | null) =>
  sums[id]?.find((one) => one.currency === currency)?.amount ?? '0';

function Change({ now, before }: { now: string; before: string | null }) {
  const text = before === null ? null : changeText(Number(now), Number(before));
  return text ? <span className={css.change}> {text}</span> : null;
}
