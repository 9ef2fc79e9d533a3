import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Tx } from '../../../platform/db/db.ts';
import { isRaster } from '../../../platform/files/is-raster.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';

const widths = [400, 800, 1600] as const;
const pixelsMax = 40_000_000;
const sideMin = 80;

type Encoded = { readonly width: number; readonly height: number; readonly file: ReceivedFile };
/** Size of its largest version. */
type Picture = { readonly width: number; readonly height: number; readonly widths: readonly Encoded[] };
export type PictureSize = { readonly width: number; readonly file: string };

const wrongKind = () => fieldRefusal({ file: ['Use a JPEG, PNG, WebP or AVIF image. SVG is not supported.'] });

/**
 * Decodes a picture with a size limit and re-encodes it in several widths. None of the uploaded bytes are kept, so
 * scripts or location metadata never reach a visitor.
 */
export async function encodePicture(files: readonly ReceivedFile[]): Promise<Picture> {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose an image.'] });
  if (!(await isRaster(file.path))) throw wrongKind();
  const picture = () => sharp(file.path, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).autoOrient();
  try {
    const { format, width, height, autoOrient } = await picture().metadata();
    if (!['jpeg', 'png', 'webp', 'heif', 'avif'].includes(format)) throw wrongKind();
    if (width * height > pixelsMax)
      throw fieldRefusal({ file: ['The image has more than 40 million pixels. Make it smaller first.'] });
    if (Math.min(width, height) < sideMin)
      throw fieldRefusal({ file: [`Each side of the image must be at least ${sideMin} pixels.`] });
    const own = Math.min(autoOrient.width, widths[2]);
    const wanted = [...widths.filter((one) => one < own), own];
    const made: Encoded[] = [];
    for (const one of wanted) {
      const path = join(dirname(file.path), `${one}.webp`);
      const info = await picture()
        .resize({ width: one, withoutEnlargement: true })
        .webp({ quality: 82, effort: 4 })
        .toFile(path);
      made.push({ width: info.width, height: info.height, file: await received(path, `${one}.webp`) });
    }
    const { width: widest = 0, height: highest = 0 } = made.at(-1) ?? {};
    return { width: widest, height: highest, widths: made };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Anything the decoder cannot read is not a picture.
    if (/pixel limit/i.test((error as Error).message))
      throw fieldRefusal({ file: ['The image has more than 40 million pixels. Make it smaller first.'] });
    throw fieldRefusal({ file: ['We could not read this image. It may be damaged.'] });
  }
}

async function received(path: string, name: string): Promise<ReceivedFile> {
  const { size } = await stat(path);
  const hash = createHash('sha256');
  const handle = await open(path);
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  } finally {
    await handle.close();
  }
  return { field: 'file', name, mediaType: 'image/webp', path, sizeBytes: size, sha256: hash.digest() };
}

/** Stores all widths, narrowest first. */
export async function storePicture(
  tx: Tx,
  store: FileStore,
  picture: Picture,
  owner: Parameters<typeof storeFile>[3],
): Promise<PictureSize[]> {
  const sizes: PictureSize[] = [];
  for (const { width, file } of picture.widths)
    sizes.push({ width, file: (await storeFile(tx, store, file, owner)).id });
  return sizes;
}
