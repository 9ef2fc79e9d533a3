import type { CallReply } from '@tuneport/contract/index';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';

export type Ticket = CallReply<'GET /customer-tickets/:id'>;
export type ListedTicket = CallReply<'GET /customer-tickets'>['data'][number];
type State = ListedTicket['state'];

/** State labels for customers. */
const words: Readonly<Record<State, readonly [label: string, tone: StateTone]>> = {
  new: ['Received', 'busy'],
  open: ['We are on it', 'busy'],
  waiting_customer: ['Waiting for you', 'accent'],
  parked: ['Snoozed', 'neutral'],
  resolved: ['Solved', 'good'],
  closed: ['Closed', 'neutral'],
  merged: ['Merged with another', 'neutral'],
  spam: ['Closed', 'neutral'],
};

export function TicketState({ state }: { state: State }) {
  const [label, tone] = words[state];
  return <StateDot tone={tone}>{label}</StateDot>;
}

export const fileAddress = (base: 'customer-tickets' | 'rescue-sessions', id: number, fileId: string, token?: string) =>
  `/api/${base}/${id}/files/${fileId}${token ? `?token=${encodeURIComponent(token)}` : ''}`;
