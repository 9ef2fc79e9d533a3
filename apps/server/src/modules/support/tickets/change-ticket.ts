import { isStale } from '@tuneport/domain/api/precondition';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { type Goodwill, goodwillAmount, postGoodwill } from '../goodwill.ts';
import type { SupportContext } from '../support-context.ts';
import { assignTicket } from './assign-ticket.ts';
import { presentAdminTicket } from './present-ticket.ts';
import { type Initiator, stepTicket } from './step-ticket.ts';
import { mailAccepted, mailGoodwill } from './ticket-mails.ts';
import { type TicketRow, ticketById } from './ticket-queries.ts';
import { closeTicket, resolveTicket } from './write-reply.ts';

export const staffInitiator = (actor: Actor): Initiator => ({ kind: 'staff', userId: actor.userId });

export async function lockedTicket(support: SupportContext, id: number): Promise<TicketRow> {
  const ticket = await ticketById(support.db, id, 'lock');
  if (!ticket) throw new Refusal('not_found');
  return ticket;
}

type Change = {
  readonly state?: 'open' | 'parked' | 'resolved' | 'closed' | 'spam' | undefined;
  readonly assignee?: number | null | undefined;
  readonly parked_until?: string | undefined;
  readonly reason: string;
};

/** Staff assign a ticket or change its state, based on the version they saw. */
export async function changeTicket(
  support: SupportContext,
  actor: Actor,
  id: number,
  change: Change,
  readAt: Date,
): Promise<void> {
  const before = await lockedTicket(support, id);
  if (isStale(before.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentAdminTicket(support.db, before, actor, support.now) });
  if (change.state === undefined && change.assignee === undefined)
    throw fieldRefusal({ state: ['Enter a change: the state or the assignee.'] });
  const initiator = staffInitiator(actor);
  const assigned =
    change.assignee === undefined ? before : await assignTicket(support, before, initiator, change.assignee);
  const after = change.state === undefined ? assigned : await lead(support, assigned, initiator, change);
  await writeAudit(support.db, actor, 'tickets.change', `ticket:${id}`, {
    from: before.state,
    to: after.state,
    assignee: after.assignee_id,
    reason: change.reason,
  });
}

async function lead(
  support: SupportContext,
  ticket: TicketRow,
  initiator: Initiator,
  { state, parked_until, reason }: Change,
) {
  switch (state) {
    case 'parked': {
      const until = parked_until === undefined ? null : new Date(parked_until);
      return stepTicket(support, ticket, 'park', initiator, { reason, set: { parked_until: until } });
    }
    case 'resolved':
      return resolveTicket(support, ticket, initiator, reason);
    case 'closed':
      return closeTicket(support, ticket, initiator);
    case 'spam':
      return stepTicket(support, ticket, 'spam', initiator, { reason });
    default: {
      // The transition from this state back to open; a new ticket opens when it is assigned.
      const event = (['unpark', 'reopen', 'not-spam'] as const).find((one) =>
        eventsFrom(ticketMachine, ticket.state, initiator.kind).includes(one),
      );
      if (!event)
        throw new Refusal('invalid_transition', { allowed: eventsFrom(ticketMachine, ticket.state, initiator.kind) });
      return stepTicket(support, ticket, event, initiator, { reason });
    }
  }
}

/** Allows the purchase of a selection requested through the catalogue. The purchase itself is made elsewhere. */
export async function acceptOffer(support: SupportContext, actor: Actor, id: number, reason: string): Promise<void> {
  const ticket = await lockedTicket(support, id);
  if (ticket.accepted_at !== null)
    throw new Refusal('already_committed', { message: 'This has already been accepted.' });
  const offer = ticket.offer as { estimate: string | null; path: string | null } | null;
  const after = await stepTicket(support, ticket, 'accept', staffInitiator(actor), {
    reason,
    detail: { estimate: offer?.estimate ?? null, path: offer?.path ?? null },
    set: { accepted_at: support.now },
  });
  await writeAudit(support.db, actor, 'tickets.accept', `ticket:${id}`, { estimate: offer?.estimate ?? null });
  await mailAccepted(support, after, offer?.path ?? null);
}

export async function grantGoodwill(
  support: SupportContext,
  actor: Actor,
  id: number,
  input: Goodwill,
  key: string,
): Promise<void> {
  const ticket = await lockedTicket(support, id);
  if (ticket.user_id === null) throw fieldRefusal({ amount: ['This customer has no account to credit.'] });
  if (!eventsFrom(ticketMachine, ticket.state, 'staff').includes('goodwill'))
    throw new Refusal('invalid_transition', { allowed: eventsFrom(ticketMachine, ticket.state, 'staff') });
  const transferId = await postGoodwill(support, actor, {
    ...input,
    userId: ticket.user_id,
    subject: `ticket:${id}`,
    key: `ticket:${id}:goodwill:${key}`,
  });
  const detail = { amount: input.amount, currency: input.currency };
  const after = await stepTicket(support, ticket, 'goodwill', staffInitiator(actor), {
    reason: input.reason,
    detail,
    transferId,
  });
  await writeAudit(support.db, actor, 'tickets.goodwill', `ticket:${id}`, { ...detail, reason: input.reason });
  await mailGoodwill(support, after, actor.name ?? 'Support', goodwillAmount(input));
}
