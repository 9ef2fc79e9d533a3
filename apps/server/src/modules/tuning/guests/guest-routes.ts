import type { tuningGuests } from '@tuneport/contract/tuning/tuning-guests';
import { anonymousActor, signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { guestOfLink, hasAccount } from '../../identity/index.ts';
import { listPurchases, presentPurchaseList } from '../../purchases/index.ts';
import { presentListed } from '../requests/present-request.ts';
import { listRequests } from '../requests/request-lists.ts';
import { viewerOf } from '../requests/request-policy.ts';
import { claimGuest } from './claim-guest.ts';

export const tuningGuestRoutes = handlers<typeof tuningGuests>({
  'GET /v1/guests/:id/:token': async ({ db, params, actor }) => {
    const guest = await guestOfLink(db, params);
    const viewer = viewerOf({ ...anonymousActor(actor.address), userId: guest.id });
    const page = await listRequests(db, viewer, { page: 1, mine: true });
    const waiting = await listPurchases(db, { customer: guest.id }, { page: 1, unlinked: true });
    return {
      email: guest.email,
      has_account: await hasAccount(db, guest.email),
      expires_at: guest.expiresAt,
      purchases: (await presentPurchaseList(db, waiting)).data,
      data: page.data.map((row) => presentListed(row, viewer)),
    };
  },
  'POST /v1/guests/:id/claim': async ({ db, actor, params, body, now }) => ({
    requests: await claimGuest(db, signedIn(actor), { id: params.id, token: body.token }, now),
  }),
});
