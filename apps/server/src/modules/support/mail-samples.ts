import { money } from '@tuneport/domain/money/money';
import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { t } from '@tuneport/domain/text/text';
import { pagesOf } from '../../platform/mail/pages.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { disputeMailSamples } from './disputes/dispute-mails.ts';
import { newLinkMessage } from './links/renew-link.ts';
import { rescueGoodwillMessage, startedMessage, stepMessage } from './rescue/rescue-mails.ts';
import {
  accepted,
  answered,
  assigneeMessage,
  closed,
  merged,
  opened,
  received,
  resolved,
  type TicketContent,
  ticketMessage,
} from './tickets/ticket-messages.ts';

const ticket = {
  id: 1204,
  title: 'Tool does not connect',
  description: 'The tool finds the ECU but stops at 12%.',
  customer_name: 'Robin Sample',
};
const sample = (content: TicketContent) => (origin: string) =>
  ticketMessage(ticket, content, true, `${pagesOf(origin)}/tuning-ticket/${ticket.id}/sample`);

type Kinds = Extract<MailKind, `ticket-${string}` | `rescue-${string}` | 'new-link' | 'line-dispute'>;

export const supportMailSamples: MailSamples<Kinds> = {
  ...disputeMailSamples,
  'ticket-received': sample(received(ticket, null)),
  'ticket-opened': sample(opened(ticket, () => 'Your file needs a different tool.')),
  'ticket-answered': sample(answered(ticket, 'Alex from support', 'Which firmware does the tool show?', true)),
  'ticket-resolved': sample(resolved(ticket, 'The new firmware fixes it.')),
  'ticket-closed': sample(closed(ticket, 'time')),
  'ticket-merged': sample(merged(ticket, { ...ticket, id: 1210 })),
  'ticket-accepted': (origin) => sample(accepted(ticket, () => `${pagesOf(origin)}/tuning/request/7/purchase`))(origin),
  'ticket-assignee': (origin) =>
    assigneeMessage(ticket, t('A ticket was assigned to you'), `${pagesOf(origin)}/admin/tickets/${ticket.id}`),
  'rescue-started': (origin) => startedMessage(`${pagesOf(origin)}/fz/rescue/7/SAMPLE-CODE`, 'SAMPLE-CODE'),
  'rescue-step': (origin) => stepMessage(origin, 'Disconnect the battery for ten minutes, then read the ECU again.'),
  'rescue-goodwill': (origin) => rescueGoodwillMessage(origin, 7, money(5_000n, 'CAD')),
  'new-link': (origin) => newLinkMessage(`${pagesOf(origin)}/tuning-ticket/${ticket.id}/sample`),
};
