import { may } from '@tuneport/domain/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../../dealers/index.ts';
import type { PurchaseReader } from './purchase-queries.ts';

/** Members read what was bought for their dealer, also while it is suspended. */
export const purchaseReader = (actor: SignedInActor): PurchaseReader => ({
  ...moneyOwnershipOf(actor),
  staff: may(actor, 'transactions.read'),
});

/** Whose purchases somebody may use: those of active dealers. */
export const purchaseUser = (actor: SignedInActor): PurchaseReader => ({
  ...ownershipOf(actor),
  staff: may(actor, 'transactions.read'),
});
