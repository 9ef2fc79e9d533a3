import { type ReactNode, useId } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './tables.module.css';

export type RowColumn<Row> = {
  label: string;
  cell: (edit: {
    row: Row;
    set: (change: Partial<Row>) => void;
    error: (field: string) => readonly string[] | undefined;
    label: string;
  }) => ReactNode;
};

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly RowColumn<Row>[];
  /** Column widths on wide screens. */
  layout: string | undefined;
  onChange: (rows: Row[]) => void;
  nameOf: (row: Row) => string;
  errorAt: (path: string) => readonly string[] | undefined;
  add: { label: string; row: () => Row };
  empty: string;
  readOnly: boolean;
  /** Order matters: rows can be moved. */
  ordered?: boolean;
};

/** Rows of inputs under one header: a table on wide screens, stacked forms on a phone. */
export function RowsEditor<Row>(props: Props<Row>) {
  const { rows, columns, layout, onChange, nameOf, errorAt, add, empty, readOnly, ordered } = props;
  const id = useId();
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <div className={css.rows}>
      {rows.length === 0 ? <p className={css.quiet}>{empty}</p> : null}
      {rows.length > 0 ? (
        <div className={cx(css.row, css.head, layout)} aria-hidden="true">
          {columns.map(({ label }) => (
            <span key={label}>{label}</span>
          ))}
          <span />
        </div>
      ) : null}
      {rows.map((row, at) => {
        const name = nameOf(row) || `row ${at + 1}`;
        const whole = errorAt(`rows.${at}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with every key typed
          <fieldset key={at} className={cx(css.row, layout)} aria-describedby={whole ? `${id}-${at}` : undefined}>
            <legend className="visually-hidden">{name}</legend>
            {columns.map(({ label, cell }) => (
              <div key={label} className={css.cell}>
                {cell({
                  row,
                  label,
                  set: (change) => onChange(rows.map((old, nth) => (nth === at ? { ...old, ...change } : old))),
                  error: (field) => errorAt(`rows.${at}.${field}`),
                })}
              </div>
            ))}
            {readOnly ? (
              <span />
            ) : (
              <div className={css.rowButtons}>
                {ordered ? (
                  <>
                    <Button
                      icon
                      variant="ghost"
                      aria-label={`Move ${name} up`}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <Icon name="chevronDown" className={css.up} />
                    </Button>
                    <Button
                      icon
                      variant="ghost"
                      aria-label={`Move ${name} down`}
                      disabled={at === rows.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <Icon name="chevronDown" />
                    </Button>
                  </>
                ) : null}
                <Button
                  icon
                  variant="ghost"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(rows.filter((_, nth) => nth !== at))}
                >
                  <Icon name="trash" />
                </Button>
              </div>
            )}
            {whole ? (
              <p id={`${id}-${at}`} className={css.rowError}>
                {whole.join(' ')}
              </p>
            ) : null}
          </fieldset>
        );
      })}
      {readOnly ? null : (
        <div>
          <Button size="small" onClick={() => onChange([...rows, add.row()])}>
            <Icon name="plus" />
            {add.label}
          </Button>
        </div>
      )}
    </div>
  );
}
