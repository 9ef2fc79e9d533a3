import { t } from '@tuneport/domain/text/text';
import { dashOf, type Palette } from '../palette.ts';
import { ticks, tickText } from '../ticks.ts';
import { drawCurve } from './draw-curve.ts';
import { fitting } from './fitting.ts';
import { type Frame, foot, gutter, type Lane, type Mark, top, xOf } from './lane.ts';
import { spanOf } from './lane-span.ts';

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
  ctx.fillText(frame.inSeconds ? 's' : t('row'), gutter - 8, height - 8);
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
