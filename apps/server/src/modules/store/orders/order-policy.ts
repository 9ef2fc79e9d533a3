import { may } from '@tuneport/domain/permissions';
import type { Actor } from '../../../platform/actor.ts';
import { hashToken } from '../../identity/index.ts';
import type { OrderReader } from './order-queries.ts';

/** A member sees what was bought for their dealer; nobody in front of an order is somebody because its user is nobody. */
export const readerOf = (actor: Actor, token: string | undefined): OrderReader => ({
  userId: actor.userId,
  dealerIds: actor.signedIn ? actor.dealers.map(({ id }) => id) : [],
  staff: actor.signedIn && may(actor, 'transactions.read'),
  tokenHash: token === undefined ? null : hashToken(token),
});
