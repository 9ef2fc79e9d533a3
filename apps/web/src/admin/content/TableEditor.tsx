import { Button } from '../../ui/controls/Button.tsx';
import css from './content-admin.module.css';

type Row = readonly string[];
type Props = {
  columns: Row;
  rows: readonly Row[];
  onChange: (columns: string[], rows: string[][]) => void;
};

/** The cells of a table block, as plain text. */
export function TableEditor({ columns, rows, onChange }: Props) {
  const all = [columns, ...rows].map((row) => columns.map((_, at) => row[at] ?? ''));
  const put = ([head = [], ...rest]: string[][]) => onChange(head, rest);
  const set = (at: number, column: number, text: string) =>
    put(all.map((row, index) => (index === at ? row.map((cell, x) => (x === column ? text : cell)) : row)));
  return (
    <>
      <div className={css.cells}>
        {all.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed at the end
          <div key={at} className={css.cellRow}>
            {row.map((cell, column) => (
              <input
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={column}
                aria-label={at === 0 ? `Heading of column ${column + 1}` : `Row ${at}, column ${column + 1}`}
                value={cell}
                onChange={(event) => set(at, column, event.currentTarget.value)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={css.row}>
        <Button size="small" onClick={() => put([...all, columns.map(() => '')])}>
          Add row
        </Button>
        <Button size="small" variant="ghost" disabled={rows.length === 0} onClick={() => put(all.slice(0, -1))}>
          Remove last row
        </Button>
        <Button size="small" disabled={columns.length >= 12} onClick={() => put(all.map((row) => [...row, '']))}>
          Add column
        </Button>
        <Button
          size="small"
          variant="ghost"
          disabled={columns.length === 1}
          onClick={() => put(all.map((row) => row.slice(0, -1)))}
        >
          Remove last column
        </Button>
      </div>
    </>
  );
}
