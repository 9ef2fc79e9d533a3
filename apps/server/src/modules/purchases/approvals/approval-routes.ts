import type { purchaseApprovals } from '@tuneport/contract/dealers/purchase-approvals';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvalById,
  declineApproval,
  listApprovals,
  ownDealer,
  presentApproval,
  presentApprovals,
  withdrawApproval,
} from '../../dealers/index.ts';
import { approvePurchase, currentPrice } from './approve-purchase.ts';

export const purchaseApprovalRoutes = handlers<typeof purchaseApprovals>({
  'GET /v1/dealers/:id/purchase-approvals': async ({ db, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const page = await listApprovals(db, dealer.id, dealer.mayManage ? null : actor.userId, query);
    return { ...page, data: await presentApprovals(db, { dealer, userId: actor.userId }, page.data) };
  },
  'GET /v1/dealers/:id/purchase-approvals/:approvalId': async ({ db, platform, actor, params, now }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const approval = await approvalById(db, params.approvalId);
    if (approval?.dealer_id !== dealer.id || !(dealer.mayManage || approval.user_id === actor.userId))
      throw new Refusal('not_found');
    const price = await currentPrice(db, platform, approval, now);
    return { ...(await presentApproval(db, { dealer, userId: actor.userId }, approval)), ...price };
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/approve': async ({ db, platform, actor, params, body, now }) => {
    const approved = await approvePurchase({ db, platform, now }, actor, params, body.total);
    return presentApproval(db, { dealer: await ownDealer(db, actor, params.id), userId: actor.userId }, approved);
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/decline': async ({ db, platform, actor, params, body, now }) => {
    const origin = platform.config.publicOrigin;
    const declined = await declineApproval({ db, origin, now }, actor, params, body.reason);
    return presentApproval(db, { dealer: await ownDealer(db, actor, params.id), userId: actor.userId }, declined);
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw': async ({ db, actor, params, now }) => {
    const withdrawn = await withdrawApproval(db, actor, params, now);
    return presentApproval(db, { dealer: await ownDealer(db, actor, params.id), userId: actor.userId }, withdrawn);
  },
});
