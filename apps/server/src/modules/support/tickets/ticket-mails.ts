import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenDays } from '@tuneport/domain/support/ticket-states';
import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import { ownsAddress, userById } from '../../identity/index.ts';
import type { SupportContext } from '../desk.ts';
import { issueTicketToken, type TicketRow } from './ticket-queries.ts';

// Mails to the customer, one per event, and to the assignee. Each has its own link that opens the ticket without a
// login.

const why =
  'You are receiving this e-mail because you contacted our support. The button opens your ticket without a login, so do not share it.';

export const followPath = (ticketId: number, token: string) => `/tuning-ticket/${ticketId}/${token}`;

type TicketMail = {
  kind: string;
  subject: string;
  title: string;
  paragraphs: readonly string[];
  button: string;
};

/**
 * The address may be someone else's: unless the customer has confirmed it (`own`), the mail contains none of their
 * input, such as name, title or text.
 */
async function notifyCustomer(
  support: SupportContext,
  ticket: TicketRow,
  contentFor: (own: boolean) => TicketMail,
): Promise<void> {
  if (ticket.email === null) return;
  const own = await ownsAddress(support.db, ticket.user_id, ticket.email);
  const content = contentFor(own);
  if (!own && content.kind === 'ticket-received' && !(await isWithinMailLimit(support.db, content.kind, ticket.email)))
    return;
  const token = await issueTicketToken(support.db, ticket.id, support.now);
  const url = `${support.origin}${followPath(ticket.id, token)}`;
  const { title, paragraphs } = content;
  await queueMail(support.db, {
    kind: content.kind,
    secrets: [token],
    to: ticket.email,
    subject: content.subject,
    ...mail({
      title,
      paragraphs: [own ? `Hello ${shortName(ticket.customer_name)},` : 'Hello,', ...paragraphs],
      button: { label: content.button, url },
      footer: why,
    }),
  });
}

const about = (ticket: TicketRow, own: boolean) =>
  own ? `${ticketNumber(ticket.id)}: ${shortName(ticket.title)}` : ticketNumber(ticket.id);

export function mailReceived(support: SupportContext, ticket: TicketRow, continues: number | null): Promise<void> {
  const number = ticketNumber(ticket.id);
  return notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-received',
    subject: `We received your message: ${about(ticket, own)}`,
    title: 'We received your message',
    paragraphs: [
      continues === null
        ? `Your ticket number is ${number}. We will read it and reply here.`
        : `Your earlier ticket ${ticketNumber(continues)} was closed, so your message continues as ${number}.`,
      ...(own ? [`You wrote:\n${shortened(ticket.description)}`] : []),
      'To add something, such as a photo or a file, open the ticket and reply there.',
      ...(own ? [] : ["If you didn't write to us, you can ignore this e-mail."]),
    ],
    button: 'Open your ticket',
  }));
}

/** For tickets opened by staff; does not thank the customer for a message they did not write. */
export const mailOpened = (support: SupportContext, ticket: TicketRow, because: string) =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-opened',
    subject: `Next steps: ${about(ticket, own)}`,
    title: 'Next steps',
    paragraphs: [
      because,
      `We are discussing it in ticket ${ticketNumber(ticket.id)}. Open it to read everything and reply.`,
    ],
    button: 'Open your ticket',
  }));

export const mailAnswered = (support: SupportContext, ticket: TicketRow, author: string, text: string, asks: boolean) =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-answered',
    subject: `${asks ? 'A question about' : 'Update on'} ${about(ticket, own)}`,
    title: asks ? 'We have a question' : 'Update on your ticket',
    paragraphs: [
      own ? `${author} wrote about "${shortName(ticket.title)}":` : `${author} wrote about ${ticketNumber(ticket.id)}:`,
      text,
      ...(asks ? ['We will continue as soon as you reply.'] : []),
    ],
    button: asks ? 'Answer' : 'Open your ticket',
  }));

export const mailResolved = (support: SupportContext, ticket: TicketRow, text: string) =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-resolved',
    subject: `Solved: ${about(ticket, own)}`,
    title: 'Your ticket is solved',
    paragraphs: [
      ...(text === '' ? ['We believe this is solved.'] : [text]),
      `If it is not, reply within ${reopenDays} days to reopen it. Otherwise, you don't need to do anything.`,
    ],
    button: 'Open your ticket',
  }));

export const mailClosed = (support: SupportContext, ticket: TicketRow, by: 'time' | 'staff') =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-closed',
    subject: `Closed: ${about(ticket, own)}`,
    title: 'Your ticket is closed',
    paragraphs: [
      by === 'time'
        ? 'We have not heard from you since it was solved, so we closed it. You can still read everything.'
        : "This ticket is solved and closed. You can still read it; reply there and we'll continue in a new ticket.",
      'Did we help? Let us know in one click, and add a comment if you like.',
    ],
    button: 'Rate our support',
  }));

export const mailMerged = (support: SupportContext, into: TicketRow, from: TicketRow) =>
  notifyCustomer(support, into, (own) => ({
    kind: 'ticket-merged',
    subject: `${ticketNumber(from.id)} continues as ${about(into, own)}`,
    title: 'We merged two of your tickets',
    paragraphs: [
      `${about(from, own)} was merged into ${about(into, own)}. Everything you wrote is there, and we will reply there.`,
    ],
    button: 'Open your ticket',
  }));

export const mailAccepted = (support: SupportContext, ticket: TicketRow, path: string | null) =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-accepted',
    subject: `Your request is accepted: ${about(ticket, own)}`,
    title: 'Your request is accepted',
    paragraphs: [
      'We can do what you requested in your ticket.',
      ...(path === null ? [] : [`You can buy it here:\n${support.origin}${path}`]),
      'You have not been charged.',
    ],
    button: 'Open your ticket',
  }));

/** Notifies the assignee, except of their own actions. */
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
  await queueMail(support.db, {
    kind: 'ticket-assignee',
    secrets: [],
    to: person.email,
    subject: `${what}: ${about(ticket, true)}`,
    ...mail({
      title: what,
      paragraphs: [`${ticketNumber(ticket.id)} of ${shortName(ticket.customer_name)}: ${shortName(ticket.title)}`],
      button: { label: 'Open the ticket', url: `${support.origin}${path}` },
      footer: 'You are receiving this e-mail because this ticket is assigned to you.',
    }),
  });
}

const shortened = (text: string) => (text.length <= 600 ? text : `${text.slice(0, 600)} …`);
