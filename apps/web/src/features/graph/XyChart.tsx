import { useEffect, useRef } from 'react';
import css from './graph.module.css';
import { fitCanvas, paletteOf } from './palette.ts';
import { ticks, tickText } from './ticks.ts';

export type Point = { readonly x: number; readonly y: number; readonly error?: number };
export type Series = {
  readonly label: string;
  readonly colour: number;
  readonly dashed?: boolean;
  readonly points: readonly Point[];
};

type Props = { series: readonly Series[]; xLabel: string; yLabel: string; scheme: string; label: string };

const [left, right, top, bottom] = [58, 12, 22, 30];

/** Curves over engine speed, with their margin of error as a band. */
export function XyChart({ series, xLabel, yLabel, scheme, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const draw = () => drawXy(canvas, series, xLabel, yLabel);
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(canvas);
    return () => watch.disconnect();
  }, [series, xLabel, yLabel, scheme]);
  return <canvas ref={ref} className={css.xy} role="img" aria-label={label} />;
}

function drawXy(canvas: HTMLCanvasElement, series: readonly Series[], xLabel: string, yLabel: string): void {
  const fit = fitCanvas(canvas);
  if (!fit) return;
  const { ctx, width, height } = fit;
  const palette = paletteOf(canvas);
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, width, height);
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return;
  const spread = (list: readonly number[]): [number, number] => {
    const [low, high] = [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))];
    return low === high ? [low - 1, high + 1] : [low, high];
  };
  const [x0, x1] = spread(all.map(({ x }) => x));
  const [low, high] = spread(all.flatMap(({ y, error = 0 }) => [y - error, y + error]));
  const air = (high - low) * 0.06;
  const [y0, y1] = [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
  const xOf = (x: number) => left + ((x - x0) / (x1 - x0)) * (width - left - right);
  const yOf = (y: number) => height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
  ctx.font = `12px ${palette.font}`;
  ctx.strokeStyle = palette.line;
  ctx.fillStyle = palette.quiet;
  const xs = ticks(x0, x1, Math.max(2, width / 110));
  const ys = ticks(y0, y1, Math.max(2, height / 50));
  ctx.beginPath();
  for (const x of xs) ctx.rect(Math.round(xOf(x)) + 0.5, top, 0, height - top - bottom);
  for (const y of ys) ctx.rect(left, Math.round(yOf(y)) + 0.5, width - left - right, 0);
  ctx.stroke();
  ctx.textAlign = 'center';
  for (const x of xs) ctx.fillText(tickText(x, xs), xOf(x), height - 12);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const y of ys) ctx.fillText(tickText(y, ys), left - 8, yOf(y));
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.fillText(yLabel, 8, 14);
  ctx.textAlign = 'right';
  ctx.fillText(xLabel, width - right, 14);
  for (const { points, colour, dashed } of series) {
    const [first] = points;
    if (!first) continue;
    const ink = palette.curves[colour % palette.curves.length] ?? palette.accent;
    if (points.some(({ error }) => error !== undefined)) {
      ctx.fillStyle = ink;
      ctx.globalAlpha = 0.16;
      ctx.beginPath();
      for (const { x, y, error = 0 } of points) ctx.lineTo(xOf(x), yOf(y + error));
      for (const { x, y, error = 0 } of [...points].reverse()) ctx.lineTo(xOf(x), yOf(y - error));
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = ink;
    ctx.lineWidth = 2;
    ctx.lineJoin = 'round';
    ctx.setLineDash(dashed ? [5, 4] : []);
    ctx.beginPath();
    for (const { x, y } of points) ctx.lineTo(xOf(x), yOf(y));
    ctx.stroke();
    ctx.setLineDash([]);
  }
}
