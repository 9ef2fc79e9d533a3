import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { clockAfter } from '@tuneport/domain/support/ticket-clock';
import {
  reopenUntil,
  type TicketActor,
  type TicketEvent,
  type TicketState,
  type TicketStep,
  ticketEventsFrom,
  ticketStep,
} from '@tuneport/domain/support/ticket-states';
import type { Updateable } from 'kysely';
import type { Tickets } from '../../../platform/db/db.gen.ts';
import { announce } from '../../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../desk.ts';
import { historyRow, type InitiatorOf, type StepLabels, type Written } from '../history.ts';
import type { TicketRow } from './ticket-queries.ts';

export type Initiator = InitiatorOf<TicketActor>;
type More = StepLabels & { readonly set?: Updateable<Tickets> };

/** Performs one transition of a locked ticket, with its history row and clocks; the only way to change its state. */
export async function stepTicket(
  support: SupportContext,
  ticket: TicketRow,
  event: TicketEvent,
  initiator: Initiator,
  { set = {}, ...words }: More = {},
): Promise<TicketRow> {
  const { db, now } = support;
  const step = ticketStep(ticket.state, event, initiator.kind);
  if (!step) throw new Refusal('invalid_transition', { allowed: ticketEventsFrom(ticket.state, initiator.kind) });
  requireGuard(step, ticket, set, now);
  const state = step.to;
  const clock = clockAfter(
    {
      ranMs: Number(ticket.clock_ran_ms),
      since: ticket.clock_since,
      responseDueAt: ticket.response_due_at,
      resolveDueAt: ticket.resolve_due_at,
    },
    { from: ticket.state as TicketState, to: state },
    support.hours,
    now,
  );
  const row = await db
    .updateTable('tickets')
    .set({
      ...(state === 'parked' ? {} : { parked_until: null }),
      ...(state === 'resolved' && ticket.state !== 'resolved' ? { resolved_at: now } : {}),
      ...(state === 'open' ? { resolved_at: null, closed_at: null } : {}),
      ...(state === 'closed' && ticket.state !== 'closed' ? { closed_at: now } : {}),
      ...(ticket.state === 'new' && (state === 'open' || state === 'waiting_customer') ? { responded_at: now } : {}),
      clock_ran_ms: BigInt(clock.ranMs),
      clock_since: clock.since,
      response_due_at: clock.responseDueAt,
      resolve_due_at: clock.resolveDueAt,
      ...set,
      state,
      updated_at: nextUpdatedAt(ticket.updated_at, now),
    })
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeEvent(support, ticket.id, { event, from: ticket.state, to: state, initiator, ...words });
  await announce(db, ticketTopic(ticket.id));
  return row;
}

/** The topic of pages that show a ticket. */
export const ticketTopic = (id: number): string => `ticket:${id}`;

export async function writeEvent({ db, now }: SupportContext, ticketId: number, written: Written): Promise<void> {
  await db
    .insertInto('ticket_events')
    .values({ ticket_id: ticketId, ...historyRow(written, now) })
    .execute();
}

function requireGuard({ guard }: TicketStep, ticket: TicketRow, set: Updateable<Tickets>, now: Date): void {
  const refuse = (message: string) => new Refusal('invalid_transition', { message });
  switch (guard) {
    case undefined:
      return;
    case 'date-ahead':
      if (!(set.parked_until instanceof Date) || set.parked_until <= now)
        throw fieldRefusal({ parked_until: ['Choose a future date.'] });
      return;
    case 'date-reached':
      if (ticket.parked_until && ticket.parked_until > now) throw refuse('This ticket is still snoozed.');
      return;
    case 'within-window':
      if (ticket.resolved_at && reopenUntil(ticket.resolved_at) < now) throw refuse('This ticket is already closed.');
      return;
    case 'window-over':
      if (!ticket.resolved_at || reopenUntil(ticket.resolved_at) > now)
        throw refuse('This ticket can still be reopened.');
      return;
    case 'other-ticket':
      if (typeof set.merged_into !== 'number' || set.merged_into === ticket.id)
        throw refuse('Choose another ticket to merge with.');
      return;
    case 'has-offer':
      if (ticket.offer === null) throw refuse('This ticket has no catalogue request.');
  }
}
