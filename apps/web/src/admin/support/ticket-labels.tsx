import { doneLabel, stateOptions } from '@tuneport/domain/states/machine';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import type { RowOf } from '../AdminList.tsx';

export type ListedTicket = RowOf<'GET /v1/admin/tickets'>;
export const ticketStateOptions = [{ value: 'with_us', label: 'Waiting for us' }, ...stateOptions(ticketMachine)];

const clocks: Readonly<Record<ListedTicket['clock'], readonly [label: string, tone: StateTone]>> = {
  late: ['Late', 'bad'],
  soon: ['Due soon', 'careful'],
  running: ['On time', 'good'],
  paused: ['Paused', 'neutral'],
  ended: ['–', 'neutral'],
};

export const ClockDot = ({ clock }: { clock: ListedTicket['clock'] }) =>
  clock === 'ended' ? <span>–</span> : <StateDot tone={clocks[clock][1]}>{clocks[clock][0]}</StateDot>;

/** The earlier of the response and resolve deadlines. */
export const dueAt = (ticket: Pick<ListedTicket, 'response_due_at' | 'resolve_due_at'>): string | null =>
  [ticket.response_due_at, ticket.resolve_due_at].filter((at) => at !== null).sort()[0] ?? null;

/** Entries of the history that are no steps of this ticket. */
const entries: Readonly<Record<string, string>> = { create: 'Opened', joined: 'Another ticket merged in' };

/** Text of a ticket event with its relevant details. */
export function eventText(event: string, detail: Readonly<Record<string, unknown>>): string {
  const label = entries[event] ?? doneLabel(ticketMachine, event) ?? event;
  if (event === 'assign') return detail.assignee ? `${label} to ${detail.assignee}` : 'Unassigned';
  if (event === 'goodwill') return `${label}: ${amountText(String(detail.amount))} ${detail.currency}`;
  return label;
}
