import { ticketCustomerView } from '@tuneport/domain/support/ticket-states';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useLiveRecord } from '../../platform/api/live-record.ts';
import { useUser } from '../../platform/ui-state.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { OfferCard } from './OfferCard.tsx';
import { RateTicket } from './RateTicket.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import css from './support.module.css';
import { TicketThread } from './TicketThread.tsx';
import { fileAddress, type Ticket } from './ticket-labels.ts';

const linkOf = (id: number, token: string | null | undefined) =>
  token ? `/tuning-ticket/${id}/${token}` : `/tuning/support/${id}`;

/** A customer's view of a ticket: state, messages and next step. `token` is set when a secret link opened it. */
export function TicketView({ loaded, token }: { loaded: Ticket; token?: string }) {
  const [ticket, setTicket] = useState(loaded);
  const navigate = useNavigate();
  const user = useUser();
  const addressOf = (fileId: string) => fileAddress('customer-tickets', ticket.id, fileId, token);
  const read = async () =>
    setTicket(await call('GET /customer-tickets/:id', { params: { id: ticket.id }, query: { token } }));
  const readAgain = () => void read().catch(() => {});
  useLiveRecord({
    address: `/api/customer-tickets/${ticket.id}/live${token ? `?token=${encodeURIComponent(token)}` : ''}`,
    poll: () => read().then(() => true),
    onVersion: (version) => {
      if (Number(version) !== Date.parse(ticket.updated_at)) readAgain();
    },
    onGone: readAgain,
  });
  const { merged_into, continues, continued_by } = ticket;
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        {user && !token ? (
          <TextLink quiet to="/tuning/support">
            {t('All tickets')}
          </TextLink>
        ) : null}
        <h1>{ticket.title}</h1>
        <p className={css.quiet}>
          {rich('{number} · opened {date}', {
            number: ticket.number,
            date: <DateText at={ticket.created_at} show="date" />,
          })}
          {continues ? (
            <>
              {' · '}
              {rich('continues {number}', {
                number:
                  user && !token ? (
                    <TextLink to={linkOf(continues.id, null)}>{continues.number}</TextLink>
                  ) : (
                    continues.number
                  ),
              })}
            </>
          ) : null}
        </p>
      </header>
      {ticket.dispute ? (
        <Notice
          title={t('Dispute {number} about {line}', { number: ticket.dispute.number, line: ticket.dispute.label })}
        >
          {ticket.dispute.sentence}
        </Notice>
      ) : null}
      <div className={css.state} data-turn={ticket.waits_for_you || undefined}>
        <StateBadge machine={ticketCustomerView} state={ticket.state} />
        <p>{ticket.sentence}</p>
        {ticket.parked_until ? (
          <p className={css.quiet}>
            {rich('Until {date}', { date: <DateText at={ticket.parked_until} show="date" /> })}
          </p>
        ) : null}
      </div>
      {merged_into ? (
        <Notice tone="info" title={t('Merged into {number}.', { number: merged_into.number })}>
          {user && !token ? (
            <TextLink to={linkOf(merged_into.id, null)}>{t('Open {number}', { number: merged_into.number })}</TextLink>
          ) : (
            t('The link to it is in our e-mail.')
          )}
        </Notice>
      ) : null}
      {continued_by ? (
        <Notice tone="info" title={t('Continued as {number}.', { number: continued_by.number })}>
          {user && !token ? (
            <TextLink to={linkOf(continued_by.id, null)}>
              {t('Open {number}', { number: continued_by.number })}
            </TextLink>
          ) : null}
        </Notice>
      ) : null}
      {token && !user ? <KeepLink /> : null}
      {ticket.offer ? <OfferCard offer={ticket.offer} accepted={ticket.accepted} /> : null}
      <TicketThread ticket={ticket} mine={ticket.as === 'customer' ? 'customer' : 'house'} addressOf={addressOf} />
      {ticket.can.rate ? <RateTicket ticket={ticket} token={token} onRated={setTicket} /> : null}
      {ticket.helped === null ? null : <p className={css.quiet}>{t('Thank you for your feedback.')}</p>}
      {ticket.can.reply || ticket.can.follow_up ? (
        <ReplyForm
          ticket={ticket}
          token={token}
          onSent={(to, newToken) => {
            if (to.id === ticket.id) {
              toast(t('Sent. Everything you wrote is here.'));
              void read();
            } else void navigate(linkOf(to.id, newToken ?? token));
          }}
        />
      ) : null}
    </Container>
  );
}

/** Without an account the URL is the only way back to the ticket. */
function KeepLink() {
  // The server does not know its public host name.
  const [address, setAddress] = useState('');
  useEffect(() => setAddress(window.location.href), []);
  if (address === '') return null;
  return (
    <section className={css.keep} aria-label={t('Link to this ticket')}>
      <p className={css.quiet}>{t('Keep this link. It opens your ticket on any device, without a login.')}</p>
      <CopyField label={t('Link to this ticket')} value={address} />
    </section>
  );
}
