import { smoothPath } from '../brand/curve.ts';
import { cx } from '../class-names.ts';
import css from './Chart.module.css';
import type { ChartTone } from './Chart.tsx';
import { Stroke } from './plot-shapes.tsx';

const fine = 10;

type Props = {
  values: readonly number[];
  label: string;
  tone?: ChartTone;
  width?: number;
  height?: number;
  /** The last value is of a period that is not over: its part is dashed. */
  partial?: boolean;
};

/** A line without axes, for a table cell or next to a number. */
export function Sparkline({ values, label, tone = 'accent', width: w = 96, height: h = 24, partial = false }: Props) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, i) => ({
    x: (i / Math.max(1, values.length - 1)) * w * fine,
    y: (h - 2 - ((value - low) / span) * (h - 4)) * fine,
  }));
  const last = points.at(-1);
  const cut = partial ? Math.max(0, points.length - 1) : points.length;
  return (
    <svg
      className={cx(css.spark, css[tone])}
      width={w}
      height={h}
      viewBox={`0 0 ${w * fine} ${h * fine}`}
      role="img"
      aria-label={label}
    >
      <Stroke d={smoothPath(points.slice(0, cut))} className={css.line} />
      {partial ? <Stroke d={smoothPath(points.slice(-2))} className={cx(css.line, css.dashed)} /> : null}
      {last && !partial ? <Stroke d={`M${last.x} ${last.y}h.1`} className={css.dot} /> : null}
    </svg>
  );
}
