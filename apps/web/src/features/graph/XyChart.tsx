import { t } from '@tuneport/domain/text/text';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import chartCss from './chart.module.css';
import {
  clear,
  curveValue,
  drawAxes,
  drawSeries,
  drawXyCursor,
  type Plane,
  planeOf,
  type Series,
  type XyLabels,
  xOfPixel,
} from './draw-xy.ts';
import css from './graph.module.css';
import { KeyBox } from './KeyBox.tsx';
import { fitCanvas, paletteOf } from './palette.ts';
import { figure } from './view.ts';

type Props = { series: readonly Series[]; labels: XyLabels; scheme: string; label: string };

/** Curves over engine speed with their margin of error, a legend, and their values at the cursor. */
export function XyChart({ series, labels, scheme, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null);
  const plane = useRef<Plane | null>(null);
  const [at, setAt] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const draw = () => {
      const fit = fitCanvas(canvas);
      if (!fit) return;
      const palette = paletteOf(canvas);
      clear(fit.ctx, fit, palette);
      plane.current = planeOf(series, fit);
      if (!plane.current) return;
      drawAxes(fit.ctx, plane.current, labels, palette);
      drawSeries(fit.ctx, series, plane.current, palette);
      if (at !== null) drawXyCursor(fit.ctx, at, series, plane.current, palette);
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(canvas);
    return () => watch.disconnect();
  }, [series, labels.x, labels.y, scheme, at]);
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const now = plane.current;
    if (!now) return;
    const x = xOfPixel(event.clientX - event.currentTarget.getBoundingClientRect().left, now);
    setAt(Math.min(Math.max(x, now.x0), now.x1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = plane.current;
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!now || (way === 0 && event.key !== 'Escape')) return;
    event.preventDefault();
    const step = ((now.x1 - now.x0) / 100) * way;
    setAt(way === 0 ? null : Math.min(Math.max((at ?? (now.x0 + now.x1) / 2) + step, now.x0), now.x1));
  };
  return (
    <figure className={chartCss.xyFigure}>
      <figcaption className={chartCss.legend} aria-live="polite">
        <span className={chartCss.legendAt}>
          {at === null ? t('Point to or tap the chart, or use the arrow keys') : `${figure(at)} ${labels.x}`}
        </span>
        {series.map((one) => (
          <LegendEntry key={one.label} series={one} at={at} />
        ))}
      </figcaption>
      <KeyBox label={t('{label}: arrow keys move the cursor', { label: labels.y })} onKeyDown={onKeyDown}>
        <canvas
          ref={ref}
          className={css.xy}
          role="img"
          aria-label={label}
          onPointerMove={onPointerMove}
          onPointerDown={onPointerMove}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(null)}
        />
      </KeyBox>
    </figure>
  );
}

function LegendEntry({ series, at }: { series: Series; at: number | null }) {
  const { colour, dash = 0, unit = '' } = series;
  const value = at === null ? null : curveValue(series, at);
  return (
    <span className={chartCss.legendEntry} data-curve={colour === 'stock' ? 'stock' : (colour % 8) + 1}>
      <span className={chartCss.key} data-dashed={dash > 0 || undefined} aria-hidden="true" />
      {series.label}
      {at === null ? null : (
        <strong>
          {value === null ? '–' : figure(value)} {unit}
        </strong>
      )}
    </span>
  );
}
