import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { ReceivedFile } from '../http/context.ts';
import { fieldRefusal } from '../refusal.ts';
import { isRaster } from './is-raster.ts';

const pixelsMax = 40_000_000;

/** Re-encodes an uploaded picture as PNG, at most `sideMax` pixels wide and high. None of the uploaded bytes are kept. */
export async function encodePng(file: ReceivedFile, field: string, sideMax: number): Promise<ReceivedFile> {
  if (!(await isRaster(file.path)))
    throw fieldRefusal({ [field]: ['Use a JPEG, PNG, WebP or AVIF image. SVG is not supported.'] });
  let bytes: Buffer;
  try {
    bytes = await sharp(file.path, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch {
    throw fieldRefusal({ [field]: ['We could not read this image. It may be damaged or too large.'] });
  }
  const path = join(dirname(file.path), 'encoded.png');
  await writeFile(path, bytes, { mode: 0o600 });
  const sha256 = createHash('sha256').update(bytes).digest();
  return { field, name: 'image.png', mediaType: 'image/png', path, sizeBytes: bytes.length, sha256 };
}
