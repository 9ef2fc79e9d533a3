import type { purchasesAdmin } from '@tuneport/contract/purchases/purchases-admin';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { requireRefundable } from './purchase-followers.ts';
import { lockPurchase, purchaseById } from './purchase-queries.ts';
import { refundCredits } from './refunds/refund-purchase.ts';

export const purchaseAdminRoutes = handlers<typeof purchasesAdmin>({
  'POST /v1/admin/catalog-purchases/:id/return-credits': async ({ db, platform, actor, params, body }) => {
    const before = await purchaseById(db, params.id);
    if (!before || before.credit_minor === 0n) throw new Refusal('not_found');
    await requireNotOwnBusiness(db, actor, { user: before.user_id, dealer: before.dealer_id });
    await requireRefundable(db, params.id);
    const locked = await lockPurchase(db, params.id);
    if (locked?.credits_back_at)
      throw new Refusal('already_committed', { message: 'The credits of this purchase have already been returned.' });
    const after = await refundCredits(db, platform, { id: params.id, actorId: actor.userId, reason: body.reason });
    if (!after)
      throw new Refusal('conflict', {
        message: 'Refund the money for this purchase first. Its credits are then returned automatically.',
      });
    await writeAudit(db, actor, 'credits.return', `purchase:${params.id}`, { reason: body.reason });
    const { id, state, credits_back_at } = after;
    return { id, number: purchaseNumber(id), state, credits_back_at };
  },
});
