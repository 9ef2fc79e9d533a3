export const ticketStates = [
  'new',
  'open',
  'waiting_customer',
  'parked',
  'resolved',
  'closed',
  'merged',
  'spam',
] as const;
export type TicketState = (typeof ticketStates)[number];

/** Who makes a thing happen to a ticket. A tuner answers for the house in tickets that were given to them. */
export type TicketActor = 'customer' | 'tuner' | 'staff' | 'system';

export type TicketStep = {
  readonly event: string;
  readonly from: TicketState;
  readonly to: TicketState;
  readonly who: readonly TicketActor[];
  /** What must hold besides the state; the server asks it, and says so when it does not. */
  readonly guard?: TicketGuard;
};
export type TicketGuard =
  | 'date-ahead'
  | 'date-reached'
  | 'within-window'
  | 'window-over'
  | 'other-ticket'
  | 'has-offer';

const house = ['staff', 'tuner'] as const;

// A reply that asks hands the ticket to the customer; one that only tells keeps it with us. Whoever writes on a closed ticket
// begins a child of it. Spam can be taken back, and staff may open again what they resolved too early.
export const ticketSteps = [
  { event: 'assign', from: 'new', to: 'open', who: house },
  { event: 'assign', from: 'open', to: 'open', who: house },
  { event: 'assign', from: 'waiting_customer', to: 'waiting_customer', who: ['staff'] },
  { event: 'assign', from: 'parked', to: 'parked', who: ['staff'] },
  { event: 'ask', from: 'new', to: 'waiting_customer', who: house },
  { event: 'ask', from: 'open', to: 'waiting_customer', who: house },
  { event: 'ask', from: 'waiting_customer', to: 'waiting_customer', who: house },
  { event: 'ask', from: 'parked', to: 'waiting_customer', who: house },
  { event: 'tell', from: 'new', to: 'open', who: house },
  { event: 'tell', from: 'open', to: 'open', who: house },
  { event: 'tell', from: 'waiting_customer', to: 'waiting_customer', who: house },
  { event: 'tell', from: 'parked', to: 'parked', who: house },
  { event: 'write', from: 'new', to: 'new', who: ['customer'] },
  { event: 'write', from: 'open', to: 'open', who: ['customer'] },
  { event: 'write', from: 'waiting_customer', to: 'open', who: ['customer'] },
  { event: 'write', from: 'parked', to: 'open', who: ['customer'] },
  { event: 'write', from: 'resolved', to: 'open', who: ['customer'], guard: 'within-window' },
  { event: 'follow-up', from: 'closed', to: 'closed', who: ['customer'] },
  { event: 'park', from: 'open', to: 'parked', who: ['staff'], guard: 'date-ahead' },
  { event: 'wake', from: 'parked', to: 'open', who: ['system'], guard: 'date-reached' },
  { event: 'unpark', from: 'parked', to: 'open', who: ['staff'] },
  { event: 'resolve', from: 'open', to: 'resolved', who: ['staff'] },
  { event: 'resolve', from: 'waiting_customer', to: 'resolved', who: ['staff'] },
  { event: 'reopen', from: 'resolved', to: 'open', who: ['staff'] },
  { event: 'close', from: 'resolved', to: 'closed', who: ['system'], guard: 'window-over' },
  { event: 'close-now', from: 'resolved', to: 'closed', who: ['staff'] },
  { event: 'goodwill', from: 'open', to: 'open', who: ['staff'] },
  { event: 'accept', from: 'open', to: 'open', who: ['staff'], guard: 'has-offer' },
  ...(['new', 'open', 'waiting_customer', 'parked', 'resolved', 'closed'] as const).flatMap((from) => [
    { event: 'merge' as const, from, to: 'merged' as const, who: ['staff'] as const, guard: 'other-ticket' as const },
    { event: 'spam' as const, from, to: 'spam' as const, who: ['staff'] as const },
  ]),
  { event: 'not-spam', from: 'spam', to: 'open', who: ['staff'] },
] as const satisfies readonly TicketStep[];
export type TicketEvent = (typeof ticketSteps)[number]['event'];

const table: readonly TicketStep[] = ticketSteps;
export const ticketEvents = [...new Set(table.map(({ event }) => event))] as readonly TicketEvent[];

/** Where an event of this actor leads from a state; null when the table does not have it. */
export const ticketStep = (state: string, event: string, who: TicketActor): TicketStep | null =>
  table.find((step) => step.event === event && step.from === state && step.who.includes(who)) ?? null;

export const ticketEventsFrom = (state: string, who: TicketActor): TicketEvent[] =>
  table.filter((step) => step.from === state && step.who.includes(who)).map(({ event }) => event as TicketEvent);

/** A resolved ticket opens again by a word of its customer for so long, then it closes by itself. */
export const reopenDays = 14;
export const reopenUntil = (resolvedAt: Date): Date => new Date(resolvedAt.getTime() + reopenDays * 86_400_000);

/** Where it is and what happens next, for the person who wrote. */
export const ticketSentences: Readonly<Record<TicketState, string>> = {
  new: 'We have it. Somebody will read it and answer you.',
  open: 'Somebody has it in hand and answers you here.',
  waiting_customer: 'We asked you something. It goes on as soon as you answer.',
  parked: 'It is put aside until a date we agreed on. An answer from you brings it back at once.',
  resolved: `Solved, as far as we know. Write within ${reopenDays} days and it is open again.`,
  closed: 'Closed. If something comes up again, write here and a new ticket continues it.',
  merged: 'It was joined with another ticket of yours and goes on there.',
  spam: 'Closed.',
};
