import { fitting } from '../lanes/fitting.ts';
import type { Palette } from '../palette.ts';
import { pictureSheet, pictureSize } from '../picture.ts';

export type ReviewLine = {
  readonly text: string;
  readonly more: string;
  readonly kind: 'check' | 'finding';
};

const [first, step, edge] = [92, 34, 24];

/** The checks with their results and findings, one line each. */
export function reviewPicture(
  title: string,
  lead: string,
  lines: readonly ReviewLine[],
  palette: Palette,
): Promise<Blob | null> {
  const sheet = pictureSheet(title, palette, Math.max(pictureSize.height, first + 24 + (lines.length + 1) * step));
  if (!sheet) return Promise.resolve(null);
  const { ctx } = sheet;
  const line = (text: string, x: number, y: number, space: number) =>
    ctx.fillText(
      fitting(text, space, (part) => ctx.measureText(part).width),
      x,
      y,
    );
  ctx.font = `16px ${palette.font}`;
  ctx.fillStyle = palette.quiet;
  line(lead, edge, 76, pictureSize.width - 2 * edge);
  for (const [nth, { text, more, kind }] of lines.entries()) {
    const y = first + (nth + 1) * step;
    const x = kind === 'check' ? edge : edge + 28;
    ctx.font = `${kind === 'check' ? 600 : 400} 18px ${palette.font}`;
    ctx.fillStyle = kind === 'check' ? palette.text : palette.accent;
    line(text, x, y, 520);
    ctx.font = `16px ${palette.font}`;
    ctx.fillStyle = palette.quiet;
    line(more, 580, y, pictureSize.width - 580 - edge);
  }
  return sheet.blob();
}
