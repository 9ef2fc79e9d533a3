import { may } from '@tuneport/domain/identity/permissions';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenUntil, type TicketState, ticketMachine, ticketSentence } from '@tuneport/domain/support/ticket-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { userById } from '../../identity/index.ts';
import { listOrders } from '../../store/index.ts';
import { presentDisputeOfTicket } from '../disputes/present-dispute.ts';
import { presentOrderLine } from './present-orders.ts';
import { speaksFor, type TicketViewer } from './ticket-policy.ts';
import {
  childOf,
  type FileRow,
  filesOf,
  historyOf,
  type MessageRow,
  mergedInto,
  messagesOf,
  otherTickets,
  type TicketRow,
} from './ticket-queries.ts';

type Head = Pick<TicketRow, 'id' | 'title' | 'state' | 'created_at' | 'last_at' | 'replies'>;

export const presentHead = (row: Head) => ({
  id: row.id,
  number: ticketNumber(row.id),
  title: row.title,
  state: row.state as TicketState,
  created_at: row.created_at,
  last_at: row.last_at,
  replies: row.replies,
});

export const presentListed = (row: Head) => ({
  ...presentHead(row),
  sentence: ticketSentence(row.state as TicketState),
  waits_for_you: row.state === 'waiting_customer',
});

export const presentFile = (file: FileRow) => ({
  id: file.id,
  name: file.name,
  kind: file.kind,
  size_bytes: Number(file.size_bytes),
  created_at: file.created_at,
});

type Attached = Awaited<ReturnType<typeof filesOf>>;

export const presentMessage = (message: MessageRow, files: Attached) => ({
  id: message.id,
  by: message.kind as 'customer' | 'house' | 'note',
  author: message.author_name,
  text: message.text,
  created_at: message.created_at,
  by_mail: message.by_mail,
  files: files.filter((file) => file.message_id === message.id).map(presentFile),
});

const linkTo = (id: number | null | undefined) =>
  id === null || id === undefined ? null : { id, number: ticketNumber(id) };

type Offer = {
  vehicle: string;
  path: string | null;
  tunes: string[];
  tools: string[];
  lines: { label: string; amount: { amount: string; currency: string } }[];
  discount: { amount: string; currency: string } | null;
  total: { amount: string; currency: string } | null;
  without_price: string | null;
  estimate: string | null;
  estimate_expires_at: string | null;
};

async function presentThread(db: Db, ticket: TicketRow, notes: boolean) {
  const [messages, files, child, dispute] = await Promise.all([
    messagesOf(db, ticket.id, notes),
    filesOf(db, ticket.id),
    childOf(db, ticket.id),
    presentDisputeOfTicket(db, ticket.id),
  ]);
  const shown = new Set(messages.map(({ id }) => id));
  return {
    ...presentHead(ticket),
    description: ticket.description,
    by_mail: ticket.by_mail,
    customer_name: ticket.customer_name,
    email: ticket.email,
    // Files of a note are as restricted as the note.
    files: files.filter(({ message_id }) => message_id === null).map(presentFile),
    messages: messages.map((message) =>
      presentMessage(
        message,
        files.filter(({ message_id }) => message_id !== null && shown.has(message_id)),
      ),
    ),
    offer: ticket.offer as Offer | null,
    accepted: ticket.accepted_at !== null,
    parked_until: ticket.parked_until,
    reopen_until: ticket.resolved_at && ticket.state === 'resolved' ? reopenUntil(ticket.resolved_at) : null,
    dispute,
    continues: linkTo(ticket.parent_id),
    continued_by: linkTo(child?.id),
    merged_into: linkTo(ticket.merged_into),
    helped: ticket.helped,
    updated_at: ticket.updated_at,
  };
}

/** A ticket as seen by its customer or by its assigned tuner. */
export async function presentTicket(db: Db, ticket: TicketRow, viewer: TicketViewer) {
  const as = speaksFor(viewer, ticket);
  const state = ticket.state as TicketState;
  const isCustomer = as === 'customer';
  const events = eventsFrom(ticketMachine, state, as);
  return {
    ...(await presentThread(db, ticket, !isCustomer)),
    sentence: ticketSentence(state),
    waits_for_you: isCustomer ? state === 'waiting_customer' : state === 'open' || state === 'new',
    as,
    can: {
      reply: events.includes('write') || events.includes('tell'),
      follow_up: events.includes('follow-up'),
      rate: isCustomer && ticket.helped === null && (state === 'resolved' || state === 'closed'),
    },
  };
}

type Clocks = Pick<TicketRow, 'state' | 'response_due_at' | 'resolve_due_at'>;

export function presentClock(ticket: Clocks, now: Date) {
  const due = [ticket.response_due_at, ticket.resolve_due_at].filter((at) => at !== null).map((at) => at.getTime());
  const next = due.length > 0 ? Math.min(...due) : null;
  const isPaused = ticket.state === 'waiting_customer' || ticket.state === 'parked';
  const clock =
    next === null
      ? isPaused
        ? ('paused' as const)
        : ('ended' as const)
      : next < now.getTime()
        ? ('late' as const)
        : next < now.getTime() + dayMs
          ? ('soon' as const)
          : ('running' as const);
  return { response_due_at: ticket.response_due_at, resolve_due_at: ticket.resolve_due_at, clock };
}

const actorLabels = { customer: 'Customer', tuner: 'A tuner', staff: 'Staff', system: 'Automatic' } as const;

/** A ticket with all related data, for staff. */
export async function presentAdminTicket(db: Db, ticket: TicketRow, actor: Actor, now: Date) {
  const [thread, history, others, merged, assignee, orders] = await Promise.all([
    presentThread(db, ticket, true),
    historyOf(db, ticket.id),
    otherTickets(db, ticket),
    mergedInto(db, ticket.id),
    ticket.assignee_id === null ? undefined : userById(db, ticket.assignee_id),
    ticket.user_id === null ? null : listOrders(db, ticket.user_id, 1),
  ]);
  const events = eventsFrom(ticketMachine, ticket.state, 'staff').filter(
    (event) => event !== 'accept' || (ticket.offer !== null && ticket.accepted_at === null),
  );
  return {
    ...thread,
    ...presentClock(ticket, now),
    user_id: ticket.user_id,
    assignee: assignee ? { id: assignee.id, name: assignee.name } : null,
    responded_at: ticket.responded_at,
    feedback: ticket.feedback,
    events,
    may_grant_goodwill: events.includes('goodwill') && ticket.user_id !== null && may(actor, 'tickets.goodwill'),
    merged: merged.map(({ id }) => ({ id, number: ticketNumber(id) })),
    history: history.map((one) => ({
      at: one.at,
      event: one.event,
      to_state: one.to_state as TicketState,
      by: one.actor_name ?? actorLabels[one.actor_kind as keyof typeof actorLabels],
      reason: one.reason,
      detail: (one.detail ?? {}) as Record<string, unknown>,
    })),
    others: others.map(presentHead),
    orders: (orders?.data ?? []).slice(0, 5).map(presentOrderLine),
  };
}
