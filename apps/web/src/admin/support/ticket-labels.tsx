import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type ListedTicket = RowOf<'GET /v1/admin/tickets'>;
type State = ListedTicket['state'];

/** State labels for staff. */
const states: Readonly<Record<State, readonly [label: string, tone: StateTone]>> = {
  new: ['New', 'accent'],
  open: ['Open', 'busy'],
  waiting_customer: ['Waiting for customer', 'neutral'],
  parked: ['Parked', 'neutral'],
  resolved: ['Solved', 'good'],
  closed: ['Closed', 'neutral'],
  merged: ['Joined', 'neutral'],
  spam: ['Spam', 'bad'],
};
export const ticketStateOptions = [
  { value: 'with_us', label: 'Waiting for us' },
  ...Object.entries(states).map(([value, [label]]) => ({ value, label })),
];

export const TicketStateDot = ({ state }: { state: State }) => (
  <StateDot tone={states[state][1]} hollow={state === 'parked' || state === 'merged'}>
    {states[state][0]}
  </StateDot>
);

const clocks: Readonly<Record<ListedTicket['clock'], readonly [label: string, tone: StateTone]>> = {
  late: ['Late', 'bad'],
  soon: ['Due soon', 'careful'],
  runs: ['On time', 'good'],
  stands: ['Stands', 'neutral'],
  ended: ['–', 'neutral'],
};

export const ClockDot = ({ clock }: { clock: ListedTicket['clock'] }) =>
  clock === 'ended' ? <span>–</span> : <StateDot tone={clocks[clock][1]}>{clocks[clock][0]}</StateDot>;

/** The earlier of the response and resolve deadlines. */
export const dueAt = (ticket: Pick<ListedTicket, 'response_due_at' | 'resolve_due_at'>): string | null =>
  [ticket.response_due_at, ticket.resolve_due_at].filter((at) => at !== null).sort()[0] ?? null;

const events: Readonly<Record<string, string>> = {
  create: 'Opened',
  assign: 'Assigned',
  ask: 'Asked the customer',
  tell: 'Replied to the customer',
  write: 'Wrote',
  'follow-up': 'Follow-up ticket opened',
  park: 'Parked',
  wake: 'Snooze ended',
  unpark: 'Resumed',
  resolve: 'Solved',
  reopen: 'Reopened',
  close: 'Closed',
  'close-now': 'Closed',
  goodwill: 'Goodwill granted',
  accept: 'Request accepted',
  merge: 'Merged into another ticket',
  joined: 'Another ticket merged in',
  spam: 'Marked as spam',
  'not-spam': 'Marked as not spam',
};

/** Text of a ticket event with its relevant details. */
export function eventText(event: string, detail: Readonly<Record<string, unknown>>): string {
  const label = events[event] ?? event;
  if (event === 'assign') return detail.assignee ? `${label} to ${detail.assignee}` : 'Unassigned';
  if (event === 'goodwill') return `${label}: ${detail.amount} ${detail.currency}`;
  return label;
}
