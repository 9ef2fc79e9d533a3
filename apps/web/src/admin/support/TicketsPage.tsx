import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { call } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Badge } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList } from '../AdminList.tsx';
import { counted } from '../counted.ts';
import { ClockDot, dueAt, type ListedTicket, ticketStateOptions } from './ticket-labels.tsx';

export const meta = () => [{ title: pageTitle('Tickets') }];

const columns: readonly Column<ListedTicket>[] = [
  {
    id: 'title',
    label: 'Ticket',
    sortable: true,
    cell: (ticket) => (
      <>
        {ticket.title} {ticket.via_catalog ? <Badge>Catalogue</Badge> : null}
      </>
    ),
    csv: (ticket) => ticket.title,
  },
  {
    id: 'number',
    label: 'Number',
    sortable: true,
    cell: (ticket) => ticket.number,
    csv: (ticket) => ticket.number,
    hideBelow: 1200,
  },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (ticket) => <StateBadge machine={ticketMachine} state={ticket.state} />,
    csv: (ticket) => ticket.state,
  },
  {
    id: 'clock',
    label: 'SLA',
    sortable: true,
    cell: (ticket) => {
      const due = dueAt(ticket);
      return (
        <>
          <ClockDot clock={ticket.clock} />{' '}
          {due ? (
            <>
              · <DateText at={due} show="relative" />
            </>
          ) : null}
        </>
      );
    },
    csv: (ticket) => [ticket.clock, dueAt(ticket) ?? ''].join(' ').trim(),
    hideBelow: 640,
  },
  {
    id: 'customer',
    label: 'Customer',
    sortable: true,
    cell: (ticket) => ticket.customer_name,
    csv: (ticket) => ticket.customer_name,
    hideBelow: 800,
  },
  {
    id: 'assignee',
    label: 'Assignee',
    sortable: true,
    group: true,
    cell: (ticket) => ticket.assignee?.name ?? 'Unassigned',
    csv: (ticket) => ticket.assignee?.name ?? '',
    hideBelow: 1000,
  },
  {
    id: 'last_at',
    label: 'Last reply',
    sortable: true,
    cell: (ticket) => (
      <>
        {ticket.last_by === 'customer' ? 'Customer' : 'Us'}, <DateText at={ticket.last_at} show="relative" />
      </>
    ),
    csv: (ticket) => ticket.last_at,
    hideBelow: 1000,
  },
];

const filters: readonly FilterSpec[] = [
  { id: 'state', label: 'Status', kind: 'select', options: ticketStateOptions, many: true },
  { id: 'opened', label: 'Opened', kind: 'range' },
  {
    id: 'assignee',
    label: 'Assignee',
    kind: 'select',
    options: [
      { value: 'me', label: 'Me' },
      { value: 'none', label: 'Unassigned' },
    ],
  },
  {
    id: 'clock',
    label: 'SLA',
    kind: 'select',
    options: [
      { value: 'late', label: 'Late' },
      { value: 'soon', label: 'Due soon' },
      { value: 'paused', label: 'Paused' },
    ],
  },
  {
    id: 'age',
    label: 'Age',
    kind: 'select',
    options: [
      { value: '2', label: '2 days or older' },
      { value: '7', label: 'A week or older' },
      { value: '30', label: 'A month or older' },
    ],
  },
];

/** Takes the tickets that can still be assigned, and says how many could not. */
async function assign(tickets: readonly ListedTicket[], assignee: number): Promise<void> {
  let failed = 0;
  for (const { id } of tickets)
    try {
      const { updated_at } = await call('GET /v1/admin/tickets/:id', { params: { id } });
      await call('PATCH /v1/admin/tickets/:id', { params: { id }, body: { assignee }, readAt: updated_at });
    } catch {
      failed += 1;
    }
  const done = counted(tickets.length - failed, 'ticket');
  if (failed === 0) toast(`${done} assigned to you.`);
  else toast(`${done} assigned to you. ${failed} could not be assigned; open them to see why.`, { tone: 'bad' });
}

export default function TicketsPage() {
  const me = useUser()?.id;
  return (
    <AdminList
      of="GET /v1/admin/tickets"
      title="Tickets"
      columns={columns}
      filters={filters}
      searchLabel="Search number, title, name or address"
      rowKey={(ticket) => ticket.id}
      rowName={(ticket) => ticket.title}
      rowLink={(ticket) => `/admin/tickets/${ticket.id}`}
      bulkActions={me === undefined ? [] : [{ label: 'Assign to me', run: (tickets) => assign(tickets, me) }]}
      empty={{ title: 'Tickets appear here as soon as a customer opens one.' }}
    />
  );
}
