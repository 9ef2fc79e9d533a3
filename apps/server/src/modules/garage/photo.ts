import type { ReceivedFile } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { encodePicture, storePicture } from '../store/index.ts';
import { lockLiveVehicle, ownVehicle } from './queries.ts';

/** Sets the photo of a car, encoded before anything is locked. */
export async function setPhoto(
  { db, files: store }: Platform,
  userId: number,
  id: number,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<void> {
  if (!(await ownVehicle(db, userId, id))) throw new Refusal('not_found');
  const picture = await encodePicture(files);
  await db.transaction().execute(async (tx) => {
    await lockLiveVehicle(tx, userId, id);
    const sizes = await storePicture(tx, store, picture, { belongsTo: `garage-vehicle:${id}`, uploadedBy: userId });
    const { width, height } = picture;
    await tx
      .updateTable('garage_vehicles')
      .set({ photo: JSON.stringify({ width, height, sizes }), updated_at: now })
      .where('id', '=', id)
      .execute();
  });
}
