import { dayMs } from '@tuneport/domain/units/durations';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { encodePicture, storePicture } from '../pictures/encode-picture.ts';
import { imageUrl } from './present-product.ts';

const unsavedMs = dayMs;

/** Uploads a picture; it belongs to a product once that is saved with it. */
export async function takeImage(
  db: Db,
  store: FileStore,
  actor: AuditActor,
  files: readonly ReceivedFile[],
  alt: string,
  now: Date,
) {
  const picture = await encodePicture(files);
  return db.transaction().execute(async (tx) => {
    // Uploads that were never saved with a product; their files have no owner and are removed by the cleanup job.
    await tx
      .deleteFrom('product_images')
      .where('product_id', 'is', null)
      .where('created_at', '<', new Date(now.getTime() - unsavedMs))
      .execute();
    const sizes = await storePicture(tx, store, picture, { belongsTo: null, uploadedBy: actor.userId });
    const { width, height } = picture;
    const { id } = await tx
      .insertInto('product_images')
      .values({
        alt,
        width,
        height,
        sizes: JSON.stringify(sizes),
        uploaded_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      id,
      alt,
      url: imageUrl(id, sizes[0]?.width ?? width),
      width,
      height,
    };
  });
}

/** Also removes it from its product, like a save without it. */
export async function removeImage(db: Db, actor: AuditActor, id: number, now: Date): Promise<void> {
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
  await writeAudit(db, actor, 'store.remove-product-image', `product:${image.product_id}`, { image: id });
  await bumpArea(db, 'store');
}
