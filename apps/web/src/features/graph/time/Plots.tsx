import { type KeyboardEvent, type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react';
import type { Cursor } from '../cursor.ts';
import { drawLanes } from '../lanes/draw-lanes.ts';
import { type Frame, foot, type Lane, type Mark, timeAt, xOf } from '../lanes/lane.ts';
import { fitCanvas, paletteOf } from '../palette.ts';
import { ordered, type Range } from './range.ts';
import css from './time.module.css';
import { usePlotPointer } from './use-plot-pointer.ts';

export type PlotsHandle = {
  picture(): Promise<Blob | null>;
  zoom(factor: number): void;
  /** Keeps a time in view while the log is played. */
  follow(timeS: number): void;
};

type Props = {
  lanes: readonly Lane[];
  /** The full range of the log. */
  whole: Range;
  range: Range;
  onRange: (range: Range) => void;
  cursor: Cursor;
  /** Where the cursor rests while no pointer is over the curves. */
  restAt: number | null;
  marks: readonly Mark[];
  measure: Range | null;
  onMeasure: (measure: Range | null) => void;
  /** Dragging measures instead of panning. */
  isMeasuring: boolean;
  /** N was pressed at this time. */
  onNote: (timeS: number) => void;
  inSeconds: boolean;
  /** Redraws when the colour scheme changes. */
  scheme: string;
  label: string;
  ref?: Ref<PlotsHandle>;
};

const spanSMin = 0.02;

function within(range: Range, whole: Range): Range {
  const span = Math.min(Math.max(range.to - range.from, spanSMin), whole.to - whole.from);
  const from = Math.min(Math.max(range.from, whole.from), whole.to - span);
  return { from, to: from + span };
}

/** Curves stacked over one time axis: wheel and pinch zoom, dragging pans, arrow keys move the cursor. */
export function Plots({ lanes, whole, range, onRange, cursor, inSeconds, scheme, label, ref, ...props }: Props) {
  const { marks, measure, onMeasure, isMeasuring, onNote, restAt } = props;
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  // The range during a gesture; the URL is updated when it ends.
  const live = useRef(range);
  const wanted = useRef(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef({ lanes, whole, inSeconds, marks });
  shown.current = { lanes, whole, inSeconds, marks };
  const liveMeasure = useRef(measure);

  const frameOf = useCallback(
    (width: number, height: number): Frame => ({ width, height, ...live.current, inSeconds: shown.current.inSeconds }),
    [],
  );

  const isMarked = useRef(false);
  const drawCursor = useCallback(() => {
    const canvas = over.current;
    const time = cursor.get();
    const { from, to } = live.current;
    const isSeen = time !== null && time >= from && time <= to;
    // Touching a canvas causes a repaint even if nothing changed.
    if (!isSeen && !isMarked.current) return;
    const fit = canvas && fitCanvas(canvas);
    if (!canvas || !fit) return;
    const { ctx, width, height } = fit;
    ctx.clearRect(0, 0, width, height);
    isMarked.current = isSeen;
    if (!isSeen) return;
    const frame = frameOf(width, height);
    const x = Math.round(xOf(time, frame)) + 0.5;
    ctx.strokeStyle = paletteOf(canvas).text;
    ctx.globalAlpha = 0.6;
    ctx.beginPath();
    ctx.moveTo(x, 0);
    ctx.lineTo(x, height - foot);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }, [cursor, frameOf]);

  const draw = useCallback(() => {
    wanted.current = 0;
    const canvas = base.current;
    const fit = canvas && fitCanvas(canvas);
    if (!canvas || !fit) return;
    const extras = { marks: shown.current.marks, measure: liveMeasure.current };
    drawLanes(fit.ctx, shown.current.lanes, frameOf(fit.width, fit.height), paletteOf(canvas), extras);
    canvas.dataset.drawn = String(shown.current.lanes.length);
    drawCursor();
  }, [drawCursor, frameOf]);
  const drawSoon = useCallback(() => {
    if (wanted.current === 0) wanted.current = requestAnimationFrame(draw);
  }, [draw]);

  const move = useCallback(
    (next: Range) => {
      live.current = within(next, shown.current.whole);
      drawSoon();
      clearTimeout(rest.current);
      rest.current = setTimeout(() => onRange(live.current), 200);
    },
    [drawSoon, onRange],
  );
  const zoomAt = useCallback(
    (factor: number, time?: number) => {
      const { from, to } = live.current;
      const centre = time ?? cursor.get() ?? (from + to) / 2;
      move({ from: centre - (centre - from) * factor, to: centre + (to - centre) * factor });
    },
    [cursor, move],
  );

  useImperativeHandle(ref, () => ({
    zoom: (factor) => zoomAt(factor),
    follow(timeS) {
      const { from, to } = live.current;
      if (timeS >= from && timeS <= to) return;
      move({ from: timeS, to: timeS + (to - from) });
    },
    picture: () => new Promise((settle) => (base.current ? base.current.toBlob(settle, 'image/png') : settle(null))),
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing depends on all of these
  useEffect(() => {
    live.current = within(range, whole);
    liveMeasure.current = measure;
    drawSoon();
  }, [range.from, range.to, whole.from, whole.to, measure?.from, measure?.to, marks, lanes, scheme, drawSoon]);
  useEffect(() => cursor.subscribe(drawCursor), [cursor, drawCursor]);
  useEffect(() => {
    const canvas = base.current;
    if (!canvas) return;
    const watch = new ResizeObserver(drawSoon);
    watch.observe(canvas);
    // Not passive: the wheel zooms over the curves and must not scroll the page.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      const frame = frameOf(box.width, box.height);
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = ((frame.to - frame.from) * event.deltaX) / box.width;
        move({ from: frame.from + by, to: frame.to + by });
      } else
        zoomAt(Math.exp(Math.max(-200, Math.min(200, event.deltaY)) / 400), timeAt(event.clientX - box.left, frame));
    };
    const target = over.current;
    target?.addEventListener('wheel', wheel, { passive: false });
    return () => {
      watch.disconnect();
      target?.removeEventListener('wheel', wheel);
      cancelAnimationFrame(wanted.current);
      wanted.current = 0;
      clearTimeout(rest.current);
    };
  }, [drawSoon, frameOf, move, zoomAt]);

  const pointer = usePlotPointer({ live, liveMeasure, frameOf, cursor, move, drawSoon, isMeasuring, onMeasure });
  /** One end of the measurement moves to the cursor; the other is where it was, or the end of the view. */
  const setEnd = (end: 'a' | 'b') => {
    const { from, to } = live.current;
    const here = cursor.get() ?? (from + to) / 2;
    onMeasure(end === 'a' ? ordered(here, measure?.to ?? to) : ordered(measure?.from ?? from, here));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { from, to } = live.current;
    const span = to - from;
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (way !== 0 && event.shiftKey) move({ from: from + way * span * 0.2, to: to + way * span * 0.2 });
    else if (way !== 0)
      cursor.set(Math.min(Math.max((cursor.get() ?? (from + to) / 2) + (way * span) / 200, from), to));
    else if (event.key === '+' || event.key === '=') zoomAt(0.7);
    else if (event.key === '-') zoomAt(1.4);
    else if (event.key === '0' || event.key === 'Home') move(whole);
    else if (event.key === 'a' || event.key === 'b') setEnd(event.key);
    else if (event.key === 'n') onNote(cursor.get() ?? (from + to) / 2);
    else if (event.key === 'Escape' && measure) onMeasure(null);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no field set; the keys of the curves need a place to be pressed
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <div className={css.plots} tabIndex={0} role="group" aria-label={label} onKeyDown={onKeyDown}>
      <canvas ref={base} className={css.canvas} data-testid="curves" />
      <canvas
        ref={over}
        className={css.overlay}
        {...pointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && cursor.set(restAt)}
        onDoubleClick={() => move(whole)}
      />
    </div>
  );
}
