import { Fragment, type ReactNode } from 'react';
import css from './KeyValue.module.css';

type Props = {
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
  /** The values are money: they end in one line, digit below digit. */
  readonly amounts?: boolean;
};

/** Facts about one record. An empty value is shown as a dash. */
export function KeyValue({ rows, amounts = false }: Props) {
  return (
    <dl className={amounts ? `${css.keys} ${css.amounts}` : css.keys}>
      {rows.map(([label, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same label
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
