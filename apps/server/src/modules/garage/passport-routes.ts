import type { passport } from '@tuneport/contract/garage/passport';
import { signedIn } from '../../platform/actor.ts';
import { handlers } from '../../platform/http/context.ts';
import { acceptHandover, cancelHandover, offerHandover } from './hand-over.ts';
import { addEntry, removeEntry } from './passport-entries.ts';
import { readVehicle } from './present-vehicle.ts';
import { readPassport, readSharedPassport } from './read-passport.ts';
import { createShare, endShare } from './share-passport.ts';

export const passportRoutes = handlers<typeof passport>({
  'GET /vehicles/:id/passport': ({ db, actor, params, query, now }) =>
    readPassport(db, signedIn(actor).userId, params.id, query, now),
  'POST /vehicles/:id/entries': ({ db, actor, params, body, now }) =>
    addEntry(db, signedIn(actor).userId, params.id, body, now),
  'DELETE /vehicles/:id/entries/:entryId': ({ db, actor, params }) =>
    removeEntry(db, signedIn(actor).userId, params.id, params.entryId),
  'POST /vehicles/:id/shares': ({ db, actor, params, body, now }) => createShare(db, actor, params.id, body, now),
  'DELETE /vehicles/:id/shares/:shareId': ({ db, actor, params, now }) =>
    endShare(db, actor, params.id, params.shareId, now),
  'GET /v1/vehicle-passports/:token': ({ db, params, query, now }) =>
    readSharedPassport(db, params.token, query.page, now),
  'POST /vehicles/:id/handover': ({ db, actor, params, body, now }) =>
    offerHandover(db, actor, params.id, body.email, now),
  'DELETE /vehicles/:id/handover': ({ db, actor, params, now }) => cancelHandover(db, actor, params.id, now),
  'POST /v1/vehicle-handovers': async ({ db, actor, body, platform, now }) => {
    const id = await acceptHandover(db, platform.config.publicOrigin, actor, body.code, now);
    return readVehicle(db, signedIn(actor).userId, id, now);
  },
});
