import { t } from '@tuneport/domain/text/text';
import { extremes, type Pyramid } from '@tuneport/domain/tuning/logs/pyramid';
import { placeAt } from '@tuneport/domain/tuning/logs/sample-at';
import { ticks, tickText } from './ticks.ts';

export type Curve = {
  readonly label: string;
  readonly colour: number;
  readonly values: Float64Array;
  readonly times: Float64Array;
  readonly pyramid: Pyramid;
  /** The drawn value is value × factor + offset, in the unit of the lane. */
  readonly factor: number;
  readonly offset: number;
  /** 0 for the first log; curves of other logs are drawn dashed, each in its own pattern. */
  readonly logNth: number;
  readonly shiftS: number;
};
export type Lane = {
  /** The unit, or the index of a channel without a unit. */
  readonly key: string;
  readonly unit: string;
  /** Entered bounds of the axis; null scales to the visible values. */
  readonly scale: readonly [number, number] | null;
  readonly curves: readonly Curve[];
};

/** A note or a marker at one time. */
export type Mark = { readonly timeS: number; readonly text: string; readonly kind: 'note' | 'marker' };

export type Palette = {
  readonly ground: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly font: string;
  readonly curves: readonly string[];
};

export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly inSeconds: boolean;
};

const dashes = [[], [5, 3], [2, 3], [9, 3, 2, 3], [1, 2]];
/** The dash pattern of a log's curves. */
export const dashOf = (logNth: number): number[] => dashes[logNth % dashes.length] ?? [];

export const gutter = 58;
export const foot = 26;
const top = 8;

export const xOf = (time: number, { from, to, width }: Frame): number =>
  gutter + ((time - from) / (to - from)) * (width - gutter - 8);
export const timeAt = (x: number, { from, to, width }: Frame): number =>
  from + ((x - gutter) / (width - gutter - 8)) * (to - from);

type Extras = { readonly marks: readonly Mark[]; readonly measure: { from: number; to: number } | null };

export function drawLanes(
  ctx: CanvasRenderingContext2D,
  lanes: readonly Lane[],
  frame: Frame,
  palette: Palette,
  extras: Extras = { marks: [], measure: null },
): void {
  const { width, height } = frame;
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, width, height);
  ctx.font = `12px ${palette.font}`;
  ctx.lineJoin = 'bevel';
  const laneHeight = (height - foot - top) / Math.max(1, lanes.length);
  const moments = ticks(frame.from, frame.to, Math.max(2, (width - gutter) / 110));
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const moment of moments) {
    const x = Math.round(xOf(moment, frame)) + 0.5;
    ctx.moveTo(x, top);
    ctx.lineTo(x, height - foot);
  }
  ctx.stroke();
  ctx.fillStyle = palette.quiet;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  for (const moment of moments) {
    const x = xOf(moment, frame);
    if (x > gutter + 10 && x < width - 20) ctx.fillText(tickText(moment, moments), x, height - 8);
  }
  ctx.textAlign = 'right';
  ctx.fillText(frame.inSeconds ? 's' : 'row', gutter - 8, height - 8);
  const columns = new Map<string, Int32Array>();
  for (const [nth, lane] of lanes.entries())
    drawLane(ctx, lane, frame, palette, top + nth * laneHeight, laneHeight, columns);
  drawMeasure(ctx, extras.measure, frame, palette);
  drawMarks(ctx, extras.marks, frame, palette);
}

/** The band between the two cursors. */
function drawMeasure(ctx: CanvasRenderingContext2D, measure: Extras['measure'], frame: Frame, palette: Palette): void {
  if (!measure) return;
  const within = (x: number) => Math.min(Math.max(x, gutter), frame.width - 8);
  const [x1, x2] = [within(xOf(measure.from, frame)), within(xOf(measure.to, frame))];
  ctx.fillStyle = palette.accent;
  ctx.globalAlpha = 0.1;
  ctx.fillRect(x1, top, x2 - x1, frame.height - foot - top);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = palette.accent;
  ctx.beginPath();
  for (const [time, x] of [
    [measure.from, x1],
    [measure.to, x2],
  ] as const) {
    if (time < frame.from || time > frame.to) continue;
    ctx.moveTo(Math.round(x) + 0.5, top);
    ctx.lineTo(Math.round(x) + 0.5, frame.height - foot);
  }
  ctx.stroke();
}

const markWidth = 160;

function drawMarks(ctx: CanvasRenderingContext2D, marks: readonly Mark[], frame: Frame, palette: Palette): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  let free = Number.NEGATIVE_INFINITY;
  for (const { timeS, text, kind } of marks) {
    if (timeS < frame.from || timeS > frame.to) continue;
    const x = Math.round(xOf(timeS, frame)) + 0.5;
    ctx.strokeStyle = kind === 'note' ? palette.accent : palette.quiet;
    ctx.setLineDash([2, 3]);
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, frame.height - foot);
    ctx.stroke();
    ctx.setLineDash([]);
    // Labels that would cover the previous one are left out; the line stays.
    if (x < free) continue;
    const label = fitting(text, Math.min(markWidth, frame.width - 12 - x), (part) => ctx.measureText(part).width);
    if (label === '') continue;
    const wide = ctx.measureText(label).width;
    const y = frame.height - foot - 4;
    ctx.fillStyle = palette.ground;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(x + 2, y - 15, wide + 6, 17);
    ctx.globalAlpha = 1;
    ctx.fillStyle = kind === 'note' ? palette.accent : palette.quiet;
    ctx.fillText(label, x + 5, y);
    free = x + wide + 10;
  }
}

function drawLane(
  ctx: CanvasRenderingContext2D,
  lane: Lane,
  frame: Frame,
  palette: Palette,
  y0: number,
  laneHeight: number,
  columns: Map<string, Int32Array>,
): void {
  const span = lane.scale ?? spanOf(lane, frame);
  const bottom = y0 + laneHeight;
  ctx.strokeStyle = palette.line;
  ctx.beginPath();
  ctx.moveTo(gutter, Math.round(bottom) + 0.5);
  ctx.lineTo(frame.width - 8, Math.round(bottom) + 0.5);
  ctx.stroke();
  if (!span) {
    ctx.fillStyle = palette.quiet;
    ctx.textAlign = 'left';
    ctx.fillText(t('No data here'), gutter + 8, y0 + laneHeight / 2);
    drawLegend(ctx, lane, frame, palette, y0);
    return;
  }
  const [low, high] = span;
  const pixels = (laneHeight - 30) / (high - low);
  const yOf = (value: number) => bottom - 6 - (value - low) * pixels;
  const marks = ticks(low, high, Math.max(1, Math.floor(laneHeight / 34)));
  ctx.fillStyle = palette.quiet;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const mark of marks) ctx.fillText(tickText(mark, marks), gutter - 8, yOf(mark));
  ctx.save();
  ctx.beginPath();
  ctx.rect(gutter, y0, frame.width - gutter - 8, laneHeight);
  ctx.clip();
  for (const curve of lane.curves) {
    ctx.strokeStyle = palette.curves[curve.colour % palette.curves.length] ?? palette.accent;
    ctx.lineWidth = curve.logNth > 0 ? 1 : 1.5;
    ctx.setLineDash(dashOf(curve.logNth));
    // Unit conversion and scaling combined, so that the loop over the samples multiplies once.
    const [perValue, atZero] = [-curve.factor * pixels, bottom - 6 - (curve.offset - low) * pixels];
    drawCurve(ctx, curve, frame, (value) => value * perValue + atZero, columns);
  }
  ctx.setLineDash([]);
  ctx.restore();
  drawLegend(ctx, lane, frame, palette, y0);
}

function drawLegend(ctx: CanvasRenderingContext2D, lane: Lane, frame: Frame, palette: Palette, y0: number): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  let x = gutter + 8;
  for (const curve of lane.curves) {
    if (curve.logNth > 0) continue;
    const name = lane.unit === '' ? curve.label : `${curve.label} (${lane.unit})`;
    const text = fitting(name, frame.width - 16 - x, (part) => ctx.measureText(part).width);
    if (text === '') break;
    const wide = ctx.measureText(text).width;
    ctx.fillStyle = palette.ground;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(x - 3, y0 + 3, wide + 6, 16);
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.curves[curve.colour % palette.curves.length] ?? palette.accent;
    ctx.fillText(text, x, y0 + 5);
    x += wide + 16;
  }
}

/** Truncates a name to the available width; empty if too little of it would remain. */
export function fitting(name: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name;
  const signs = [...name];
  let [least, most] = [0, signs.length];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (widthOf(`${signs.slice(0, half).join('')}…`) <= room) least = half;
    else most = half - 1;
  }
  return least < 6 ? '' : `${signs.slice(0, least).join('').trimEnd()}…`;
}

/** The lowest and highest visible value without outliers, plus a margin. */
export function spanOf(lane: Lane, { from, to }: Pick<Frame, 'from' | 'to'>): [number, number] | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { times, values, pyramid, shiftS, factor, offset } of lane.curves) {
    const first = Math.max(0, placeAt(times, from - shiftS));
    const last = Math.min(values.length, placeAt(times, to - shiftS) + 2);
    const found = extremes(values, pyramid, first, last);
    if (!found) continue;
    const [low, high] = withoutOutliers(found, values);
    least = Math.min(least, low * factor + offset);
    most = Math.max(most, high * factor + offset);
  }
  if (least > most) return null;
  const air = most === least ? Math.max(Math.abs(most) * 0.1, 1) : (most - least) * 0.06;
  return [least - air, most + air];
}

const sampled = 4096;
const wildSpans = 5;
const usualRanges = new WeakMap<Float64Array, readonly [number, number]>();

/**
 * The range of a channel without its few highest and lowest samples, widened by five times its span. Sorted once per
 * channel.
 */
function usualRange(values: Float64Array): readonly [number, number] {
  const known = usualRanges.get(values);
  if (known) return known;
  const step = Math.max(1, Math.floor(values.length / sampled));
  const list: number[] = [];
  for (let nth = 0; nth < values.length; nth += step) {
    const value = values[nth] as number;
    if (!Number.isNaN(value)) list.push(value);
  }
  const sorted = Float64Array.from(list).sort();
  const cut = Math.max(2, Math.floor(sorted.length / 1000));
  const [low, high] = [sorted[cut] ?? Number.NaN, sorted[sorted.length - 1 - cut] ?? Number.NaN];
  const air = (high - low) * wildSpans;
  // A channel that is almost constant (a knock count) has no usual range: its few deviations are what matters.
  const range = air > 0 ? ([low - air, high + air] as const) : ([Number.NEGATIVE_INFINITY, Infinity] as const);
  usualRanges.set(values, range);
  return range;
}

function withoutOutliers([low, high]: readonly [number, number], values: Float64Array): readonly [number, number] {
  const [least, most] = usualRange(values);
  const [a, b] = [Math.max(low, least), Math.min(high, most)];
  return a <= b ? [a, b] : [low, high];
}

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

function drawCurve(
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
