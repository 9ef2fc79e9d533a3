import { may } from '@tuneport/domain/identity/permissions';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { AssignCard } from './AssignCard.tsx';
import { GoodwillCard } from './GoodwillCard.tsx';
import { MergeCard } from './MergeCard.tsx';
import { SnoozeCard } from './SnoozeCard.tsx';
import css from './support-admin.module.css';
import type { AdminTicket } from './TicketPage.tsx';
import { eventText } from './ticket-labels.tsx';

type Props = { ticket: AdminTicket; onChanged: (ticket: AdminTicket) => void; onReload: () => Promise<void> };

/** Ticket sidebar for staff: customer, assignee, other records, history. */
export function TicketSide({ ticket, onChanged, onReload }: Props) {
  const mayOpenOrders = may(factsOf(useUi()), 'transactions.read');
  return (
    <>
      <Card>
        <h2>Customer</h2>
        <KeyValue
          rows={[
            [
              'Name',
              ticket.user_id === null ? (
                ticket.customer_name
              ) : (
                <TextLink key="name" to={`/admin/users/${ticket.user_id}`}>
                  {ticket.customer_name}
                </TextLink>
              ),
            ],
            [
              'E-mail',
              ticket.email ??
                (ticket.user_id === null ? 'None, follows the ticket by its link' : 'None, reads it on the site'),
            ],
            ['Opened', <DateText key="opened" at={ticket.created_at} show="both" />],
            [
              'First reply',
              ticket.responded_at ? <DateText key="first" at={ticket.responded_at} show="both" /> : 'not yet',
            ],
          ]}
        />
      </Card>
      <AssignCard ticket={ticket} onChanged={onChanged} />
      {ticket.events.includes('park') ? <SnoozeCard ticket={ticket} onChanged={onChanged} /> : null}
      {ticket.may_grant_goodwill ? <GoodwillCard ticket={ticket} onChanged={onChanged} /> : null}
      {ticket.events.includes('merge') ? <MergeCard ticket={ticket} onReload={onReload} /> : null}
      {ticket.orders.length > 0 ? (
        <Card>
          <h2>Orders</h2>
          <ul className={css.lines}>
            {ticket.orders.map((order) => (
              <li key={order.id}>
                <span>
                  {mayOpenOrders ? (
                    <TextLink to={`/admin/orders/${order.id}`} discover="none">
                      {order.number}
                    </TextLink>
                  ) : (
                    order.number
                  )}{' '}
                  <span className={css.quiet}>{order.first}</span>
                </span>
                <MoneyText money={order.total} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {ticket.others.length > 0 ? (
        <Card>
          <h2>Other tickets</h2>
          <ul className={css.lines}>
            {ticket.others.map((other) => (
              <li key={other.id}>
                <TextLink to={`/admin/tickets/${other.id}`} discover="none">
                  {other.number} {other.title}
                </TextLink>
                <StateBadge machine={ticketMachine} state={other.state} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card>
        <h2>History</h2>
        <Timeline
          moments={ticket.history.map((step, at) => ({
            id: at,
            title: eventText(step.event, step.detail),
            when: <DateText at={step.at} show="both" />,
            body: [step.by, step.reason].filter(Boolean).join(': '),
          }))}
        />
      </Card>
    </>
  );
}
