import { may } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../dealers/index.ts';
import type { PurchaseViewer } from './purchase-queries.ts';

/** Members may read purchases of their dealer, even while it is suspended. */
export const purchaseViewer = (actor: SignedInActor): PurchaseViewer => ({
  ...moneyOwnershipOf(actor),
  staff: may(actor, 'transactions.read'),
});

/** Purchases the actor may use: their own and those of active dealers. */
export const purchaseUser = (actor: SignedInActor): PurchaseViewer => ({
  ...ownershipOf(actor),
  staff: may(actor, 'transactions.read'),
});
