import { percentText } from '@tuneport/domain/text/percent-text';
import { Link } from '../controls/Link.tsx';
import css from './Funnel.module.css';

type FunnelStep = { readonly label: string; readonly value: number; readonly to?: string };

type Props = { label: string; steps: readonly FunnelStep[]; format?: (value: number) => string };

const percent = (part: number, whole: number) => (whole === 0 ? '–' : percentText(Math.round((part / whole) * 100)));

/** Steps of a process: how many reached each one, of the first and of the one before. A table, with bars. */
export const Funnel = ({ label, steps, format = String }: Props) => (
  <table className={css.funnel}>
    <caption className="visually-hidden">{label}</caption>
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col">Reached</th>
        <td />
        <th scope="col">From step before</th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ label: step, value, to }, i) => (
        <tr key={step}>
          <th scope="row">{to ? <Link to={to}>{step}</Link> : step}</th>
          <td>{format(value)}</td>
          <td className={css.bar}>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={100} height={10} className={css.track} />
              <rect width={steps[0]?.value ? (value / steps[0].value) * 100 : 0} height={10} className={css.fill} />
            </svg>
          </td>
          <td>{i === 0 ? '' : percent(value, steps[i - 1]?.value ?? 0)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
