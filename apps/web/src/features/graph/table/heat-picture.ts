import type { Palette } from '../palette.ts';
import { pictureSheet, pictureSize } from '../picture.ts';
import { colourScale } from './colour-scale.ts';

type HeatPicture = {
  readonly title: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly scale: readonly [low: number, high: number];
  readonly format: (value: number) => string;
};

const [left, top, right] = [96, 100, 24];

/** The table as shown, with its axes and the value of every cell. */
export function heatPicture(table: HeatPicture, palette: Palette): Promise<Blob | null> {
  const { columns, rows, values, scale } = table;
  const sheet = pictureSheet(table.title, palette, Math.max(pictureSize.height, top + 24 + rows.length * 28));
  if (!sheet || columns.length === 0 || rows.length === 0) return Promise.resolve(null);
  const { ctx } = sheet;
  const width = (pictureSize.width - left - right) / columns.length;
  const height = Math.min(28, 520 / rows.length);
  const ink = colourScale(palette);
  const [low, high] = scale;
  const text = (value: string, x: number, y: number, align: CanvasTextAlign, colour: string) => {
    ctx.textAlign = align;
    ctx.fillStyle = colour;
    ctx.fillText(value, x, y, align === 'center' ? width - 2 : left - 12);
  };
  ctx.font = `13px ${palette.font}`;
  text(table.corner, 24, 72, 'left', palette.quiet);
  for (const [nth, label] of columns.entries())
    text(label, left + (nth + 0.5) * width, top - 8, 'center', palette.quiet);
  for (const [row, label] of rows.entries()) {
    const y = top + row * height;
    text(label, left - 8, y + height * 0.68, 'right', palette.quiet);
    for (const [column, value] of (values[row] ?? []).entries()) {
      const x = left + column * width;
      if (value === null) continue;
      ctx.fillStyle = ink(high > low ? (value - low) / (high - low) : 1);
      ctx.fillRect(x + 1, y + 1, width - 2, height - 2);
      // Dark letters are readable on every colour of the scale.
      text(table.format(value), x + width / 2, y + height * 0.68, 'center', '#111418');
    }
  }
  return sheet.blob();
}
