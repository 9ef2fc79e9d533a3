import type { ReactNode } from 'react';
import css from './PartnerTable.module.css';

type Head = string | { readonly label: string; readonly end?: true; readonly hidden?: true };
type Props = {
  label: string;
  heads: readonly Head[];
  /** The first cell of a row is its name. */
  rows: readonly { readonly key: number | string; readonly cells: readonly ReactNode[] }[];
};

/** A short table of a partner's own things: codes, links, offers. Long lists use `ListPage`. */
export function PartnerTable({ label, heads, rows }: Props) {
  const shown = heads.map((head) => (typeof head === 'string' ? { label: head } : head));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            {shown.map((head) => (
              <th key={head.label} scope="col" data-end={head.end}>
                {head.hidden ? <span hidden>{head.label}</span> : head.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => {
                const head = shown[at];
                return at === 0 ? (
                  <th key={head?.label} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head?.label} data-end={head?.end} data-label={head?.hidden ? undefined : head?.label}>
                    {cell}
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
