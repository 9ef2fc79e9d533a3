import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type ListedTicket = RowOf<'GET /v1/admin/tickets'>;
type State = ListedTicket['state'];

/** A state in a word, as staff say it. */
const states: Readonly<Record<State, readonly [label: string, tone: StateTone]>> = {
  new: ['New', 'accent'],
  open: ['Open', 'busy'],
  waiting_customer: ['Waits for customer', 'neutral'],
  parked: ['Parked', 'neutral'],
  resolved: ['Solved', 'good'],
  closed: ['Closed', 'neutral'],
  merged: ['Joined', 'neutral'],
  spam: ['Spam', 'bad'],
};
export const ticketStateOptions = [
  { value: 'with_us', label: 'With us' },
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
  runs: ['In time', 'good'],
  stands: ['Stands', 'neutral'],
  ended: ['–', 'neutral'],
};

export const ClockDot = ({ clock }: { clock: ListedTicket['clock'] }) =>
  clock === 'ended' ? <span>–</span> : <StateDot tone={clocks[clock][1]}>{clocks[clock][0]}</StateDot>;

/** The nearer of the two promises. */
export const dueAt = (ticket: Pick<ListedTicket, 'response_due_at' | 'resolve_due_at'>): string | null =>
  [ticket.response_due_at, ticket.resolve_due_at].filter((at) => at !== null).sort()[0] ?? null;

const events: Readonly<Record<string, string>> = {
  create: 'Opened',
  assign: 'Assigned',
  ask: 'Asked the customer',
  tell: 'Told the customer',
  write: 'Wrote',
  'follow-up': 'Wrote again: a new ticket',
  park: 'Parked',
  wake: 'Its day has come',
  unpark: 'Taken up again',
  resolve: 'Solved',
  reopen: 'Opened again',
  close: 'Closed',
  'close-now': 'Closed',
  goodwill: 'Goodwill granted',
  accept: 'Request accepted',
  merge: 'Joined with another ticket',
  joined: 'Another ticket joined',
  spam: 'Marked as spam',
  'not-spam': 'No spam',
};

/** What happened, with what matters of it. */
export function eventText(event: string, detail: Readonly<Record<string, unknown>>): string {
  const said = events[event] ?? event;
  if (event === 'assign') return detail.assignee ? `${said} to ${detail.assignee}` : 'Taken back';
  if (event === 'goodwill') return `${said}: ${detail.amount} ${detail.currency}`;
  return said;
}
