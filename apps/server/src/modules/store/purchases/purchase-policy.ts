import { may } from '@tuneport/domain/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { PurchaseReader } from './purchase-queries.ts';

/** A member sees what was bought for their dealer. */
export const purchaseReader = (actor: SignedInActor): PurchaseReader => ({
  userId: actor.userId,
  dealerIds: actor.dealers.map(({ id }) => id),
  staff: may(actor, 'transactions.read'),
});
