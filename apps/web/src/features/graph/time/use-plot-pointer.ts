import { type PointerEvent, type RefObject, useRef } from 'react';
import type { Cursor } from '../cursor.ts';
import { type Frame, gutter, timeAt } from '../lanes/lane.ts';
import { ordered, type Range } from './range.ts';

type Input = {
  /** The range and the measurement during a gesture. */
  live: RefObject<Range>;
  liveMeasure: RefObject<Range | null>;
  frameOf: (width: number, height: number) => Frame;
  cursor: Cursor;
  move: (range: Range) => void;
  drawSoon: () => void;
  isMeasuring: boolean;
  onMeasure: (measure: Range | null) => void;
};

/** Pointer handlers of the curves: a pointer moves the cursor, one that is down pans or measures, and two zoom. */
export function usePlotPointer({ live, liveMeasure, frameOf, cursor, move, drawSoon, isMeasuring, onMeasure }: Input) {
  const fingers = useRef(new Map<number, number>());
  const grip = useRef<{ range: Range; xs: number[] } | null>(null);
  /** Where the measurement that is being dragged started. */
  const measuredFrom = useRef<number | null>(null);
  const xIn = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const hold = () => {
    grip.current = { range: live.current, xs: [...fingers.current.values()] };
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (isMeasuring || event.shiftKey) {
      measuredFrom.current = cursorAt(event);
      return;
    }
    fingers.current.set(event.pointerId, xIn(event));
    hold();
  };
  const cursorAt = (event: PointerEvent): number => {
    const frame = frameOf(event.currentTarget.clientWidth, 1);
    return Math.min(Math.max(timeAt(Math.max(xIn(event), gutter), frame), frame.from), frame.to);
  };
  const onPointerMove = (event: PointerEvent) => {
    const width = event.currentTarget.clientWidth;
    const x = xIn(event);
    const frame = frameOf(width, 1);
    cursor.set(cursorAt(event));
    if (measuredFrom.current !== null) {
      liveMeasure.current = ordered(measuredFrom.current, cursorAt(event));
      drawSoon();
      return;
    }
    if (!fingers.current.has(event.pointerId) || !grip.current) return;
    fingers.current.set(event.pointerId, x);
    const { range: held, xs } = grip.current;
    const before: Frame = { ...frame, ...held };
    const now = [...fingers.current.values()];
    if (now.length >= 2 && xs.length >= 2) {
      // The points under the two fingers stay under them.
      const [a, b] = [timeAt(xs[0] as number, before), timeAt(xs[1] as number, before)];
      const [x1, x2] = [now[0] as number, now[1] as number];
      if (Math.abs(x2 - x1) < 8) return;
      const perPixel = (b - a) / (x2 - x1);
      if (!(perPixel > 0)) return;
      const from = a - (x1 - gutter) * perPixel;
      move({ from, to: from + (width - gutter - 8) * perPixel });
    } else if (xs.length === 1) {
      const by = timeAt(xs[0] as number, before) - timeAt(x, before);
      if (Math.abs(x - (xs[0] as number)) > 3) move({ from: held.from + by, to: held.to + by });
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    if (measuredFrom.current !== null) {
      measuredFrom.current = null;
      onMeasure(liveMeasure.current);
      return;
    }
    fingers.current.delete(event.pointerId);
    hold();
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
