import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import css from './Chart.module.css';
import type { DynoData } from './dyno-data.ts';

type Props = { data: DynoData; onCursor: (index: number | null) => void };

const dashes: Record<DynoData['lines'][number]['stroke'], number[]> = { solid: [], dashed: [6, 5], dotted: [2, 4] };

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The plot, in its own file so that uPlot is loaded only when a chart is visible. */
export default function DynoPlot({ data, onCursor }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const onCursorRef = useRef(onCursor);
  onCursorRef.current = onCursor;
  const isFirst = useRef(true);

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    let plot: uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(
        options(data, target, (i) => onCursorRef.current(i)),
        [data.rpm, ...data.lines.map((l) => l.values)],
        target,
      );
    };
    draw();
    // The initial curve is drawn immediately; that of a tune selected later is animated.
    const stopDrawing = isFirst.current || !plot ? null : drawIn(() => plot, data);
    isFirst.current = false;
    const sizes = new ResizeObserver(() => {
      plot?.setSize({ width: target.clientWidth, height: target.clientHeight });
    });
    sizes.observe(target);
    // A canvas does not react to changes of CSS variables.
    const scheme = new MutationObserver(draw);
    scheme.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    return () => {
      stopDrawing?.();
      sizes.disconnect();
      scheme.disconnect();
      system.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [data]);

  return <div ref={box} className={css.canvas} />;
}

const drawMs = 600;

/** Animates the tuned lines from left to right, unless reduced motion is preferred. */
function drawIn(plot: () => uPlot | null, data: DynoData): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, (now - began) / drawMs));
    const shown = Math.ceil((1 - (1 - part) ** 3) * data.rpm.length);
    const lines = data.lines.map((line) =>
      line.tone === 'stock' ? line.values : line.values.map((value, at) => (at < shown ? value : null)),
    );
    plot()?.setData([data.rpm, ...lines], false);
    plot()?.redraw();
    if (part < 1) frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

function options(data: DynoData, target: HTMLElement, onCursor: (index: number | null) => void): uPlot.Options {
  const color = { accent: token('--c-accent'), torque: token('--c-torque'), stock: token('--c-stock') };
  const axis: uPlot.Axis = {
    stroke: token('--c-quiet'),
    font: `12px ${token('--f-text')}`,
    grid: { stroke: token('--c-line'), width: 1 },
    ticks: { stroke: token('--c-line-strong'), width: 1, size: 6 },
  };
  return {
    width: target.clientWidth,
    height: Math.max(320, target.clientHeight),
    padding: [8, 20, 0, 0],
    legend: { show: false },
    scales: { x: { time: false }, y: { range: (_u, _low, high) => [0, high * 1.06] } },
    axes: [
      { ...axis, grid: { show: false }, size: 32, space: 72, values: (_u, ticks) => ticks.map(String) },
      { ...axis, size: 44 },
    ],
    cursor: { y: false, drag: { x: true, y: false }, points: { size: 8 } },
    series: [
      {},
      ...data.lines.map((line) => ({
        stroke: color[line.tone],
        width: line.tone === 'stock' ? 1.5 : 2.5,
        dash: dashes[line.stroke],
        spanGaps: true,
        points: { show: false },
        paths: uPlot.paths.spline?.(),
      })),
    ],
    hooks: { setCursor: [(u) => onCursor(u.cursor.idx ?? null)] },
  };
}
