import type { lineDisputes, lineDisputesAdmin } from '@tuneport/contract/ledger/line-disputes';
import { handlers } from '../../../platform/http/context.ts';
import { disputesOfOwner, listDisputes } from '../../ledger/index.ts';
import { supportContextOf } from '../support-context.ts';
import { decideDispute } from './decide-dispute.ts';
import { openDispute, ownHolder, withdrawDispute } from './open-dispute.ts';
import { presentDispute, presentListedPage, presentOwnDispute, presentOwnPage } from './present-dispute.ts';

export const lineDisputeRoutes = handlers<typeof lineDisputes>({
  'GET /v1/line-disputes': async ({ db, actor, query }) =>
    presentOwnPage(db, await disputesOfOwner(db, ownHolder(actor, query.holder), query.page)),
  'POST /v1/line-disputes': async ({ db, platform, actor, region, body, now }) => {
    const id = await openDispute(await supportContextOf({ db, platform, now }), actor, { ...body, region });
    return presentOwnDispute(db, actor, id);
  },
  'POST /v1/line-disputes/:id/withdraw': async ({ db, platform, actor, params, now }) => {
    await presentOwnDispute(db, actor, params.id);
    await withdrawDispute(await supportContextOf({ db, platform, now }), actor, params.id);
    return presentOwnDispute(db, actor, params.id);
  },
});

export const lineDisputeAdminRoutes = handlers<typeof lineDisputesAdmin>({
  'GET /v1/admin/line-disputes': async ({ db, query }) => presentListedPage(db, await listDisputes(db, query)),
  'GET /v1/admin/line-disputes/:id': ({ db, params, now }) => presentDispute(db, params.id, now),
  'POST /v1/admin/line-disputes/:id/decide': async ({ db, platform, actor, params, body, now }) => {
    await decideDispute(await supportContextOf({ db, platform, now }), actor, params.id, body);
    return presentDispute(db, params.id, now);
  },
});
