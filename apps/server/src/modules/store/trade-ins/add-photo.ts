import { eventsFrom } from '@tuneport/domain/states/machine';
import { takesPhotos, tradeInMachine, tradeInPhotosMax } from '@tuneport/domain/store/trade-in-states';
import type { Actor } from '../../../platform/actor.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { encodePicture, storePicture } from '../pictures/encode-picture.ts';
import { requireOwner } from './answer-trade-in.ts';
import { lockTradeIn, tradeInPhotos } from './trade-in-queries.ts';

type PhotoInput = {
  readonly id: number;
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly files: readonly ReceivedFile[];
  readonly now: Date;
};

/** Adds a photo of the tool, encoded before anything is locked. */
export async function addPhoto(platform: Platform, input: PhotoInput): Promise<void> {
  const { id, actor, now } = input;
  await requireOwner(platform.db, input);
  const picture = await encodePicture(input.files);
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockTradeIn(tx, id);
    if (!row) throw new Refusal('not_found');
    if (!takesPhotos(row.state))
      throw new Refusal('invalid_transition', { allowed: eventsFrom(tradeInMachine, row.state, 'customer') });
    if ((await tradeInPhotos(tx, id)).length >= tradeInPhotosMax)
      throw fieldRefusal({ file: [`You can add at most ${tradeInPhotosMax} photos.`] });
    const owner = { belongsTo: `trade-in:${id}`, uploadedBy: actor.userId };
    const sizes = await storePicture(tx, platform.files, picture, owner);
    const { width, height } = picture;
    await tx
      .insertInto('trade_in_photos')
      .values({
        trade_in_id: id,
        width,
        height,
        sizes: JSON.stringify(sizes),
        uploaded_by: actor.userId,
        created_at: now,
      })
      .execute();
  });
}
