import { isTuner, may } from '@tuneport/domain/identity/permissions';
import type { TicketActor } from '@tuneport/domain/support/ticket-states';
import type { Actor } from '../../../platform/actor.ts';
import { moneyOwnershipOf, type Ownership } from '../../dealers/index.ts';
import { hashToken } from '../../identity/index.ts';
import type { TicketRow } from './ticket-queries.ts';

/** Access facts of an actor for the ticket query. */
export type TicketViewer = Ownership & {
  readonly staff: boolean;
  /** A tuner sees the tickets assigned to them. */
  readonly tuner: boolean;
  readonly tokenHash: Buffer | null;
};

export const viewerOf = (actor: Actor, token?: string): TicketViewer => ({
  // Members of a suspended dealer may still contact support.
  ...moneyOwnershipOf(actor),
  staff: actor.signedIn && may(actor, 'tickets.admin'),
  tuner: isTuner(actor),
  tokenHash: token === undefined ? null : hashToken(token),
});

/** The side an actor with access speaks for: on their own ticket the customer, whatever their role. */
export function speaksFor(
  { userId, staff, tuner, tokenHash }: TicketViewer,
  ticket: Pick<TicketRow, 'user_id' | 'assignee_id'>,
): Exclude<TicketActor, 'system'> {
  if (tokenHash !== null || (userId !== null && ticket.user_id === userId)) return 'customer';
  if (staff) return 'staff';
  return tuner && ticket.assignee_id === userId ? 'tuner' : 'customer';
}
