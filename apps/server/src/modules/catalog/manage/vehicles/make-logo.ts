import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { AuditActor } from '../../../../platform/actor.ts';
import { bumpArea } from '../../../../platform/cache/area-versions.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { isRaster } from '../../../../platform/files/is-raster.ts';
import { storeFile } from '../../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { logoUrl } from '../../present.ts';
import { subjectOf } from '../kind.ts';

const sidePx = 192;
const sideMin = 24;
const pixelsMax = 25_000_000;

async function lockMake(db: Db, id: number) {
  const make = await db
    .selectFrom('makes')
    .select(['id', 'logo_file_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!make) throw new Refusal('not_found');
  return make;
}

export async function findLogo(db: Db, id: number) {
  const make = await db.selectFrom('makes').select('logo_file_id').where('id', '=', id).executeTakeFirst();
  if (!make) throw new Refusal('not_found');
  return { logo_url: logoUrl(make.logo_file_id) };
}

/** The image is decoded with a size limit and re-encoded without metadata; none of the uploaded bytes are stored. */
export async function storeLogo(
  db: Db,
  store: FileStore,
  actor: AuditActor,
  id: number,
  files: readonly ReceivedFile[],
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose an image.'] });
  const before = await lockMake(db, id);
  const stored = await storeFile(db, store, await encodeLogo(file), {
    belongsTo: subjectOf('makes', id),
    uploadedBy: actor.userId,
  });
  await replace(db, actor, before, stored.id);
  return { logo_url: logoUrl(stored.id) };
}

export async function removeLogo(db: Db, actor: AuditActor, id: number): Promise<void> {
  const before = await lockMake(db, id);
  if (before.logo_file_id === null) throw new Refusal('not_found');
  await replace(db, actor, before, null);
}

async function replace(
  db: Db,
  actor: AuditActor,
  before: { id: number; logo_file_id: string | null },
  fileId: string | null,
) {
  await db.updateTable('makes').set({ logo_file_id: fileId }).where('id', '=', before.id).execute();
  // A file without an owner is removed by the cleanup job.
  if (before.logo_file_id)
    await db.updateTable('stored_files').set({ belongs_to: null }).where('id', '=', before.logo_file_id).execute();
  await writeAudit(db, actor, fileId ? 'catalog.store-logo' : 'catalog.remove-logo', subjectOf('makes', before.id), {
    before: { logo: before.logo_file_id !== null },
    after: { logo: fileId !== null },
  });
  await bumpArea(db, 'catalog');
}

async function encodeLogo(file: ReceivedFile): Promise<ReceivedFile> {
  if (!(await isRaster(file.path)))
    throw fieldRefusal({ file: ['Use a PNG, JPEG, WebP or AVIF image. SVG is not supported.'] });
  try {
    const picture = sharp(file.path, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).autoOrient();
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < sideMin)
      throw fieldRefusal({ file: [`Each side of the image must be at least ${sideMin} pixels.`] });
    const bytes = await picture
      .resize({ width: sidePx, height: sidePx, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .webp({ quality: 86, effort: 4 })
      .toBuffer();
    const path = join(dirname(file.path), 'logo.webp');
    await writeFile(path, bytes, { mode: 0o600 });
    const sha256 = createHash('sha256').update(bytes).digest();
    const { size } = await stat(path);
    return { field: 'file', name: 'logo.webp', mediaType: 'image/webp', path, sizeBytes: size, sha256 };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (/pixel limit/i.test((error as Error).message))
      throw fieldRefusal({ file: ['The image has more than 25 million pixels. Make it smaller first.'] });
    throw fieldRefusal({ file: ['We could not read this image. It may be damaged.'] });
  }
}
