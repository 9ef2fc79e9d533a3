import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Actor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isRaster } from '../../../platform/files/is-raster.ts';
import { keepFile } from '../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import { imageUrl } from './present-product.ts';

const widths = [400, 800, 1600] as const;
const pixelsMax = 40_000_000;
const sideMin = 80;
const unsavedMs = 24 * 3_600_000;

type Who = Pick<Actor, 'userId' | 'sessionId' | 'address'>;
type Encoded = { readonly width: number; readonly height: number; readonly file: ReceivedFile };

/**
 * Takes a picture and keeps none of its bytes: it is decoded within a limit and encoded anew in several widths. So nothing hidden in
 * an upload, a script or a place on a map, reaches a visitor.
 */
export async function takeImage(
  db: Db,
  store: FileStore,
  actor: Who,
  files: readonly ReceivedFile[],
  alt: string,
  now: Date,
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a picture.'] });
  const encoded = await encode(file);
  const largest = encoded.at(-1) as Encoded;
  return db.transaction().execute(async (tx) => {
    // Uploads that were never saved with a product; their files have no owner and are swept.
    await tx
      .deleteFrom('product_images')
      .where('product_id', 'is', null)
      .where('created_at', '<', new Date(now.getTime() - unsavedMs))
      .execute();
    const sizes: { width: number; file: string }[] = [];
    for (const one of encoded) {
      const kept = await keepFile(tx, store, one.file, { belongsTo: null, uploadedBy: actor.userId });
      sizes.push({ width: one.width, file: kept.id });
    }
    const { id } = await tx
      .insertInto('product_images')
      .values({
        alt,
        width: largest.width,
        height: largest.height,
        sizes: JSON.stringify(sizes),
        uploaded_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      id,
      alt,
      url: imageUrl(id, sizes[0]?.width ?? largest.width),
      width: largest.width,
      height: largest.height,
    };
  });
}

const wrongKind = () => fieldRefusal({ file: ['Use a JPEG, PNG, WebP or AVIF picture. SVG is not taken.'] });

async function encode(file: ReceivedFile): Promise<Encoded[]> {
  if (!(await isRaster(file.path))) throw wrongKind();
  const picture = () => sharp(file.path, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).autoOrient();
  try {
    const { format, width, height, autoOrient } = await picture().metadata();
    if (!['jpeg', 'png', 'webp', 'heif', 'avif'].includes(format)) throw wrongKind();
    if (width * height > pixelsMax)
      throw fieldRefusal({ file: ['The picture has more than 40 million pixels. Make it smaller first.'] });
    if (Math.min(width, height) < sideMin)
      throw fieldRefusal({ file: [`Each side of the picture needs at least ${sideMin} pixels.`] });
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
    return made;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // What the decoder cannot read is not a picture.
    if (/pixel limit/i.test((error as Error).message))
      throw fieldRefusal({ file: ['The picture has more than 40 million pixels. Make it smaller first.'] });
    throw fieldRefusal({ file: ['The picture could not be read. It may be damaged.'] });
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

/** Off the product it stands on as well, as a save without it would be. */
export async function removeImage(db: Db, actor: Who, id: number, now: Date): Promise<void> {
  const image = await db
    .deleteFrom('product_images')
    .where('id', '=', id)
    .returning(['product_id', 'alt'])
    .executeTakeFirst();
  if (!image) throw new Refusal('not_found');
  await db
    .updateTable('stored_files')
    .set({ belongs_to: null })
    .where('belongs_to', '=', `product-image:${id}`)
    .execute();
  if (image.product_id === null) return;
  const changes = [{ field: 'images', before: [{ id, alt: image.alt }], after: [] }];
  await db
    .insertInto('product_changes')
    .values({ product_id: image.product_id, at: now, actor_id: actor.userId, changes: JSON.stringify(changes) })
    .execute();
  await recordAct(db, actor, 'store.remove-product-image', `product:${image.product_id}`, { image: id });
  await bumpArea(db, 'store');
}
