import { type PointerEvent, useId, useState } from 'react';
import { niceTicks, type Point, smoothPath } from '../brand/curve.ts';
import { cx } from '../class-names.ts';
import css from './Chart.module.css';

export type ChartTone = 'accent' | 'torque' | 'stock' | 'text';
export type ChartSeries = {
  label: string;
  /** One value per label; null is a gap in the data. */
  values: readonly (number | null)[];
  tone?: ChartTone;
  dashed?: boolean;
};

type Props = {
  /** Text alternative of the chart. */
  label: string;
  /** Labels of the x axis: days, months, names. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  kind?: 'line' | 'bar';
  unit?: string;
  /** Formats a value; whole numbers by default. */
  format?: (value: number) => string;
};

/** Ten units per pixel of a wide screen. */
const width = 10_000;
const height = 2000;
const plain = (value: number) => String(value).replace(/\B(?=(\d{3})+(\.|$))/g, '\u202F');

/** A small chart for dashboards: plain SVG, a cursor with values, and a table of the data for screen readers. */
export function Chart({ label, labels, series, kind = 'line', unit = '', format = plain }: Props) {
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const all = series.flatMap((s) => s.values.filter((v) => v !== null));
  const ys = niceTicks(Math.min(0, ...all), Math.max(1, ...all), 4);
  const [y0, y1] = [ys[0] ?? 0, ys.at(-1) ?? 1];
  const count = labels.length;
  // Bars are centred in their step, lines run from edge to edge.
  const x = (i: number) =>
    kind === 'bar' ? ((i + 0.5) / count) * width : count > 1 ? (i / (count - 1)) * width : width / 2;
  const y = (value: number) => height - ((value - y0) / (y1 - y0)) * height;

  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    const i = kind === 'bar' ? Math.floor(part * count) : Math.round(part * (count - 1));
    setAt(Math.max(0, Math.min(count - 1, i)));
  };
  const shown = at ?? count - 1;

  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      <div className={css.readout} aria-hidden="true">
        <span className={css.at}>{labels[shown] ?? ''}</span>
        {series.map((s) => {
          const value = s.values[shown];
          return (
            <span key={s.label} className={css[s.tone ?? 'accent']}>
              <span className={cx(css.key, s.dashed && css.keyDashed)} />
              {s.label}{' '}
              <strong>{value === null || value === undefined ? '–' : `${format(value)} ${unit}`.trim()}</strong>
            </span>
          );
        })}
      </div>
      <div className={css.yAxis} aria-hidden="true">
        {[...ys].reverse().map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <svg
        className={css.plot}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
      >
        {ys.map((tick) => (
          <Stroke key={tick} d={`M0 ${y(tick)}H${width}`} className={tick === 0 ? css.axis : css.grid} />
        ))}
        {kind === 'bar' ? (
          <Bars series={series} count={count} x={x} y={y} at={at} />
        ) : (
          <Lines series={series} x={x} y={y} at={at} />
        )}
      </svg>
      <div className={css.xAxis} aria-hidden="true">
        {edgeLabels(labels).map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may carry the same words.
          <span key={`${text}${i}`}>{text}</span>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {series.map((s) => (
              <th key={s.label} scope="col">
                {s.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may carry the same words.
            <tr key={`${text}${i}`}>
              <th scope="row">{text}</th>
              {series.map((s) => {
                const value = s.values[i];
                return <td key={s.label}>{value === null || value === undefined ? '' : `${format(value)} ${unit}`}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

type Scale = { x: (i: number) => number; y: (value: number) => number; at: number | null };

function Lines({ series, x, y, at }: Scale & { series: readonly ChartSeries[] }) {
  return (
    <>
      {at === null ? null : <Stroke d={`M${x(at)} 0V${height}`} className={css.cursor} />}
      {series.map((s) => {
        const value = at === null ? null : s.values[at];
        return (
          <g key={s.label} className={css[s.tone ?? 'accent']}>
            <Stroke d={pathWithGaps(s.values, x, y)} className={cx(css.line, s.dashed && css.dashed)} />
            {at === null || value === null || value === undefined ? null : (
              <Stroke d={`M${x(at)} ${y(value)}h.1`} className={css.dot} />
            )}
          </g>
        );
      })}
    </>
  );
}

function Bars({ series, count, x, y, at }: Scale & { series: readonly ChartSeries[]; count: number }) {
  const room = (width / count) * 0.64;
  const each = room / series.length;
  return series.map((s, n) => (
    <g key={s.label} className={css[s.tone ?? 'accent']}>
      {s.values.map((value, i) =>
        value === null ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={i}
            className={cx(css.bar, at !== null && at !== i && css.barOther)}
            x={x(i) - room / 2 + n * each}
            width={Math.max(10, each - 20)}
            y={Math.min(y(value), y(0))}
            height={Math.abs(y(value) - y(0))}
          />
        ),
      )}
    </g>
  ));
}

function pathWithGaps(values: readonly (number | null)[], x: (i: number) => number, y: (v: number) => number): string {
  const runs: Point[][] = [[]];
  values.forEach((value, i) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ x: x(i), y: y(value) });
  });
  return runs.map(smoothPath).join('');
}

/** First, middle and last label. */
function edgeLabels(labels: readonly string[]): string[] {
  if (labels.length <= 3) return [...labels];
  return [labels[0] ?? '', labels[Math.floor((labels.length - 1) / 2)] ?? '', labels.at(-1) ?? ''];
}

const Stroke = ({ d, className }: { d: string; className: string | undefined }) => (
  <path d={d} className={className} vectorEffect="non-scaling-stroke" />
);

const fine = 10;

type SparkProps = { values: readonly number[]; label: string; tone?: ChartTone; width?: number; height?: number };

/** A line without axes, for a table cell or next to a number. */
export function Sparkline({ values, label, tone = 'accent', width: w = 96, height: h = 24 }: SparkProps) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, i) => ({
    x: (i / Math.max(1, values.length - 1)) * w * fine,
    y: (h - 2 - ((value - low) / span) * (h - 4)) * fine,
  }));
  const last = points.at(-1);
  return (
    <svg
      className={cx(css.spark, css[tone])}
      width={w}
      height={h}
      viewBox={`0 0 ${w * fine} ${h * fine}`}
      role="img"
      aria-label={label}
    >
      <Stroke d={smoothPath(points)} className={css.line} />
      {last ? <Stroke d={`M${last.x} ${last.y}h.1`} className={css.dot} /> : null}
    </svg>
  );
}
