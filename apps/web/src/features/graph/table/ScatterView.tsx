import { plural, t } from '@tuneport/domain/text/text';
import { type HeatTable, heatValue } from '@tuneport/domain/tuning/logs/heat-table';
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import chartCss from '../chart.module.css';
import type { UnitChoice } from '../display-units.ts';
import { clear, drawAxes, type Plane, xAt, xOfPixel, yAt, yOfPixel } from '../draw-xy.ts';
import css from '../graph.module.css';
import { KeyBox } from '../KeyBox.tsx';
import type { OpenLog } from '../open-log.ts';
import { fitCanvas, paletteOf } from '../palette.ts';
import { figure, type View } from '../view.ts';
import { axesOf, channelTitle } from './axes.ts';
import { colourScale } from './colour-scale.ts';
import { TableControls } from './TableControls.tsx';
import { useTable } from './use-table.ts';

export type PictureHandle = { picture(): Promise<Blob | null> };

type Props = {
  open: OpenLog;
  units: UnitChoice;
  view: View;
  onView: (change: Partial<View>) => void;
  scheme: string;
  ref?: Ref<PictureHandle>;
};

/** Fine enough for single dots, and a million samples still are at most this many. */
const cells = { xCells: 240, yCells: 150, isRound: false };

/** A channel over another, coloured by a third. Samples at the same place are one dot with their average colour. */
export default function ScatterView({ open, units, view, onView, scheme, ref }: Props) {
  const axes = axesOf(open.log, view.axes);
  const result = useTable(open, axes, { ...cells, filter: view.filter, range: view.range, units });
  const canvas = useRef<HTMLCanvasElement>(null);
  const plane = useRef<Plane | null>(null);
  const [cell, setCell] = useState<number | null>(null);
  const [xTitle, yTitle, zTitle] = [axes.x, axes.y, axes.z].map((nth) => channelTitle(open.log, nth, units)) as [
    string,
    string,
    string,
  ];
  const table = result?.table ?? null;
  const span = table && spanOf(table);
  useImperativeHandle(ref, () => ({
    picture: () =>
      new Promise((settle) => (canvas.current ? canvas.current.toBlob(settle, 'image/png') : settle(null))),
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours
  useEffect(() => {
    const target = canvas.current;
    if (!target || !table) return;
    const draw = () => {
      const fit = fitCanvas(target);
      if (!fit) return;
      const palette = paletteOf(target);
      clear(fit.ctx, fit, palette);
      const bounds = span && planeFor(table, fit);
      plane.current = bounds;
      if (!bounds || !span) return;
      drawAxes(fit.ctx, bounds, { x: xTitle, y: yTitle }, palette);
      const ink = colourScale(palette);
      eachDot(table, (nth, x, y, value) => {
        fit.ctx.fillStyle = ink((value - span[0]) / (span[1] - span[0] || 1));
        fit.ctx.beginPath();
        fit.ctx.arc(xAt(x, bounds), yAt(y, bounds), nth === cell ? 6 : 2.8, 0, Math.PI * 2);
        fit.ctx.fill();
      });
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(target);
    return () => watch.disconnect();
  }, [table, xTitle, yTitle, scheme, cell]);
  const nearest = (px: number, py: number) => {
    const now = plane.current;
    if (!now || !table) return;
    const [wantedX, wantedY] = [xOfPixel(px, now), yOfPixel(py, now)];
    const [perX, perY] = [now.width / (now.x1 - now.x0), now.height / (now.y1 - now.y0)];
    let best: { nth: number; far: number } | null = null;
    eachDot(table, (nth, x, y) => {
      const far = ((x - wantedX) * perX) ** 2 + ((y - wantedY) * perY) ** 2;
      if (!best || far < best.far) best = { nth, far };
    });
    setCell((best as { nth: number } | null)?.nth ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!table || (way === 0 && event.key !== 'Escape')) return;
    event.preventDefault();
    if (way === 0) return setCell(null);
    const dots: { nth: number; x: number }[] = [];
    eachDot(table, (nth, x) => dots.push({ nth, x }));
    dots.sort((a, b) => a.x - b.x || a.nth - b.nth);
    const here = dots.findIndex(({ nth }) => nth === cell);
    setCell(dots[Math.min(Math.max(here + way, 0), dots.length - 1)]?.nth ?? null);
  };
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    nearest(event.clientX - box.left, event.clientY - box.top);
  };
  return (
    <div className={css.panelView}>
      <TableControls {...{ open, units, axes, view, onView }} zLabel={t('Colour')} hasStat={false} />
      {table && !span ? (
        <EmptyState title={t('No samples to draw')}>
          {view.filter === '' ? t('Choose other channels or the whole log.') : t('No sample passes the filter.')}
        </EmptyState>
      ) : (
        <figure className={chartCss.xyFigure}>
          <figcaption className={chartCss.legend} aria-live="polite">
            {span ? (
              <span className={chartCss.colourKey}>
                {zTitle} {figure(span[0])} <span className={chartCss.colourBar} aria-hidden="true" /> {figure(span[1])}
              </span>
            ) : (
              t('Reading samples …')
            )}
            <span className={chartCss.legendAt}>
              {table && cell !== null
                ? dotText(table, cell, [xTitle, yTitle, zTitle])
                : t('Point to or tap a dot, or use the arrow keys')}
            </span>
          </figcaption>
          <KeyBox label={t('Dots: arrow keys move the cursor')} onKeyDown={onKeyDown}>
            <canvas
              ref={canvas}
              className={chartCss.scatter}
              role="img"
              aria-label={t('{y} over {x}, coloured by {z}', { y: yTitle, x: xTitle, z: zTitle })}
              onPointerMove={at}
              onPointerDown={at}
            />
          </KeyBox>
        </figure>
      )}
    </div>
  );
}

/** Calls back for every cell with samples: its index, centre and average value. */
function eachDot(table: HeatTable, act: (nth: number, x: number, y: number, value: number) => void): void {
  const columns = table.xEdges.length - 1;
  for (let nth = 0; nth < table.count.length; nth++) {
    if (table.count[nth] === 0) continue;
    const [column, row] = [nth % columns, Math.floor(nth / columns)];
    act(
      nth,
      middle(table.xEdges, column),
      middle(table.yEdges, row),
      (table.sum[nth] as number) / (table.count[nth] as number),
    );
  }
}
const middle = (edges: readonly number[], nth: number): number =>
  ((edges[nth] as number) + (edges[nth + 1] as number)) / 2;

function spanOf(table: HeatTable): [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  eachDot(table, (_nth, _x, _y, value) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  return low > high ? null : [low, high];
}

function planeFor({ xEdges, yEdges }: HeatTable, box: { width: number; height: number }): Plane {
  const [x0, x1, y0, y1] = [xEdges[0], xEdges.at(-1), yEdges[0], yEdges.at(-1)] as [number, number, number, number];
  const [airX, airY] = [(x1 - x0) * 0.02, (y1 - y0) * 0.04];
  return { width: box.width, height: box.height, top: 22, x0: x0 - airX, x1: x1 + airX, y0: y0 - airY, y1: y1 + airY };
}

function dotText(table: HeatTable, cell: number, titles: readonly [string, string, string]): string {
  const columns = table.xEdges.length - 1;
  const value = heatValue(table, cell, 'average');
  if (value === null) return '';
  const [x, y] = [middle(table.xEdges, cell % columns), middle(table.yEdges, Math.floor(cell / columns))];
  const many = table.count[cell] as number;
  return `${titles[0]} ${figure(x)}, ${titles[1]} ${figure(y)}: ${titles[2]} ${figure(value)}, ${plural(many, { one: '{count} sample', other: '{count} samples' })}`;
}
