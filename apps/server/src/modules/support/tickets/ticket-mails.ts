import type { Money } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { ownsAddress, userById } from '../../identity/index.ts';
import type { SupportContext } from '../support-context.ts';
import {
  accepted,
  answered,
  assigneeMessage,
  closed,
  goodwill,
  merged,
  opened,
  received,
  resolved,
  type TicketContent,
  ticketMessage,
} from './ticket-messages.ts';
import { issueTicketToken, type TicketRow } from './ticket-queries.ts';

// Mails to the customer, one per event, and to the assignee. Each has its own link that opens the ticket without a
// login.

export const followPath = (ticketId: number, token: string) => `/tuning-ticket/${ticketId}/${token}`;

async function notifyCustomer(support: SupportContext, ticket: TicketRow, content: TicketContent): Promise<void> {
  if (ticket.email === null) return;
  const own = await ownsAddress(support.db, ticket.user_id, ticket.email);
  const { kind } = content(own);
  if (!own && kind === 'ticket-received' && !(await isWithinMailLimit(support.db, kind, ticket.email))) return;
  const token = await issueTicketToken(support.db, ticket.id, support.now);
  const message = () =>
    ticketMessage(ticket, content, own, `${pagesOf(support.origin)}${followPath(ticket.id, token)}`);
  await queueMail(support.db, {
    to: ticket.email,
    owner: ticket.user_id,
    secrets: [token],
    message,
    replyAbout: `ticket:${ticket.id}`,
    // A tuner answers on a page of the site, whose language says nothing about the customer.
    ...(kind === 'ticket-received' ? {} : { toOther: true }),
  });
}

export const mailReceived = (support: SupportContext, ticket: TicketRow, continues: number | null) =>
  notifyCustomer(support, ticket, received(ticket, continues));
export const mailOpened = (support: SupportContext, ticket: TicketRow, because: () => string) =>
  notifyCustomer(support, ticket, opened(ticket, because));
export const mailAnswered = (support: SupportContext, ticket: TicketRow, author: string, text: string, asks: boolean) =>
  notifyCustomer(support, ticket, answered(ticket, author, text, asks));
export const mailGoodwill = (support: SupportContext, ticket: TicketRow, author: string, amount: Money) =>
  notifyCustomer(support, ticket, goodwill(ticket, author, amount));
export const mailResolved = (support: SupportContext, ticket: TicketRow, text: string) =>
  notifyCustomer(support, ticket, resolved(ticket, text));
export const mailClosed = (support: SupportContext, ticket: TicketRow, by: 'time' | 'staff') =>
  notifyCustomer(support, ticket, closed(ticket, by));
export const mailMerged = (support: SupportContext, into: TicketRow, from: TicketRow) =>
  notifyCustomer(support, into, merged(into, from));
export const mailAccepted = (support: SupportContext, ticket: TicketRow, path: string | null) =>
  notifyCustomer(support, ticket, accepted(ticket, path === null ? null : () => `${pagesOf(support.origin)}${path}`));

/** Notifies the assignee, except of their own actions. `what` is a marked text. */
export async function mailAssignee(
  support: SupportContext,
  ticket: TicketRow,
  what: string,
  byUserId: number | null,
): Promise<void> {
  if (ticket.assignee_id === null || ticket.assignee_id === byUserId) return;
  const person = await userById(support.db, ticket.assignee_id);
  if (!person) return;
  const path = person.role === 3 || person.role === 5 ? `/admin/tickets/${ticket.id}` : `/tuning/support/${ticket.id}`;
  const message = () => assigneeMessage(ticket, t(what), `${pagesOf(support.origin)}${path}`);
  await queueMail(support.db, { to: person.email, secrets: [], message, toOther: true });
}
