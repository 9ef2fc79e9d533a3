import { numberText, t } from '@tuneport/domain/text/text';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { niceTicks } from '../brand/curve.ts';
import { cx } from '../class-names.ts';
import css from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import { Bars, Lines, plotHeight, plotWidth, Stroke } from './plot-shapes.tsx';

type ChartTone = 'accent' | 'torque' | 'stock' | 'text';
export type ChartSeries = {
  label: string;
  /** One value per label; null is a gap in the data. */
  values: readonly (number | null)[];
  tone?: ChartTone;
  dashed?: boolean;
};

type ChartProps = {
  /** Text alternative of the chart. */
  label: string;
  /** Labels of the x axis: days, months, names. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  unit?: string;
  /** Formats a value; whole numbers by default. */
  format?: (value: number) => string;
  /** The first step of a period that is not over: drawn dashed and named "so far". */
  partialFrom?: number | undefined;
  /** The list behind a step, opened by a click or Enter. */
  linkOf?: (index: number) => string | null;
  /** Shown instead of a chart without values. */
  empty?: string;
};

const plain = (value: number) => numberText(value);

export const LineChart = (props: ChartProps) => <Chart kind="line" {...props} />;
export const BarChart = (props: ChartProps) => <Chart kind="bar" {...props} />;
export const StackedBarChart = (props: ChartProps) => <Chart kind="stacked" {...props} />;

type Props = ChartProps & { kind?: 'line' | 'bar' | 'stacked' };

/** A chart for dashboards: plain SVG, a cursor for pointer and keyboard, and the data as a table. */
export function Chart({
  label,
  labels,
  series,
  kind = 'line',
  unit = '',
  format = plain,
  partialFrom,
  linkOf,
  empty = t('No data in this period.'),
}: Props) {
  const id = useId();
  const navigate = useNavigate();
  const [at, setAt] = useState<number | null>(null);
  const count = labels.length;
  const isBar = kind === 'bar' || kind === 'stacked';
  const all = series.flatMap((s) => s.values.filter((v) => v !== null));
  const totals = kind === 'stacked' ? labels.map((_, i) => series.reduce((n, s) => n + (s.values[i] ?? 0), 0)) : all;
  const highest = Math.max(1, ...totals);
  // A count has no fractions.
  const steps = totals.every(Number.isInteger) ? Math.min(4, highest) : 4;
  const ys = niceTicks(Math.min(0, ...totals), highest, steps);
  const [y0, y1] = [ys[0] ?? 0, ys.at(-1) ?? 1];
  // Bars are centred in their step, lines run from edge to edge.
  const x = (i: number) =>
    isBar ? ((i + 0.5) / count) * plotWidth : count > 1 ? (i / (count - 1)) * plotWidth : plotWidth / 2;
  const y = (value: number) => plotHeight - ((value - y0) / (y1 - y0)) * plotHeight;

  const onMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    const i = isBar ? Math.floor(part * count) : Math.round(part * (count - 1));
    setAt(Math.max(0, Math.min(count - 1, i)));
  };
  const open = (i: number | null) => {
    const to = i === null ? null : linkOf?.(i);
    if (to) void navigate(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const now = at ?? count - 1;
    const steps: Record<string, number> = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count - 1 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(count - 1, next)));
    } else if (event.key === 'Enter') open(now);
  };
  const shown = at ?? count - 1;
  const scale = { x, y, at, partialFrom };
  const soFar = (i: number) => partialFrom !== undefined && i >= partialFrom;

  if (all.length === 0) return <p className={css.empty}>{empty}</p>;
  return (
    <figure className={css.chart} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      <div className={css.readout} aria-live="polite">
        <span className={css.at}>
          {soFar(shown) ? t('{label} so far', { label: labels[shown] ?? '' }) : (labels[shown] ?? '')}
        </span>
        {series.map((s) => {
          const value = s.values[shown];
          return (
            <span key={s.label} className={css[s.tone ?? 'accent']}>
              <span className={cx(css.key, isBar && css.keyBar, s.dashed && css.keyDashed)} />
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
      <div
        className={css.plot}
        role="slider"
        tabIndex={0}
        aria-label={
          linkOf
            ? t('{label}: choose with the arrow keys, Enter opens the list', { label })
            : t('{label}: choose with the arrow keys', { label })
        }
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={shown}
        aria-valuetext={`${labels[shown] ?? ''}${soFar(shown) ? ' so far' : ''}`}
        data-link={linkOf ? true : undefined}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onClick={() => open(at)}
        onKeyDown={onKey}
      >
        <svg viewBox={`0 0 ${plotWidth} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {ys.map((tick) => (
            <Stroke key={tick} d={`M0 ${y(tick)}H${plotWidth}`} className={tick === 0 ? css.axis : css.grid} />
          ))}
          {isBar ? (
            <Bars {...scale} series={series} count={count} stacked={kind === 'stacked'} />
          ) : (
            <Lines {...scale} series={series} />
          )}
        </svg>
      </div>
      <div className={css.xAxis} aria-hidden="true">
        {edgeLabels(labels).map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may carry the same words.
          <span key={`${text}${i}`}>{text}</span>
        ))}
      </div>
      <ChartTable
        label={label}
        labels={labels.map((text, i) => (soFar(i) ? t('{label} so far', { label: text }) : text))}
        series={series}
        show={(value) => `${format(value)} ${unit}`.trim()}
        linkOf={linkOf}
      />
    </figure>
  );
}

/** First, middle and last label. */
function edgeLabels(labels: readonly string[]): string[] {
  if (labels.length <= 3) return [...labels];
  return [labels[0] ?? '', labels[Math.floor((labels.length - 1) / 2)] ?? '', labels.at(-1) ?? ''];
}
