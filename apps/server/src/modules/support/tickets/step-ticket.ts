import type { StepOf } from '@tuneport/domain/states/machine';
import { clockAfter } from '@tuneport/domain/support/ticket-clock';
import { reopenUntil, type TicketActor, type TicketState, ticketMachine } from '@tuneport/domain/support/ticket-states';
import type { Updateable } from 'kysely';
import type { Tickets } from '../../../platform/db/db.gen.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { defineStep } from '../../states/index.ts';
import { historyRow, type InitiatorOf, type Written, writtenOf } from '../history.ts';
import type { SupportContext } from '../support-context.ts';
import type { TicketRow } from './ticket-queries.ts';

export type Initiator = InitiatorOf<TicketActor>;

/** The topic of pages that show a ticket. */
export const ticketTopic = (id: number): string => `ticket:${id}`;

/** One step of a ticket that is locked, with its clocks. */
export const stepTicket = defineStep<TicketRow, Initiator, SupportContext>()({
  machine: ticketMachine,
  table: 'tickets',
  parts: ({ kind }) => kind,
  guard: (_, { step, row, set, now }) => requireGuard(step, row, set, now),
  columns({ hours, now }, { step: { to }, row: ticket }) {
    const clock = clockAfter(
      {
        ranMs: Number(ticket.clock_ran_ms),
        since: ticket.clock_since,
        responseDueAt: ticket.response_due_at,
        resolveDueAt: ticket.resolve_due_at,
      },
      { from: ticket.state as TicketState, to },
      hours,
      now,
    );
    return {
      ...(to === 'parked' ? {} : { parked_until: null }),
      ...(to === 'resolved' && ticket.state !== 'resolved' ? { resolved_at: now } : {}),
      ...(to === 'open' ? { resolved_at: null, closed_at: null } : {}),
      ...(to === 'closed' && ticket.state !== 'closed' ? { closed_at: now } : {}),
      ...(ticket.state === 'new' && (to === 'open' || to === 'waiting_customer') ? { responded_at: now } : {}),
      clock_ran_ms: BigInt(clock.ranMs),
      clock_since: clock.since,
      response_due_at: clock.responseDueAt,
      resolve_due_at: clock.resolveDueAt,
    };
  },
  history: {
    table: 'ticket_events',
    values: (taken) => ({ ticket_id: taken.row.id, ...historyRow(writtenOf(taken), taken.now) }),
  },
  topic: ticketTopic,
});

export async function writeEvent({ db, now }: SupportContext, ticketId: number, written: Written): Promise<void> {
  await db
    .insertInto('ticket_events')
    .values({ ticket_id: ticketId, ...historyRow(written, now) })
    .execute();
}

function requireGuard(
  { guard }: StepOf<typeof ticketMachine>,
  ticket: TicketRow,
  set: Updateable<Tickets>,
  now: Date,
): void {
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
