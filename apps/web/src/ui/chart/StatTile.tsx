import { capitalized } from '@tuneport/domain/text/capitalized';
import { percentText } from '@tuneport/domain/text/percent-text';
import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Link } from '../controls/Link.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import css from './StatTile.module.css';

type Comparison = {
  readonly current: number;
  readonly previous: number;
  /** "the 30 days before" */
  readonly with: string;
  /** Which direction is an improvement; by default neither. */
  readonly better?: 'up' | 'down';
};

type Props = {
  label: string;
  children: ReactNode;
  compare?: Comparison;
  note?: ReactNode;
  /** The filtered list behind the figure. */
  to?: string;
};

/** One figure of a dashboard with its change against the period before. */
export function StatTile({ label, children, compare, note, to }: Props) {
  const inside = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{children}</span>
      {compare && hasValue(compare) ? <Change {...compare} /> : null}
      {note ? <span className={css.note}>{note}</span> : null}
    </>
  );
  return to === undefined ? (
    <div className={css.tile}>{inside}</div>
  ) : (
    <Link to={to} className={css.tile}>
      {inside}
    </Link>
  );
}

/** A figure that is zero in both periods has nothing to compare. */
const hasValue = ({ current, previous }: Comparison) => current !== 0 || previous !== 0;

/** Null if there is nothing to compare with. */
function changePercent(current: number, previous: number): number | null {
  if (previous === 0) return current === 0 ? 0 : null;
  return Math.round(((current - previous) / Math.abs(previous)) * 100);
}

function Change({ current, previous, with: label, better }: Comparison) {
  const percent = changePercent(current, previous);
  if (percent === null) return <span className={css.note}>{`${capitalized(label)}: 0`}</span>;
  if (percent === 0) return <span className={css.note}>{t('Same as {label}', { label })}</span>;
  const up = percent > 0;
  const tone = better === undefined ? undefined : up === (better === 'up') ? 'good' : 'bad';
  return (
    <span className={css.change} data-tone={tone}>
      <span aria-hidden="true">{up ? '↑' : '↓'}</span>
      <VisuallyHidden>{up ? t('Up') : t('Down')}</VisuallyHidden> {percentText(Math.abs(percent))}{' '}
      <span className={css.note}>{t('from {label}', { label })}</span>
    </span>
  );
}
