import type { addresses } from '@tuneport/contract/identity/addresses';
import { isUpdate } from '@tuneport/domain/places/address';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { addressesOf } from './address-queries.ts';
import { changeAddress, chooseDefault, createAddress, deleteAddress } from './save-address.ts';

export const addressRoutes = handlers<typeof addresses>({
  'GET /addresses': ({ db, actor }) => addressesOf(db, signedIn(actor).userId),
  'POST /addresses': ({ db, actor, body: { id, ...values }, now }) => {
    const { userId } = signedIn(actor);
    return isUpdate({ id: id ?? null })
      ? changeAddress(db, userId, id as number, values, now)
      : createAddress(db, userId, values, now);
  },
  'PATCH /addresses/:id': ({ db, actor, params, body: { id: _, ...values }, now }) =>
    changeAddress(db, signedIn(actor).userId, params.id, values as Parameters<typeof changeAddress>[3], now),
  'POST /addresses/:id/default': ({ db, actor, params, now }) =>
    chooseDefault(db, signedIn(actor).userId, params.id, now),
  'DELETE /addresses/:id': ({ db, actor, params }) => deleteAddress(db, signedIn(actor).userId, params.id),
});
