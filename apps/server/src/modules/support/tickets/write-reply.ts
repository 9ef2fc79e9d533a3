import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenUntil, ticketEventsFrom } from '@tuneport/domain/support/ticket-states';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import type { SupportContext } from '../desk.ts';
import { attachFiles } from '../files/attach-files.ts';
import { bySystem } from '../history.ts';
import { openTicket } from './open-ticket.ts';
import { type Doer, stepTicket } from './step-ticket.ts';
import { mailAnswered, mailAssignee, mailClosed, mailResolved } from './ticket-mails.ts';
import { type MessageRow, type TicketRow, ticketById } from './ticket-queries.ts';

export type Reply = { readonly text: string; readonly uploads: readonly string[]; readonly author: string };

function requireWords({ text, uploads }: Reply): void {
  if (text.trim() === '' && uploads.length === 0) throw fieldRefusal({ text: ['Write something, or add a file.'] });
}

async function keepMessage(
  { db, now }: SupportContext,
  ticketId: number,
  kind: MessageRow['kind'],
  doer: Doer,
  reply: Reply,
): Promise<MessageRow> {
  const message = await db
    .insertInto('ticket_messages')
    .values({
      ticket_id: ticketId,
      kind,
      author_id: doer.userId,
      author_name: reply.author,
      text: reply.text.trim(),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await attachFiles(db, reply.uploads, { ticketId, messageId: message.id });
  return message;
}

export type Said = { readonly message: MessageRow; readonly ticket: TicketRow; readonly token: string | null };

/**
 * A word of the customer, by whatever channel. It opens what waits, is parked or was solved; on a closed ticket it becomes a child
 * of it. The ticket is locked by the caller.
 */
export async function writeAsCustomer(
  support: SupportContext,
  ticket: TicketRow,
  doer: Doer,
  reply: Reply,
): Promise<Said> {
  requireWords(reply);
  if (ticket.state === 'merged' && ticket.merged_into !== null) {
    const target = await ticketById(support.db, ticket.merged_into, 'lock');
    if (target && target.user_id !== null && target.user_id === ticket.user_id)
      return writeAsCustomer(support, target, doer, reply);
    throw new Refusal('invalid_transition', {
      message: `This ticket goes on in ${ticketNumber(ticket.merged_into)}. Please use the link in our mail about it.`,
    });
  }
  // The daily round may not have closed it yet; the window is over all the same.
  const isOver =
    ticket.state === 'resolved' && ticket.resolved_at !== null && reopenUntil(ticket.resolved_at) < support.now;
  const current = isOver ? await stepTicket(support, ticket, 'close', bySystem) : ticket;
  if (current.state === 'closed') return continueTicket(support, current, doer, reply);
  const message = await keepMessage(support, current.id, 'customer', doer, reply);
  const after = await stepTicket(support, current, 'write', doer, {
    detail: { message: message.id },
    set: { last_at: support.now, last_by: 'customer', replies: current.replies + 1 },
  });
  await mailAssignee(support, after, 'The customer answered', doer.userId);
  return { message, ticket: after, token: null };
}

async function continueTicket(support: SupportContext, closed: TicketRow, doer: Doer, reply: Reply): Promise<Said> {
  const { ticket, token } = await openTicket(support, {
    region: closed.region as Region,
    title: closed.title,
    description: reply.text.trim() === '' ? `More about ${ticketNumber(closed.id)}.` : reply.text,
    customer_name: closed.customer_name,
    email: closed.email,
    userId: closed.user_id,
    dealerId: closed.dealer_id,
    uploads: reply.uploads,
    parentId: closed.id,
    assigneeId: closed.assignee_id,
  });
  await stepTicket(support, closed, 'follow-up', doer, { detail: { ticket: ticket.id } });
  const { description, created_at } = ticket;
  const message = {
    id: ticket.id,
    ticket_id: ticket.id,
    kind: 'customer',
    author_id: doer.userId,
    author_name: reply.author,
    text: description,
    created_at,
  };
  return { message, ticket, token };
}

/** A word of the house. Asking hands the ticket over and stops its clock; telling and noting keep it. */
export async function writeForStaff(
  support: SupportContext,
  ticket: TicketRow,
  doer: Doer,
  reply: Reply,
  as: 'ask' | 'tell' | 'note' | 'resolve',
): Promise<Said> {
  requireWords(reply);
  if (as === 'note') {
    const message = await keepMessage(support, ticket.id, 'note', doer, reply);
    return { message, ticket, token: null };
  }
  if (!ticketEventsFrom(ticket.state, doer.kind).includes(as))
    throw new Refusal('invalid_transition', { allowed: ticketEventsFrom(ticket.state, doer.kind) });
  const message = await keepMessage(support, ticket.id, 'house', doer, reply);
  const after = await stepTicket(support, ticket, as, doer, {
    detail: { message: message.id },
    set: { last_at: support.now, last_by: 'house', replies: ticket.replies + 1 },
  });
  if (as === 'resolve') await mailResolved(support, after, message.text);
  else await mailAnswered(support, after, reply.author, message.text, as === 'ask');
  return { message, ticket: after, token: null };
}

export async function resolveTicket(
  support: SupportContext,
  ticket: TicketRow,
  doer: Doer,
  reason: string,
): Promise<TicketRow> {
  const after = await stepTicket(support, ticket, 'resolve', doer, { reason });
  await mailResolved(support, after, '');
  return after;
}

export async function closeTicket(support: SupportContext, ticket: TicketRow, doer: Doer): Promise<TicketRow> {
  const after = await stepTicket(support, ticket, doer.kind === 'system' ? 'close' : 'close-now', doer);
  await mailClosed(support, after, doer.kind === 'system' ? 'time' : 'staff');
  return after;
}
