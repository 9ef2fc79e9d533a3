import type { CallReply } from '@tuneport/contract/index';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { OfferCard } from '../../features/support/OfferCard.tsx';
import { TicketThread } from '../../features/support/TicketThread.tsx';
import { fileAddress } from '../../features/support/ticket-labels.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { StaffReply } from './StaffReply.tsx';
import css from './support-admin.module.css';
import { TicketSide } from './TicketSide.tsx';
import { ClockDot, dueAt } from './ticket-labels.tsx';

export type AdminTicket = CallReply<'GET /v1/admin/tickets/:id'>;

export const meta = ({ loaderData }: { loaderData?: AdminTicket }) => [
  { title: pageTitle(loaderData ? `${loaderData.number} ${loaderData.title}` : 'Ticket') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/tickets/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the ticket" />;

const steps = machineSteps(ticketMachine, {
  accept: { confirm: 'The customer is notified that they can buy it as requested. Nothing is charged.' },
  resolve: { confirm: 'The customer is notified and can reopen it for 14 days.' },
  unpark: {},
  reopen: { reason: { label: 'Reason' } },
  'close-now': { confirm: 'If the customer writes again, a new ticket is opened that continues this one.' },
  'not-spam': {},
  spam: { danger: true, confirm: 'It is removed from the list. No one is notified.' },
});
type Verb = (typeof steps)[number]['verb'];

export default function TicketPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: AdminTicket }) {
  const [ticket, setTicket] = useState(loaded);
  const params = { id: ticket.id };
  const read = async () => setTicket(await call('GET /v1/admin/tickets/:id', { params }));
  const run = async (verb: Verb, reason: string) => {
    if (verb === 'accept') {
      setTicket(await call('POST /v1/admin/tickets/:id/accept', { params, body: { reason }, once: true }));
      return;
    }
    const body = { state: ticketMachine.events[verb].to, reason };
    setTicket(await call('PATCH /v1/admin/tickets/:id', { params, body, readAt: ticket.updated_at }));
  };
  const due = dueAt(ticket);
  const can = Object.fromEntries(ticket.events.map((event) => [event, true]));
  return (
    <RecordFrame
      crumbs={[{ label: 'Tickets', to: '/admin/tickets' }]}
      title={ticket.title}
      about={
        <span className={css.about}>
          <StateBadge machine={ticketMachine} state={ticket.state} />
          <span>{ticket.number}</span>
          {ticket.clock === 'ended' ? null : <ClockDot clock={ticket.clock} />}
          {due ? (
            <span>
              {ticket.response_due_at === due ? 'first answer' : 'solution'} due <DateText at={due} show="relative" />
            </span>
          ) : null}
          {ticket.parked_until ? (
            <span>
              snoozed until <DateText at={ticket.parked_until} show="date" />
            </span>
          ) : null}
        </span>
      }
      actions={
        <StateActions
          steps={steps}
          can={can}
          run={run}
          main={ticket.events.includes('accept') ? 'accept' : undefined}
        />
      }
      side={<TicketSide ticket={ticket} onChanged={setTicket} onReload={read} />}
    >
      {ticket.merged_into ? (
        <Notice title={`Merged into ${ticket.merged_into.number}.`}>
          <TextLink to={`/admin/tickets/${ticket.merged_into.id}`}>Open {ticket.merged_into.number}</TextLink>
        </Notice>
      ) : null}
      {ticket.continues ? (
        <p>
          Continues <TextLink to={`/admin/tickets/${ticket.continues.id}`}>{ticket.continues.number}</TextLink>
        </p>
      ) : null}
      {ticket.dispute ? (
        <Notice title={`Dispute about ${ticket.dispute.label}`}>
          <TextLink to={`/admin/disputes/${ticket.dispute.id}`}>Open {ticket.dispute.number}</TextLink>
        </Notice>
      ) : null}
      {ticket.offer ? <OfferCard offer={ticket.offer} accepted={ticket.accepted} /> : null}
      <TicketThread
        ticket={ticket}
        mine="house"
        addressOf={(fileId) => fileAddress('customer-tickets', ticket.id, fileId)}
      />
      {ticket.helped === null ? null : (
        <Card>
          <h2>{ticket.helped ? 'Rated as helpful' : 'Rated as not helpful'}</h2>
          {ticket.feedback ? <p>{ticket.feedback}</p> : null}
        </Card>
      )}
      <StaffReply ticket={ticket} onSent={read} />
    </RecordFrame>
  );
}
