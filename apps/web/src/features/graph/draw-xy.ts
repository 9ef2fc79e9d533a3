import { fitting } from './lanes/fitting.ts';
import { dashOf, type Palette } from './palette.ts';
import { pictureSheet, pictureSize } from './picture.ts';
import { ticks, tickText } from './ticks.ts';

type Point = { readonly x: number; readonly y: number; readonly error?: number };
export type Series = {
  readonly label: string;
  /** Index of a curve colour, or the quiet grey of what a curve is compared with. */
  readonly colour: number | 'stock';
  /** Dash pattern: 0 is solid. */
  readonly dash?: number;
  readonly points: readonly Point[];
  readonly unit?: string;
  /** Decimal digits of its values. */
  readonly digits?: number;
};

export type XyLabels = { readonly x: string; readonly y: string };
type Box = { readonly width: number; readonly height: number };
export type Plane = Box & {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly top: number;
};

const [left, right, bottom] = [58, 12, 30];
const headline = 22;

export const xAt = (x: number, { x0, x1, width }: Plane): number =>
  left + ((x - x0) / (x1 - x0)) * (width - left - right);
export const yAt = (y: number, { y0, y1, height, top }: Plane): number =>
  height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
export const xOfPixel = (pixel: number, { x0, x1, width }: Plane): number =>
  x0 + ((pixel - left) / (width - left - right)) * (x1 - x0);
export const yOfPixel = (pixel: number, { y0, y1, height, top }: Plane): number =>
  y0 + ((height - bottom - pixel) / (height - top - bottom)) * (y1 - y0);

const spread = (list: readonly number[]): [number, number] | null => {
  if (list.length === 0) return null;
  const [low, high] = [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))];
  return low === high ? [low - 1, high + 1] : [low, high];
};

/** The axes that fit all points with a margin; null without any. */
export function planeOf(series: readonly Series[], box: Box, top = headline): Plane | null {
  const all = series.flatMap(({ points }) => points);
  const xs = spread(all.map(({ x }) => x));
  const ys = spread(all.flatMap(({ y, error = 0 }) => [y - error, y + error]));
  if (!xs || !ys) return null;
  const air = (ys[1] - ys[0]) * 0.06;
  const low = ys[0] >= 0 ? Math.max(0, ys[0] - air) : ys[0] - air;
  return { ...box, top, x0: xs[0], x1: xs[1], y0: low, y1: ys[1] + air };
}

export function clear(ctx: CanvasRenderingContext2D, { width, height }: Box, palette: Palette): void {
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, width, height);
}

export function drawAxes(ctx: CanvasRenderingContext2D, plane: Plane, labels: XyLabels, palette: Palette): void {
  const { width, height, top } = plane;
  ctx.font = `12px ${palette.font}`;
  ctx.strokeStyle = palette.line;
  ctx.fillStyle = palette.quiet;
  ctx.lineWidth = 1;
  const xs = ticks(plane.x0, plane.x1, Math.max(2, width / 110));
  const ys = ticks(plane.y0, plane.y1, Math.max(2, height / 50));
  ctx.beginPath();
  for (const x of xs) ctx.rect(Math.round(xAt(x, plane)) + 0.5, top, 0, height - top - bottom);
  for (const y of ys) ctx.rect(left, Math.round(yAt(y, plane)) + 0.5, width - left - right, 0);
  ctx.stroke();
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  for (const x of xs) ctx.fillText(tickText(x, xs), xAt(x, plane), height - 12);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const y of ys) ctx.fillText(tickText(y, ys), left - 8, yAt(y, plane));
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.fillText(labels.y, 8, top - 8);
  ctx.textAlign = 'right';
  ctx.fillText(labels.x, width - right, top - 8);
}

const inkOf = (colour: Series['colour'], palette: Palette): string =>
  colour === 'stock' ? palette.quiet : (palette.curves[colour % palette.curves.length] ?? palette.accent);

export function drawSeries(
  ctx: CanvasRenderingContext2D,
  series: readonly Series[],
  plane: Plane,
  palette: Palette,
): void {
  for (const { points, colour, dash = 0 } of series) {
    const ink = inkOf(colour, palette);
    if (points.some(({ error }) => error !== undefined)) {
      ctx.fillStyle = ink;
      ctx.globalAlpha = 0.16;
      ctx.beginPath();
      for (const { x, y, error = 0 } of points) ctx.lineTo(xAt(x, plane), yAt(y + error, plane));
      for (const { x, y, error = 0 } of [...points].reverse()) ctx.lineTo(xAt(x, plane), yAt(y - error, plane));
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = ink;
    ctx.lineWidth = 2;
    ctx.lineJoin = 'round';
    ctx.setLineDash(dashOf(dash));
    ctx.beginPath();
    for (const { x, y } of points) ctx.lineTo(xAt(x, plane), yAt(y, plane));
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

/** The cursor line and a dot on every curve. */
export function drawXyCursor(
  ctx: CanvasRenderingContext2D,
  x: number,
  series: readonly Series[],
  plane: Plane,
  palette: Palette,
): void {
  const pixel = Math.round(xAt(x, plane)) + 0.5;
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.6;
  ctx.beginPath();
  ctx.moveTo(pixel, plane.top);
  ctx.lineTo(pixel, plane.height - bottom);
  ctx.stroke();
  ctx.globalAlpha = 1;
  for (const one of series) {
    const value = curveValue(one, x);
    if (value === null) continue;
    ctx.fillStyle = inkOf(one.colour, palette);
    ctx.beginPath();
    ctx.arc(pixel, yAt(value, plane), 3.5, 0, Math.PI * 2);
    ctx.fill();
  }
}

/** The value of a curve at a place, between its points; null outside. */
export function curveValue({ points }: Series, x: number): number | null {
  for (let nth = 0; nth + 1 < points.length; nth++) {
    const [a, b] = [points[nth] as Point, points[nth + 1] as Point];
    if (x < a.x || x > b.x) continue;
    return b.x === a.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  }
  return null;
}

type Picture = { readonly title: string; readonly labels: XyLabels; readonly series: readonly Series[] };

/** The chart with title and legend. */
export function xyPicture({ title, labels, series }: Picture, palette: Palette): Promise<Blob | null> {
  const rows = Math.ceil(series.length / 2);
  const plane = planeOf(series, pictureSize, 84 + rows * 24);
  const sheet = plane && pictureSheet(title, palette);
  if (!sheet) return Promise.resolve(null);
  const { ctx } = sheet;
  ctx.font = `16px ${palette.font}`;
  for (const [nth, one] of series.entries()) {
    const [x, y] = [24 + (nth % 2) * 580, 76 + Math.floor(nth / 2) * 24];
    ctx.strokeStyle = inkOf(one.colour, palette);
    ctx.lineWidth = 3;
    ctx.setLineDash(dashOf(one.dash ?? 0));
    ctx.beginPath();
    ctx.moveTo(x, y - 5);
    ctx.lineTo(x + 28, y - 5);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.textAlign = 'left';
    ctx.fillStyle = palette.text;
    ctx.fillText(
      fitting(one.label, 520, (text) => ctx.measureText(text).width),
      x + 38,
      y,
    );
  }
  drawAxes(ctx, plane, labels, palette);
  drawSeries(ctx, series, plane, palette);
  return sheet.blob();
}
