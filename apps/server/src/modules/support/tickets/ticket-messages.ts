import { type Money, moneyText } from '@tuneport/domain/money/money';
import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { reopenDays } from '@tuneport/domain/support/ticket-states';
import { labelled, t } from '@tuneport/domain/text/text';
import { mailMessage } from '../../../platform/mail/queue.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';

// The texts of ticket mails. `own` says whether the customer has confirmed the address: otherwise it may be someone
// else's, and the mail contains none of their input, such as name, title or text.

type MailedTicket = {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly customer_name: string;
};

type TicketMail = {
  readonly kind: MailKind;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
};
export type TicketContent = (own: boolean) => TicketMail;

const why = () =>
  t(
    'You are receiving this e-mail because you contacted our support. The button opens your ticket without a login, so do not share it.',
  );

export function ticketMessage(ticket: MailedTicket, content: TicketContent, own: boolean, url: string) {
  const { kind, subject, title, paragraphs, button } = content(own);
  return mailMessage(kind, {
    subject,
    title,
    paragraphs: [own ? t('Hello {name},', { name: shortName(ticket.customer_name) }) : t('Hello,'), ...paragraphs],
    button: { label: button, url },
    page: `/tuning/support/${ticket.id}`,
    footer: why(),
  });
}

const about = (ticket: MailedTicket, own: boolean) =>
  own ? `${shortName(ticket.title)} (${ticketNumber(ticket.id)})` : ticketNumber(ticket.id);

export const received =
  (ticket: MailedTicket, continues: number | null): TicketContent =>
  (own) => ({
    kind: 'ticket-received',
    subject: t('We received your message: {ticket}', { ticket: about(ticket, own) }),
    title: t('We received your message'),
    paragraphs: [
      continues === null
        ? t('Your ticket number is {number}. We will read your message and reply here.', {
            number: ticketNumber(ticket.id),
          })
        : t('Your earlier ticket {earlier} was closed, so your message continues as {number}.', {
            earlier: ticketNumber(continues),
            number: ticketNumber(ticket.id),
          }),
      ...(own ? [t('You wrote:\n{text}', { text: shortened(ticket.description) })] : []),
      t('To add something, such as a photo or a file, open the ticket and reply there.'),
      ...(own ? [] : [t("If you didn't write to us, you can ignore this e-mail.")]),
    ],
    button: t('Open your ticket'),
  });

/** For tickets opened by staff; does not thank the customer for a message they did not write. */
export const opened =
  (ticket: MailedTicket, because: () => string): TicketContent =>
  (own) => ({
    kind: 'ticket-opened',
    subject: t('Next steps: {ticket}', { ticket: about(ticket, own) }),
    title: t('Next steps'),
    paragraphs: [
      because(),
      t('We are discussing it in ticket {number}. Open it to read everything and reply.', {
        number: ticketNumber(ticket.id),
      }),
    ],
    button: t('Open your ticket'),
  });

export const answered =
  (ticket: MailedTicket, author: string, text: string, asks: boolean): TicketContent =>
  (own) => ({
    kind: 'ticket-answered',
    subject: asks
      ? t('A question about {ticket}', { ticket: about(ticket, own) })
      : t('Update on {ticket}', { ticket: about(ticket, own) }),
    title: asks ? t('We have a question') : t('Update on your ticket'),
    paragraphs: [
      own
        ? t('{author} wrote about "{title}":', { author, title: shortName(ticket.title) })
        : t('{author} wrote about {number}:', { author, number: ticketNumber(ticket.id) }),
      text,
      ...(asks ? [t('We will continue as soon as you reply.')] : []),
    ],
    button: asks ? t('Answer') : t('Open your ticket'),
  });

export const goodwill =
  (ticket: MailedTicket, author: string, amount: Money): TicketContent =>
  (own) =>
    answered(
      ticket,
      author,
      t('We added {amount} to your account. You can use it for your next purchase.', { amount: moneyText(amount) }),
      false,
    )(own);

export const resolved =
  (ticket: MailedTicket, text: string): TicketContent =>
  (own) => ({
    kind: 'ticket-resolved',
    subject: t('Solved: {ticket}', { ticket: about(ticket, own) }),
    title: t('Your ticket is solved'),
    paragraphs: [
      ...(text === '' ? [t('We believe this is solved.')] : [text]),
      t("If it is not, reply within {days} days to reopen it. Otherwise, you don't need to do anything.", {
        days: reopenDays,
      }),
    ],
    button: t('Open your ticket'),
  });

export const closed =
  (ticket: MailedTicket, by: 'time' | 'staff'): TicketContent =>
  (own) => ({
    kind: 'ticket-closed',
    subject: t('Closed: {ticket}', { ticket: about(ticket, own) }),
    title: t('Your ticket is closed'),
    paragraphs: [
      by === 'time'
        ? t('We have not heard from you since it was solved, so we closed it. You can still read everything.')
        : t("This ticket is solved and closed. You can still read it; reply there and we'll continue in a new ticket."),
      t('Did we help? Let us know in one click, and add a comment if you like.'),
    ],
    button: t('Rate our support'),
  });

export const merged =
  (into: MailedTicket, from: MailedTicket): TicketContent =>
  (own) => ({
    kind: 'ticket-merged',
    subject: t('{number} continues as {into}', { number: ticketNumber(from.id), into: about(into, own) }),
    title: t('We merged two of your tickets'),
    paragraphs: [
      t('{from} was merged into {into}. Everything you wrote is there, and we will reply there.', {
        from: about(from, own),
        into: about(into, own),
      }),
    ],
    button: t('Open your ticket'),
  });

/** `buyUrl` is where the customer can buy what they requested. */
export const accepted =
  (ticket: MailedTicket, buyUrl: (() => string) | null): TicketContent =>
  (own) => ({
    kind: 'ticket-accepted',
    subject: t('Your request is accepted: {ticket}', { ticket: about(ticket, own) }),
    title: t('Your request is accepted'),
    paragraphs: [
      t('We can do what you requested in your ticket.'),
      ...(buyUrl === null ? [] : [t('You can buy it here:\n{url}', { url: buyUrl() })]),
      t('You have not been charged.'),
    ],
    button: t('Open your ticket'),
  });

export const assigneeMessage = (ticket: MailedTicket, what: string, url: string) =>
  mailMessage('ticket-assignee', {
    subject: labelled(what, about(ticket, true)),
    title: what,
    paragraphs: [
      t('{number} of {customer}: {title}', {
        number: ticketNumber(ticket.id),
        customer: shortName(ticket.customer_name),
        title: shortName(ticket.title),
      }),
    ],
    button: { label: t('Open the ticket'), url },
    footer: t('You are receiving this e-mail because this ticket is assigned to you.'),
  });

const shortened = (text: string) => (text.length <= 600 ? text : `${text.slice(0, 600)} …`);
