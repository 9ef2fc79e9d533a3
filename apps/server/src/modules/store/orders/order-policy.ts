import { may } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../../dealers/index.ts';
import { hashToken } from '../../identity/index.ts';
import type { OrderViewer } from './order-queries.ts';

const tokenHashOf = (token: string | undefined) => (token === undefined ? null : hashToken(token));

/** Members may read purchases of their dealer, even while it is suspended. */
export const viewerOf = (actor: Actor, token: string | undefined): OrderViewer => ({
  ...moneyOwnershipOf(actor),
  to: 'read',
  staff: actor.signedIn && may(actor, 'transactions.read'),
  tokenHash: tokenHashOf(token),
});

/** Only customers may pay and cancel, and members only for an active dealer. */
export const buyerOf = (actor: Actor, token: string | undefined): OrderViewer => ({
  ...ownershipOf(actor),
  to: 'act',
  staff: false,
  tokenHash: tokenHashOf(token),
});
