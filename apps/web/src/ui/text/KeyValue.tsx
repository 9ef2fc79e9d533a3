import { Fragment, type ReactNode } from 'react';
import css from '../Small.module.css';

/** Facts about one thing. An empty value shows a dash, so that nobody wonders whether it was forgotten. */
export function KeyValue({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={css.keys}>
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
