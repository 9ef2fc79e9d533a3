import type { purchaseApprovals } from '@tuneport/contract/dealers/purchase-approvals';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  type ApprovalRow,
  approvalById,
  declineApproval,
  listApprovals,
  ownDealer,
  type Placed,
  presentApproval,
  presentApprovals,
  withdrawApproval,
} from '../../dealers/index.ts';
import { orderTotals } from '../../store/index.ts';
import { purchaseTotals } from '../purchase-queries.ts';
import { approvePurchase, currentPrice } from './approve-purchase.ts';

async function placedFor(db: Db, rows: readonly ApprovalRow[]): Promise<Placed> {
  const [purchases, orders] = await Promise.all([
    purchaseTotals(
      db,
      rows.map(({ purchase_id }) => purchase_id),
    ),
    orderTotals(
      db,
      rows.map(({ order_id }) => order_id),
    ),
  ]);
  return { purchases, orders };
}

export const purchaseApprovalRoutes = handlers<typeof purchaseApprovals>({
  'GET /v1/dealers/:id/purchase-approvals': async ({ db, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const page = await listApprovals(db, dealer.id, dealer.mayManage ? null : actor.userId, query);
    const placed = await placedFor(db, page.data);
    return { ...page, data: await presentApprovals(db, { dealer, userId: actor.userId }, page.data, placed) };
  },
  'GET /v1/dealers/:id/purchase-approvals/:approvalId': async ({ db, platform, actor, params, now }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const approval = await approvalById(db, params.approvalId);
    if (approval?.dealer_id !== dealer.id || !(dealer.mayManage || approval.user_id === actor.userId))
      throw new Refusal('not_found');
    const price = await currentPrice(db, platform, approval, now);
    const placed = await placedFor(db, [approval]);
    return { ...(await presentApproval(db, { dealer, userId: actor.userId }, approval, placed)), ...price };
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/approve': async ({ db, platform, actor, params, body, now }) => {
    const approved = await approvePurchase({ db, platform, now }, actor, params, body.total);
    const viewer = { dealer: await ownDealer(db, actor, params.id), userId: actor.userId };
    return presentApproval(db, viewer, approved, await placedFor(db, [approved]));
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
