import { t } from '@tuneport/domain/text/text';
import { resampled } from '@tuneport/domain/tuning/logs/sample-at';
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import chartCss from '../chart.module.css';
import { type Cursor, useCursor } from '../cursor.ts';
import { displayOf, shownValue, type UnitChoice } from '../display-units.ts';
import { clear } from '../draw-xy.ts';
import css from '../graph.module.css';
import { KeyBox } from '../KeyBox.tsx';
import type { Mark } from '../lanes/lane.ts';
import type { OpenLog } from '../open-log.ts';
import { fitCanvas, paletteOf } from '../palette.ts';
import { axesOf, channelOptions, channelTitle } from '../table/axes.ts';
import { colourScale } from '../table/colour-scale.ts';
import type { PictureHandle } from '../table/ScatterView.tsx';
import { figure, seconds, type View } from '../view.ts';
import { type TrackPath, trackPath } from './track-path.ts';

type Props = {
  open: OpenLog;
  units: UnitChoice;
  view: View;
  onView: (change: Partial<View>) => void;
  cursor: Cursor;
  marks: readonly Mark[];
  scheme: string;
  ref?: Ref<PictureHandle>;
};

const edge = 24;

/** Where the car was, coloured by a channel. The cursor is the one of the timeline. */
export default function TrackView({ open, units, view, onView, cursor, marks, scheme, ref }: Props) {
  const path = useMemo(() => trackPath(open.log), [open]);
  const colour = view.axes.z ?? speedOf(open) ?? axesOf(open.log, view.axes).z;
  const channel = open.log.channels[colour];
  const canvas = useRef<HTMLCanvasElement>(null);
  const values = useMemo(() => {
    if (!path || !channel) return null;
    const display = displayOf(channel, units);
    const clock = open.log.clocks[channel.clock] as Float64Array;
    return resampled(clock, channel.values, path.times).map((value) => shownValue(value, display));
  }, [path, channel, units, open]);
  const span = useMemo(() => (values ? spanOf(values) : null), [values]);
  const draw = useCallback(() => {
    const target = canvas.current;
    const fit = target && fitCanvas(target);
    if (!target || !fit || !path) return;
    const { ctx } = fit;
    const palette = paletteOf(target);
    clear(ctx, fit, palette);
    const place = placeIn(path, fit);
    const ink = colourScale(palette);
    ctx.lineWidth = 3;
    ctx.lineCap = 'round';
    const step = Math.max(1, Math.floor(path.times.length / 20_000));
    for (let nth = step; nth < path.times.length; nth += step) {
      const value = values?.[nth] ?? Number.NaN;
      ctx.strokeStyle =
        span && Number.isFinite(value) ? ink((value - span[0]) / (span[1] - span[0] || 1)) : palette.quiet;
      ctx.beginPath();
      ctx.moveTo(...place(nth - step));
      ctx.lineTo(...place(nth));
      ctx.stroke();
    }
    ctx.font = `12px ${palette.font}`;
    ctx.fillStyle = palette.text;
    const labels: [number, number][] = [];
    const label = (timeS: number, text: string) => {
      const [x, y] = place(nearestTime(path, timeS));
      ctx.beginPath();
      ctx.arc(x, y, 4, 0, Math.PI * 2);
      ctx.fill();
      // Every lap starts at the same place; the first name stays readable.
      if (labels.some((other) => Math.hypot(other[0] - x, other[1] - y) < 24)) return;
      labels.push([x, y]);
      ctx.fillText(text, x + 8, y - 6);
    };
    label(path.times[0] as number, 'Start');
    for (const { timeS, text } of marks.slice(0, 30)) label(timeS, text);
    const time = cursor.get();
    if (time === null) return;
    const [x, y] = place(nearestTime(path, time));
    ctx.fillStyle = palette.accent;
    ctx.beginPath();
    ctx.arc(x, y, 7, 0, Math.PI * 2);
    ctx.fill();
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette.text;
    ctx.stroke();
  }, [path, values, span, marks, cursor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(target);
    const stop = cursor.subscribe(draw);
    return () => {
      watch.disconnect();
      stop();
    };
  }, [draw, cursor, scheme]);
  useImperativeHandle(ref, () => ({
    picture: () =>
      new Promise((settle) => (canvas.current ? canvas.current.toBlob(settle, 'image/png') : settle(null))),
  }));
  if (!path)
    return <EmptyState title={t('No positions in this log')}>{t('A track needs latitude and longitude.')}</EmptyState>;
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeIn(path, { width: box.width, height: box.height });
    let best = { nth: 0, far: Number.POSITIVE_INFINITY };
    for (let nth = 0; nth < path.times.length; nth++) {
      const [x, y] = place(nth);
      const far = (x - (event.clientX - box.left)) ** 2 + (y - (event.clientY - box.top)) ** 2;
      if (far < best.far) best = { nth, far };
    }
    cursor.set(path.times[best.nth] as number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (way === 0) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(path.times.length / 200));
    const here = nearestTime(path, cursor.get() ?? (path.times[0] as number));
    cursor.set(path.times[Math.min(Math.max(here + way * step, 0), path.times.length - 1)] as number);
  };
  const title = channelTitle(open.log, colour, units);
  return (
    <div className={css.panelView}>
      <div className={css.panelHead}>
        <NativeSelect
          label={t('Colour')}
          value={String(colour)}
          options={channelOptions(open.log, units)}
          onChange={(event) => onView({ axes: { ...view.axes, z: Number(event.target.value) } })}
        />
      </div>
      <figure className={chartCss.xyFigure}>
        <figcaption className={chartCss.legend}>
          {span ? (
            <span className={chartCss.colourKey}>
              {title} {figure(span[0])} <span className={chartCss.colourBar} aria-hidden="true" /> {figure(span[1])}
            </span>
          ) : null}
          <Reading {...{ cursor, path, values, title }} />
        </figcaption>
        <KeyBox label={t('Track: arrow keys move along it')} onKeyDown={onKeyDown}>
          <canvas
            ref={canvas}
            className={chartCss.scatter}
            role="img"
            aria-label={t('Track of {length} km, coloured by {title}', { length: lengthOf(path), title })}
            onPointerMove={at}
            onPointerDown={at}
          />
        </KeyBox>
      </figure>
    </div>
  );
}

type ReadingProps = { cursor: Cursor; path: TrackPath; values: Float64Array | null; title: string };

function Reading({ cursor, path, values, title }: ReadingProps) {
  const time = useCursor(cursor);
  if (time === null)
    return <span className={chartCss.legendAt}>{t('Point to or tap the track, or use the arrow keys')}</span>;
  return (
    <span className={chartCss.legendAt}>
      {seconds(time)}: {title} {figure(values?.[nearestTime(path, time)] ?? Number.NaN)}
    </span>
  );
}

const speedOf = ({ log }: OpenLog): number | null => {
  const nth = log.channels.findIndex(({ quantity, words }) => quantity === 'speed' && !words);
  return nth < 0 ? null : nth;
};

function spanOf(values: Float64Array): [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : [low, high];
}

/** Index of the position nearest to a time. */
function nearestTime({ times }: TrackPath, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One scale for both directions, north up. */
function placeIn({ x, y }: TrackPath, { width, height }: { width: number; height: number }) {
  const whole: [number, number] = [0, 1];
  const [xs, ys] = [spanOf(x) ?? whole, spanOf(y) ?? whole];
  const scale = Math.min((width - 2 * edge) / (xs[1] - xs[0] || 1), (height - 2 * edge) / (ys[1] - ys[0] || 1));
  const [left, top] = [(width - (xs[1] - xs[0]) * scale) / 2, (height - (ys[1] - ys[0]) * scale) / 2];
  return (nth: number): [number, number] => [
    left + ((x[nth] as number) - xs[0]) * scale,
    height - top - ((y[nth] as number) - ys[0]) * scale,
  ];
}

function lengthOf({ x, y }: TrackPath): string {
  let metres = 0;
  for (let nth = 1; nth < x.length; nth++)
    metres += Math.hypot((x[nth] as number) - (x[nth - 1] as number), (y[nth] as number) - (y[nth - 1] as number));
  return (metres / 1000).toFixed(1);
}
