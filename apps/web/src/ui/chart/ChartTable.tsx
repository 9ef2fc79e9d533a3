import { t } from '@tuneport/domain/text/text';
import { Link } from '../controls/Link.tsx';
import css from './Chart.module.css';
import type { ChartSeries } from './Chart.tsx';

type Props = {
  label: string;
  labels: readonly string[];
  series: readonly ChartSeries[];
  show: (value: number) => string;
  linkOf?: ((index: number) => string | null) | undefined;
};

/** The data of a chart for reading and copying. */
export const ChartTable = ({ label, labels, series, show, linkOf }: Props) => (
  <details className={css.table}>
    <summary>{t('Show as table')}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls by keyboard, too */}
    <section className={css.tableBox} tabIndex={0} aria-label={t('{label}, table', { label })}>
      <table>
        <thead>
          <tr>
            <td />
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((text, i) => {
            const to = linkOf?.(i);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two steps may carry the same words.
              <tr key={`${text}${i}`}>
                <th scope="row">{to ? <Link to={to}>{text}</Link> : text}</th>
                {series.map((one) => {
                  const value = one.values[i];
                  return <td key={one.label}>{value === null || value === undefined ? '–' : show(value)}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  </details>
);
