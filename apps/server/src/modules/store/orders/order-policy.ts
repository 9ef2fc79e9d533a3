import { may } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../../dealers/index.ts';
import { hashToken } from '../../identity/index.ts';
import type { OrderReader } from './order-queries.ts';

const tokenHashOf = (token: string | undefined) => (token === undefined ? null : hashToken(token));

/** Members read what was bought for their dealer, also while it is suspended. */
export const readerOf = (actor: Actor, token: string | undefined): OrderReader => ({
  ...moneyOwnershipOf(actor),
  to: 'read',
  staff: actor.signedIn && may(actor, 'transactions.read'),
  tokenHash: tokenHashOf(token),
});

/** Paying and cancelling is for customers alone, and for those of an active dealer. */
export const buyerOf = (actor: Actor, token: string | undefined): OrderReader => ({
  ...ownershipOf(actor),
  to: 'act',
  staff: false,
  tokenHash: tokenHashOf(token),
});
