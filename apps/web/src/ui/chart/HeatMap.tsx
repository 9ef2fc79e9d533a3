import { Link } from '../controls/Link.tsx';
import css from './HeatMap.module.css';

type Props = {
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  /** By row, then column; null is no data. */
  values: readonly (readonly (number | null)[])[];
  /** Values of the palest and the strongest shade; from 0 to the largest value if not given. */
  scale?: readonly [number, number];
  format?: (value: number) => string;
  linkOf?: (row: number, column: number) => string | null;
};

const levels = 5;

/** A table whose cells are shaded by value, such as orders by weekday and hour. */
export function HeatMap({ label, rows, columns, values, scale, format = String, linkOf }: Props) {
  const [low, high] = scale ?? [0, Math.max(1, ...values.flat().map((value) => value ?? 0))];
  const levelOf = (value: number) =>
    Math.max(scale ? 1 : 0, Math.min(levels, Math.ceil(((value - low) / (high - low || 1)) * levels)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard, too
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.heat}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, c) => {
                const value = values[r]?.[c] ?? null;
                const to = value === null ? null : linkOf?.(r, c);
                const text = value === null ? '–' : format(value);
                return (
                  <td key={column} data-level={value === null ? undefined : levelOf(value)}>
                    {to ? <Link to={to}>{text}</Link> : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
