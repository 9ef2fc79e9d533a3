import { may } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../../dealers/index.ts';
import type { PurchaseReader } from './purchase-queries.ts';

/** Members read what was bought for their dealer, also while it is suspended. */
export const purchaseReader = (actor: SignedInActor): PurchaseReader => ({
  ...moneyOwnershipOf(actor),
  staff: may(actor, 'transactions.read'),
});

/** Whose purchases the actor may use: their own and those of active dealers. */
export const purchaseUser = (actor: SignedInActor): PurchaseReader => ({
  ...ownershipOf(actor),
  staff: may(actor, 'transactions.read'),
});
