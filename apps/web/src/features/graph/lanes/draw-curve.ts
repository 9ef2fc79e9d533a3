import { extremes } from '@tuneport/domain/tuning/logs/pyramid';
import { placeAt } from '@tuneport/domain/tuning/logs/sample-at';
import { type Curve, type Frame, gutter, timeAt, xOf } from './lane.ts';

/** Index of the first sample in each pixel column; shared by curves with the same clock. */
function columnStarts(curve: Curve, frame: Frame, columns: Map<string, Int32Array>, id: string): Int32Array {
  const known = columns.get(id);
  if (known) return known;
  const wide = Math.max(1, Math.floor(frame.width - gutter - 8));
  const starts = new Int32Array(wide + 1);
  for (let nth = 0; nth <= wide; nth++)
    starts[nth] = placeAt(curve.times, timeAt(gutter + nth, frame) - curve.shiftS) + 1;
  columns.set(id, starts);
  return starts;
}

const clockIds = new WeakMap<Float64Array, number>();
let clockCount = 0;
function clockId(times: Float64Array): number {
  const id = clockIds.get(times) ?? ++clockCount;
  clockIds.set(times, id);
  return id;
}

/** A line; where there are many samples per pixel, bars. `columns` is shared by the curves of one drawing. */
export function drawCurve(
  ctx: CanvasRenderingContext2D,
  curve: Curve,
  frame: Frame,
  yOf: (value: number) => number,
  columns: Map<string, Int32Array>,
): void {
  const { times, values, shiftS } = curve;
  const first = Math.max(0, placeAt(times, frame.from - shiftS));
  const last = Math.min(values.length - 1, placeAt(times, frame.to - shiftS) + 1);
  if (last - first < frame.width - gutter) {
    let isOpen = false;
    ctx.beginPath();
    for (let nth = first; nth <= last; nth++) {
      const value = values[nth] as number;
      if (Number.isNaN(value)) {
        isOpen = false;
        continue;
      }
      const x = xOf((times[nth] as number) + shiftS, frame);
      if (isOpen) ctx.lineTo(x, yOf(value));
      else ctx.moveTo(x, yOf(value));
      isOpen = true;
    }
    ctx.stroke();
    return;
  }
  // Many samples per pixel: a bar from lowest to highest, extended to the end of the previous column. Bars cost a tenth
  // of a line.
  const starts = columnStarts(curve, frame, columns, `${clockId(times)} ${shiftS}`);
  ctx.fillStyle = ctx.strokeStyle;
  ctx.globalAlpha = curve.logNth > 0 ? 0.5 / curve.logNth + 0.2 : 1;
  let before = Number.NaN;
  for (let nth = 0; nth + 1 < starts.length; nth++) {
    const found = extremes(values, curve.pyramid, starts[nth] as number, starts[nth + 1] as number);
    if (!found) {
      // A column without samples is not a gap; one with only missing values is.
      if ((starts[nth] as number) !== (starts[nth + 1] as number)) before = Number.NaN;
      continue;
    }
    const low = before < found[0] ? before : found[0];
    const high = before > found[1] ? before : found[1];
    const y = yOf(high);
    ctx.fillRect(gutter + nth, y - 0.5, 1.25, yOf(low) - y + 1.25);
    before = values[(starts[nth + 1] as number) - 1] as number;
  }
  ctx.globalAlpha = 1;
}
