import type { dealerTierCalls } from '@tuneport/contract/dealers/dealer-tiers';
import type { dealers } from '@tuneport/contract/dealers/dealers';
import type { dealersAdmin } from '@tuneport/contract/dealers/dealers-admin';
import { handlers } from '../../platform/http/context.ts';
import { settingsOf } from '../settings/index.ts';
import { correctBalance } from './correct-balance.ts';
import { listDeals } from './credit-deal-queries.ts';
import { draftDeal, updateDeal } from './draft-deal.ts';
import { addMember, removeMember } from './members.ts';
import { moveDeal } from './move-deal.ts';
import { ownableTools, setOwnTools } from './own-tools.ts';
import { presentDeal, presentDealRecord } from './present-deal.ts';
import { presentDealer, presentDealerList } from './present-dealer.ts';
import { requireMayPublish } from './publish-deal.ts';
import { listDealers } from './queries.ts';
import { createDealer, updateDealer } from './save-dealer.ts';
import { tiers } from './tiers/dealer-tiers.ts';
import { checkVatId } from './vat-check.ts';

export const dealersRoutes = handlers<typeof dealers>({
  'GET /dealer-tools': ({ db }) => ownableTools(db),
  'PUT /v1/dealers/:id/dealer-tools': ({ db, actor, params, body }) => setOwnTools(db, actor, params.id, body.tools),
});

export const dealerTierRoutes = handlers<typeof dealerTierCalls>(tiers.routes);

export const dealersAdminRoutes = handlers<typeof dealersAdmin>({
  'GET /v1/admin/dealers': async ({ db, query }) => presentDealerList(db, await listDealers(db, query)),
  'POST /v1/admin/dealers': async ({ db, actor, body, now }) =>
    presentDealer(db, await createDealer(db, actor, body, now)),
  'GET /v1/admin/dealers/:id': ({ db, params }) => presentDealer(db, params.id),
  'PATCH /v1/admin/dealers/:id': async ({ db, actor, params, body, readAt, now }) => {
    await updateDealer(db, actor, params.id, body, readAt, now);
    return presentDealer(db, params.id);
  },
  'PUT /v1/admin/dealers/:id/vat-check': async ({ db, actor, params, body, now }) => {
    await checkVatId(db, actor, params.id, body, now);
    return presentDealer(db, params.id);
  },
  'POST /v1/admin/dealers/:id/members': ({ db, actor, params, body }) => addMember(db, actor, params.id, body),
  'DELETE /v1/admin/dealers/:id/members/:userId': ({ db, actor, params }) =>
    removeMember(db, actor, params.id, params.userId),

  'POST /v1/admin/dealers/:id/entries': async ({ db, platform, actor, params, body, requestKey, now }) =>
    correctBalance({ db, limits: await settingsOf(platform), now }, actor, params.id, body, `by:${requestKey}`),
  'GET /v1/admin/dealer-credit-deals': async ({ db, query }) => {
    const list = await listDeals(db, query);
    return { ...list, data: list.data.map(presentDeal) };
  },
  'POST /v1/admin/dealer-credit-deals': async ({ db, actor, body, now }) =>
    presentDealRecord(db, await draftDeal(db, actor, body, now)),
  'GET /v1/admin/dealer-credit-deals/:id': ({ db, params }) => presentDealRecord(db, params.id),
  'PATCH /v1/admin/dealer-credit-deals/:id': async ({ db, actor, params, body, readAt, now }) => {
    await updateDeal(db, actor, params.id, body, readAt, now);
    return presentDealRecord(db, params.id);
  },
  'POST /v1/admin/dealer-credit-deals/:id/publish': async ({ db, platform, actor, params, readAt, now }) => {
    await requireMayPublish({ db, platform, now }, actor, params.id, readAt);
    await moveDeal({ db, now }, params.id, 'publish', actor);
    return presentDealRecord(db, params.id);
  },
  'POST /v1/admin/dealer-credit-deals/:id/cancel': async ({ db, actor, params, body, now }) => {
    await moveDeal({ db, now }, params.id, 'cancel', actor, { reason: body.reason });
    return presentDealRecord(db, params.id);
  },
});
