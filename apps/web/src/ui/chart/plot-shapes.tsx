import { type Point, smoothPath } from '../brand/curve.ts';
import { cx } from '../class-names.ts';
import css from './Chart.module.css';
import type { ChartSeries } from './Chart.tsx';

/** Ten units per pixel of a wide screen. */
export const plotWidth = 10_000;
export const plotHeight = 2000;

type Scale = {
  readonly x: (i: number) => number;
  readonly y: (value: number) => number;
  /** Where the cursor is. */
  readonly at: number | null;
  /** The first step of a period that is not over. */
  readonly partialFrom: number | undefined;
};

export const Stroke = ({ d, className }: { d: string; className: string | undefined }) => (
  <path d={d} className={className} vectorEffect="non-scaling-stroke" />
);

type LinesProps = Scale & { series: readonly ChartSeries[] };

export function Lines({ series, x, y, at, partialFrom }: LinesProps) {
  return (
    <>
      {at === null ? null : <Stroke d={`M${x(at)} 0V${plotHeight}`} className={css.cursor} />}
      {series.map(({ label, values, tone = 'accent', dashed }) => {
        const value = at === null ? null : values[at];
        const until = partialFrom ?? values.length;
        const whole = values.map((one, i) => (i < until ? one : null));
        // The line of the running period starts at the last complete one.
        const rest = values.map((one, i) => (i >= until - 1 ? one : null));
        return (
          <g key={label} className={css[tone]}>
            <Stroke d={pathWithGaps(whole, x, y)} className={cx(css.line, dashed && css.dashed)} />
            {until < values.length ? (
              <Stroke d={pathWithGaps(rest, x, y)} className={cx(css.line, css.dashed, css.partialLine)} />
            ) : null}
            {at === null || value === null || value === undefined ? null : (
              <Stroke d={`M${x(at)} ${y(value)}h.1`} className={css.dot} />
            )}
          </g>
        );
      })}
    </>
  );
}

type BarsProps = Scale & { series: readonly ChartSeries[]; count: number; stacked: boolean };

export function Bars({ series, count, x, y, at, partialFrom, stacked }: BarsProps) {
  // Few bars stay slim.
  const room = Math.min((plotWidth / count) * 0.64, plotWidth * 0.12);
  const each = stacked ? room : room / series.length;
  const tops = Array.from({ length: count }, () => 0);
  return series.map(({ label, values, tone = 'accent' }, n) => (
    <g key={label} className={css[tone]}>
      {values.map((value, i) => {
        if (value === null) return null;
        const from = stacked ? (tops[i] ?? 0) : 0;
        if (stacked) tops[i] = from + value;
        const [top, bottom] = [y(from + value), y(from)];
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={i}
            className={cx(
              css.bar,
              at !== null && at !== i && css.barOther,
              partialFrom !== undefined && i >= partialFrom && css.barPartial,
            )}
            vectorEffect="non-scaling-stroke"
            x={x(i) - room / 2 + (stacked ? 0 : n * each)}
            width={Math.max(10, each - (stacked ? 0 : 20))}
            y={Math.min(top, bottom)}
            height={Math.abs(top - bottom)}
          />
        );
      })}
    </g>
  ));
}

type ToX = (i: number) => number;
type ToY = (value: number) => number;

/** The runs of values between gaps. */
function runsOf(values: readonly (number | null)[], x: ToX, y: ToY): Point[][] {
  const runs: Point[][] = [[]];
  values.forEach((value, i) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ x: x(i), y: y(value) });
  });
  return runs.filter((run) => run.length > 0);
}

const pathWithGaps = (values: readonly (number | null)[], x: ToX, y: ToY): string =>
  runsOf(values, x, y).map(smoothPath).join('');
