import { eventsFrom } from '@tuneport/domain/states/machine';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenUntil, ticketMachine } from '@tuneport/domain/support/ticket-states';
import { msg } from '@tuneport/domain/text/text';
import type { Region } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { attachFiles } from '../files/attach-files.ts';
import { bySystem } from '../history.ts';
import type { SupportContext } from '../support-context.ts';
import { openTicket } from './open-ticket.ts';
import { type Initiator, stepTicket } from './step-ticket.ts';
import { mailAnswered, mailAssignee, mailClosed, mailResolved } from './ticket-mails.ts';
import { type MessageRow, type TicketRow, ticketById } from './ticket-queries.ts';

type Reply = {
  readonly text: string;
  readonly uploads: readonly string[];
  readonly author: string;
  readonly byMail?: true;
};

function requireWords({ text, uploads }: Reply): void {
  if (text.trim() === '' && uploads.length === 0) throw fieldRefusal({ text: ['Write a message or add a file.'] });
}

async function insertMessage(
  { db, now }: SupportContext,
  ticketId: number,
  kind: MessageRow['kind'],
  initiator: Initiator,
  reply: Reply,
): Promise<MessageRow> {
  const message = await db
    .insertInto('ticket_messages')
    .values({
      ticket_id: ticketId,
      kind,
      author_id: initiator.userId,
      author_name: reply.author,
      text: reply.text.trim(),
      by_mail: reply.byMail === true,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await attachFiles(db, reply.uploads, { ticketId, messageId: message.id });
  return message;
}

type WrittenReply = { readonly message: MessageRow; readonly ticket: TicketRow; readonly token: string | null };

/**
 * A customer's message from any channel. It reopens a waiting, parked or solved ticket; on a closed ticket it creates a
 * follow-up. The ticket is locked by the caller.
 */
export async function writeAsCustomer(
  support: SupportContext,
  ticket: TicketRow,
  initiator: Initiator,
  reply: Reply,
): Promise<WrittenReply> {
  requireWords(reply);
  if (ticket.state === 'merged' && ticket.merged_into !== null) {
    const target = await ticketById(support.db, ticket.merged_into, 'lock');
    if (target && target.user_id !== null && target.user_id === ticket.user_id)
      return writeAsCustomer(support, target, initiator, reply);
    throw new Refusal('invalid_transition', {
      message: `This ticket continues in ${ticketNumber(ticket.merged_into)}. Use the link in our e-mail about it.`,
    });
  }
  // The daily job may not have closed it yet, but the reopening window is over.
  const isOver =
    ticket.state === 'resolved' && ticket.resolved_at !== null && reopenUntil(ticket.resolved_at) < support.now;
  const current = isOver ? await stepTicket(support, ticket, 'close', bySystem) : ticket;
  if (current.state === 'closed') return continueTicket(support, current, initiator, reply);
  const message = await insertMessage(support, current.id, 'customer', initiator, reply);
  const after = await stepTicket(support, current, 'write', initiator, {
    detail: { message: message.id },
    set: { last_at: support.now, last_by: 'customer', replies: current.replies + 1 },
  });
  await mailAssignee(support, after, msg('The customer replied'), initiator.userId);
  return { message, ticket: after, token: null };
}

async function continueTicket(
  support: SupportContext,
  closed: TicketRow,
  initiator: Initiator,
  reply: Reply,
): Promise<WrittenReply> {
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
    ...(reply.byMail && { byMail: true }),
  });
  await stepTicket(support, closed, 'follow-up', initiator, { detail: { ticket: ticket.id } });
  const { description, created_at } = ticket;
  const message = {
    id: ticket.id,
    ticket_id: ticket.id,
    kind: 'customer',
    author_id: initiator.userId,
    author_name: reply.author,
    text: description,
    by_mail: ticket.by_mail,
    created_at,
  };
  return { message, ticket, token };
}

/**
 * A message from staff. A question hands the ticket to the customer and stops its clock; information and notes do not.
 */
export async function writeForStaff(
  support: SupportContext,
  ticket: TicketRow,
  initiator: Initiator,
  reply: Reply,
  as: 'ask' | 'tell' | 'note' | 'resolve',
): Promise<WrittenReply> {
  requireWords(reply);
  if (as === 'note') {
    const message = await insertMessage(support, ticket.id, 'note', initiator, reply);
    return { message, ticket, token: null };
  }
  if (!eventsFrom(ticketMachine, ticket.state, initiator.kind).includes(as))
    throw new Refusal('invalid_transition', { allowed: eventsFrom(ticketMachine, ticket.state, initiator.kind) });
  const message = await insertMessage(support, ticket.id, 'house', initiator, reply);
  const after = await stepTicket(support, ticket, as, initiator, {
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
  initiator: Initiator,
  reason: string,
): Promise<TicketRow> {
  const after = await stepTicket(support, ticket, 'resolve', initiator, { reason });
  await mailResolved(support, after, '');
  return after;
}

export async function closeTicket(
  support: SupportContext,
  ticket: TicketRow,
  initiator: Initiator,
): Promise<TicketRow> {
  const after = await stepTicket(support, ticket, initiator.kind === 'system' ? 'close' : 'close-now', initiator);
  await mailClosed(support, after, initiator.kind === 'system' ? 'time' : 'staff');
  return after;
}
