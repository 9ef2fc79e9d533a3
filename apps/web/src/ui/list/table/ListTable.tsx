import { t } from '@tuneport/domain/text/text';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { cx } from '../../class-names.ts';
import { toast } from '../../feedback/toast-store.ts';
import { Checkbox } from '../../form/Checkbox.tsx';
import { Menu, type MenuEntry } from '../../overlay/Menu.tsx';
import { Icon } from '../../text/Icon.tsx';
import type { Column } from '../list-columns.ts';
import type { ListState } from '../list-state.ts';
import type { ListSums } from '../useListAnswer.ts';
import { type CellEdit, EditableCell } from './EditableCell.tsx';
import { hideClass } from './hide-class.ts';
import css from './ListTable.module.css';
import { ListTotals } from './ListTotals.tsx';

export type RowKey = string | number;

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** Name of a row, for its checkbox and menu. */
  rowName: (row: Row) => string;
  rowLink?: (row: Row) => string | null;
  rowActions?: (row: Row) => readonly MenuEntry[];
  current?: RowKey | null;
  selection?: { keys: ReadonlySet<RowKey>; toggle: (key: RowKey) => void; all: (on: boolean) => void };
  sort: ListState['sort'];
  onSort: (id: string) => void;
  stale: boolean;
  /** The column whose values are headings above their rows. */
  group?: string;
  sums?: ListSums | null;
  /** How editable columns are saved; without it they are only shown. */
  edit?: CellEdit<Row> | undefined;
  onEdited?: (() => void) | undefined;
};

export function ListTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, selection, sort, onSort, stale } = props;
  const chosen = selection ? rows.filter((r) => selection.keys.has(rowKey(r))).length : 0;
  const columnCount = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable to be scrolled by keys.
    <section className={css.scroll} aria-label={caption} tabIndex={0}>
      <table className={cx(css.table, stale && css.stale)}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {selection ? <col /> : null}
          {columns.map((c) => (
            <col key={c.id} width={c.width} className={hideClass(c)} />
          ))}
          {props.rowActions ? <col /> : null}
        </colgroup>
        <thead>
          <tr>
            {selection ? (
              <th className={css.tickCell}>
                <Checkbox
                  label={t('Select all rows on this page')}
                  hideLabel
                  checked={rows.length > 0 && chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(e) => selection.all(e.currentTarget.checked)}
                />
              </th>
            ) : null}
            {columns.map((c) => (
              <th
                key={c.id}
                scope="col"
                className={cx(c.align === 'end' && css.end, hideClass(c))}
                aria-sort={sort?.id === c.id ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {c.sortable ? (
                  <button type="button" className={css.sort} onClick={() => onSort(c.id)}>
                    {c.label}
                    <svg className={css.arrow} viewBox="0 0 8 10" aria-hidden="true">
                      <path d="M4 9V1M1 4l3-3 3 3" fill="none" stroke="currentColor" strokeWidth="1.25" />
                    </svg>
                  </button>
                ) : (
                  c.label
                )}
              </th>
            ))}
            {props.rowActions ? (
              <th className={css.moreCell}>
                <span className="visually-hidden">{t('Actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const heading = groupText(props, row);
            const before = rows[at - 1];
            return (
              <Fragment key={rowKey(row)}>
                {heading !== null && (before === undefined || groupText(props, before) !== heading) ? (
                  <tr className={css.group}>
                    <th scope="rowgroup" colSpan={columnCount}>
                      {groupHeading(props, row) ?? (heading || t('None'))}
                    </th>
                  </tr>
                ) : null}
                <ListRow row={row} {...props} />
              </Fragment>
            );
          })}
        </tbody>
        {props.sums ? (
          <ListTotals columns={columns} sums={props.sums} before={selection ? 1 : 0} after={props.rowActions ? 1 : 0} />
        ) : null}
      </table>
    </section>
  );
}

function ListRow<Row>({
  row,
  columns,
  rowKey,
  rowName,
  rowLink,
  rowActions,
  current,
  selection,
  edit,
  onEdited,
}: Props<Row> & { row: Row }) {
  const navigate = useNavigate();
  const key = rowKey(row);
  const to = rowLink?.(row);
  const selected = selection?.keys.has(key) ?? false;
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    // The link in the first cell is the real one; a click anywhere in the row follows it.
    const target = event.target as Element;
    if (!to || target.closest('a, button, input, select, label, [popover]') || window.getSelection()?.toString())
      return;
    if (event.metaKey || event.ctrlKey) window.open(to, '_blank');
    else void navigate(to);
  };
  const fieldOf = (column: Column<Row>) => (edit && column.editable ? edit.field(column.id) : null);
  const editableCell = (column: Column<Row>, of: Row, button?: ReactNode): ReactNode => {
    const field = fieldOf(column);
    if (!edit || !field) return column.cell(of);
    return (
      <EditableCell
        field={field}
        value={edit.value(of, field)}
        rowName={rowName(of)}
        atOnce={button !== undefined}
        save={(value) => edit.save(of, field, value)}
        onProblem={(message) => toast(message, { tone: 'bad' })}
        onChanged={() => onEdited?.()}
      >
        {button ?? column.cell(of)}
      </EditableCell>
    );
  };
  return (
    <tr
      data-row={key}
      data-linked={to ? true : undefined}
      data-current={current === key || undefined}
      data-selected={selected || undefined}
      onClick={open}
    >
      {selection ? (
        <td className={css.tickCell}>
          <Checkbox
            label={t('Select {row}', { row: rowName(row) })}
            hideLabel
            checked={selected}
            onChange={() => selection.toggle(key)}
          />
        </td>
      ) : null}
      {columns.map((c, i) => (
        <td
          key={c.id}
          data-label={c.label}
          className={cx(c.align === 'end' && css.end, i === 0 && css.lead, hideClass(c))}
        >
          {i === 0 && to ? (
            <>
              <Link
                to={to}
                className={css.rowLink}
                discover="none"
                preventScrollReset
                data-row-focus
                aria-current={current === key ? 'true' : undefined}
              >
                {c.cell(row)}
              </Link>
              {/* The name itself opens the record. */}
              {fieldOf(c) ? <span className={css.rename}>{editableCell(c, row, <Icon name="pencil" />)}</span> : null}
            </>
          ) : (
            <span>{editableCell(c, row)}</span>
          )}
        </td>
      ))}
      {rowActions ? (
        <td className={css.moreCell}>
          <Menu
            label={t('Actions for {row}', { row: rowName(row) })}
            icon="dots"
            variant="ghost"
            size="small"
            entries={rowActions(row)}
          />
        </td>
      ) : null}
    </tr>
  );
}

/** A heading looks like the cell of its column: a state keeps its dot. */
function groupHeading<Row>({ columns, group }: Props<Row>, row: Row): ReactNode {
  const column = columns.find(({ id }) => id === group);
  return column?.group === true ? column.cell(row) : null;
}

/** What tells the row's group from the next; null when the list is not grouped. */
function groupText<Row>({ columns, group }: Props<Row>, row: Row): string | null {
  const column = group === undefined ? undefined : columns.find(({ id }) => id === group);
  if (!column?.group) return null;
  if (typeof column.group === 'function') return column.group(row);
  const value = column.csv?.(row);
  return String(typeof value === 'object' && value !== null ? value.number : (value ?? ''));
}
