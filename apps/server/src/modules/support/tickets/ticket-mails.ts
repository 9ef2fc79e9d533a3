import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenDays } from '@tuneport/domain/support/ticket-states';
import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import { ownsAddress, userById } from '../../identity/index.ts';
import type { SupportContext } from '../desk.ts';
import { issueTicketToken, type TicketRow } from './ticket-queries.ts';

// Mails to the person who asked, one for each thing that happened, and to whoever a ticket was given to. Each has a link of its own
// that opens the ticket without a login.

const why =
  'You get this mail because you wrote to our support. The button opens your ticket without a login, so keep it to yourself.';

export const followPath = (ticketId: number, token: string) => `/tuning-ticket/${ticketId}/${token}`;

type Told = {
  kind: string;
  subject: string;
  title: string;
  paragraphs: readonly string[];
  button: string;
};

/**
 * The address may be someone else's: unless the customer has confirmed it as theirs (`own`), the mail contains nothing they typed,
 * such as name, title or text.
 */
async function notifyCustomer(support: SupportContext, ticket: TicketRow, tell: (own: boolean) => Told): Promise<void> {
  if (ticket.email === null) return;
  const own = await ownsAddress(support.db, ticket.user_id, ticket.email);
  const told = tell(own);
  if (!own && told.kind === 'ticket-received' && !(await isWithinMailLimit(support.db, told.kind, ticket.email)))
    return;
  const token = await issueTicketToken(support.db, ticket.id, support.now);
  const url = `${support.origin}${followPath(ticket.id, token)}`;
  const { title, paragraphs } = told;
  await queueMail(support.db, {
    kind: told.kind,
    secrets: [token],
    to: ticket.email,
    subject: told.subject,
    ...mail({
      title,
      paragraphs: [own ? `Hello ${shortName(ticket.customer_name)},` : 'Hello,', ...paragraphs],
      button: { label: told.button, url },
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
      'If something changes or you want to add a picture or a file, open the ticket and write there.',
      ...(own ? [] : ["If you didn't write to us, you can ignore this e-mail."]),
    ],
    button: 'Open your ticket',
  }));
}

/** What the house begins: nobody is thanked for words they did not write. */
export const mailOpened = (support: SupportContext, ticket: TicketRow, because: string) =>
  notifyCustomer(support, ticket, (own) => ({
    kind: 'ticket-opened',
    subject: `Next steps: ${about(ticket, own)}`,
    title: 'Next steps',
    paragraphs: [
      because,
      `We talk about it in ticket ${ticketNumber(ticket.id)}. Open it to read everything and to answer.`,
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
      ...(asks ? ['We go on as soon as you answer.'] : []),
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
      `If it is not, write within ${reopenDays} days and it is open again. Otherwise there is nothing to do.`,
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
        ? 'We have not heard from you since it was solved, so it is now closed. Nothing is lost.'
        : 'It is solved and closed now. Nothing of it is lost; write there and a new ticket continues it.',
      'Did we help? One click tells us, and a sentence helps us to do better.',
    ],
    button: 'Tell us how it went',
  }));

export const mailMerged = (support: SupportContext, into: TicketRow, from: TicketRow) =>
  notifyCustomer(support, into, (own) => ({
    kind: 'ticket-merged',
    subject: `${ticketNumber(from.id)} continues as ${about(into, own)}`,
    title: 'Two of your tickets are one now',
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
      'We can do what you asked for in your ticket.',
      ...(path === null ? [] : [`You can buy it here:\n${support.origin}${path}`]),
      'Nothing has been charged.',
    ],
    button: 'Open your ticket',
  }));

/** Tells whoever has the ticket; nobody is told what they did themselves. */
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
      footer: 'You get this mail because the ticket is assigned to you.',
    }),
  });
}

const shortened = (text: string) => (text.length <= 600 ? text : `${text.slice(0, 600)} …`);
