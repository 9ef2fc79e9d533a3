import { isTuner, may } from '@tuneport/domain/identity/permissions';
import type { TicketActor } from '@tuneport/domain/support/ticket-states';
import type { Actor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, type Ownership } from '../../dealers/index.ts';
import { hashToken } from '../../identity/index.ts';
import type { TicketRow } from './ticket-queries.ts';

/** Who wants to see a ticket, in the words of its query. */
export type TicketReader = Ownership & {
  readonly staff: boolean;
  /** A tuner sees the tickets that were given to them. */
  readonly tuner: boolean;
  readonly tokenHash: Buffer | null;
};

export const readerOf = (actor: Actor, token?: string): TicketReader => ({
  // Members of a suspended dealer may write to support.
  ...moneyOwnershipOf(actor),
  staff: actor.signedIn && may(actor, 'tickets.admin'),
  tuner: isTuner(actor),
  tokenHash: token === undefined ? null : hashToken(token),
});

/** Whom somebody speaks for who may read the ticket: their own is theirs, whatever else they are. */
export function speaksFor(
  { userId, staff, tuner, tokenHash }: TicketReader,
  ticket: Pick<TicketRow, 'user_id' | 'assignee_id'>,
): Exclude<TicketActor, 'system'> {
  if (tokenHash !== null || (userId !== null && ticket.user_id === userId)) return 'customer';
  if (staff) return 'staff';
  return tuner && ticket.assignee_id === userId ? 'tuner' : 'customer';
}
