import { Fragment, type ReactNode } from 'react';
import css from '../Small.module.css';

/** Facts about one record. An empty value is shown as a dash. */
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
