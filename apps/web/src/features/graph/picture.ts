import { fitting } from './lanes/fitting.ts';
import type { Palette } from './palette.ts';

const scale = 2;
/** The size that messengers and forums show; a longer picture is higher. */
export const pictureSize = { width: 1200, height: 630 };
const edge = 24;

type Sheet = { readonly ctx: CanvasRenderingContext2D; readonly blob: () => Promise<Blob | null> };

/** A canvas with the ground, the title and our name; what is below 60 px is free. */
export function pictureSheet(title: string, palette: Palette, height = pictureSize.height): Sheet | null {
  const canvas = document.createElement('canvas');
  canvas.width = pictureSize.width * scale;
  canvas.height = height * scale;
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  ctx.scale(scale, scale);
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, pictureSize.width, height);
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'right';
  ctx.font = `600 18px ${palette.font}`;
  ctx.fillStyle = palette.quiet;
  ctx.fillText('Tuneport', pictureSize.width - edge, 44);
  ctx.textAlign = 'left';
  ctx.font = `600 26px ${palette.font}`;
  ctx.fillStyle = palette.text;
  ctx.fillText(
    fitting(title, 960, (text) => ctx.measureText(text).width),
    edge,
    44,
  );
  return { ctx, blob: () => new Promise((settle) => canvas.toBlob(settle, 'image/png')) };
}
