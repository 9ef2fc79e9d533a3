import type { tradeIns, tradeInsAdmin } from '@tuneport/contract/store/trade-ins';
import { may } from '@tuneport/domain/identity/permissions';
import { handlers } from '../../../platform/http/context.ts';
import { proveHuman } from '../../settings/index.ts';
import { sendPicture } from '../pictures/send-picture.ts';
import { addPhoto } from './add-photo.ts';
import { acceptOffer, answerTradeIn, declineOffer, requireOwner, shipTradeIn } from './answer-trade-in.ts';
import { decideTradeIn } from './decide-trade-in.ts';
import { presentListed, presentTradeIn, presentTradeInRecord } from './present-trade-in.ts';
import { submitTradeIn } from './submit-trade-in.ts';
import { listTradeIns, photoOf } from './trade-in-queries.ts';

export const tradeInRoutes = handlers<typeof tradeIns>({
  'POST /trade-in-requests': async ({ db, platform, actor, body: { recaptcha_token, ...input }, now }) => {
    await proveHuman(platform, recaptcha_token, actor.address);
    const { id, token } = await submitTradeIn(db, platform.config.publicOrigin, actor, input, now);
    return { ...(await presentTradeIn(db, id)), token };
  },
  'GET /trade-in-requests/:id': async ({ db, actor, params, query }) => {
    await requireOwner(db, { id: params.id, actor, token: query.token }, 'read');
    return presentTradeIn(db, params.id);
  },
  'POST /trade-in-requests/:id/photos': async ({ db, platform, actor, params, body, files, now }) => {
    await addPhoto(platform, { id: params.id, actor, token: body.token, files, now });
    return presentTradeIn(db, params.id);
  },
  'GET /trade-in-requests/:id/photos/:photo/:width': async ({ db, platform, actor, params, query }) => {
    if (!may(actor, 'trade-ins')) await requireOwner(db, { id: params.id, actor, token: query.token }, 'read');
    const sizes = (await photoOf(db, params.id, params.photo))?.sizes;
    return sendPicture(db, platform.files, { sizes, width: params.width, cache: 'private, max-age=86400' });
  },
  'POST /trade-in-requests/:id/answer': async ({ db, actor, params, body, now }) => {
    await answerTradeIn(db, { id: params.id, actor, token: body.token, note: body.note, now });
    return presentTradeIn(db, params.id);
  },
  'POST /trade-in-requests/:id/accept': async ({ db, platform, actor, params, body, now }) => {
    await acceptOffer(db, platform.config.publicOrigin, {
      id: params.id,
      actor,
      token: body.token,
      payAs: body.pay_as,
      seen: body.offer,
      now,
    });
    return presentTradeIn(db, params.id);
  },
  'POST /trade-in-requests/:id/decline': async ({ db, actor, params, body, now }) => {
    await declineOffer(db, { id: params.id, actor, token: body.token, now });
    return presentTradeIn(db, params.id);
  },
  'POST /trade-in-requests/:id/ship': async ({ db, actor, params, body, now }) => {
    await shipTradeIn(db, { id: params.id, actor, token: body.token, tracking: body.tracking_number, now });
    return presentTradeIn(db, params.id);
  },
});

export const tradeInAdminRoutes = handlers<typeof tradeInsAdmin>({
  'GET /v1/admin/trade-in-requests': async ({ db, query }) => {
    const page = await listTradeIns(db, query);
    return { ...page, data: page.data.map(presentListed) };
  },
  'GET /v1/admin/trade-in-requests/:id': ({ db, params }) => presentTradeInRecord(db, params.id),
  'PATCH /v1/admin/trade-in-requests/:id': async ({ db, platform, actor, params, body, readAt, now }) => {
    await decideTradeIn(db, platform.config.publicOrigin, actor, params.id, body, readAt, now);
    return presentTradeInRecord(db, params.id);
  },
});
