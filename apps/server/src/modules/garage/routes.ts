import type { garage } from '@tuneport/contract/garage/garage';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { sendPicture } from '../store/index.ts';
import { setPhoto } from './photo.ts';
import { listVehicles, readVehicle } from './present-vehicle.ts';
import { lockLiveVehicle, ownVehicle } from './queries.ts';
import { addVehicle, changeVehicle, deleteVehicle, type VehicleInput } from './save-vehicle.ts';

export const garageRoutes = handlers<typeof garage>({
  'GET /vehicles': ({ db, actor, now }) => listVehicles(db, signedIn(actor).userId, now),
  'POST /vehicles': async ({ db, actor, body, region, now }) => {
    const { userId } = signedIn(actor);
    return readVehicle(db, userId, await addVehicle({ db, region, now }, userId, body), now);
  },
  'GET /vehicles/:id': ({ db, actor, params, now }) => readVehicle(db, signedIn(actor).userId, params.id, now),
  'PATCH /vehicles/:id': async ({ db, actor, params, body, region, now }) => {
    const { userId } = signedIn(actor);
    await changeVehicle({ db, region, now }, userId, params.id, body as Partial<VehicleInput>);
    return readVehicle(db, userId, params.id, now);
  },
  'DELETE /vehicles/:id': ({ db, actor, params }) => deleteVehicle(db, signedIn(actor).userId, params.id),
  'POST /vehicles/:id/photo': async ({ platform, actor, params, files, now }) => {
    const { userId } = signedIn(actor);
    await setPhoto(platform, userId, params.id, files, now);
    return readVehicle(platform.db, userId, params.id, now);
  },
  'DELETE /vehicles/:id/photo': async ({ db, actor, params, now }) => {
    const { userId } = signedIn(actor);
    await lockLiveVehicle(db, userId, params.id);
    await db.updateTable('garage_vehicles').set({ photo: null, updated_at: now }).where('id', '=', params.id).execute();
    return readVehicle(db, userId, params.id, now);
  },
  'GET /vehicles/:id/photo/:width': async ({ db, platform, actor, params }) => {
    const car = await ownVehicle(db, signedIn(actor).userId, params.id);
    const sizes = (car?.photo as { sizes?: unknown } | null | undefined)?.sizes;
    return sendPicture(db, platform.files, { sizes, width: params.width, cache: 'private, max-age=86400' });
  },
});
