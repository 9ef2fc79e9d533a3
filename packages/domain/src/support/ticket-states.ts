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

/** Who can trigger a ticket event. A tuner acts as staff in tickets assigned to them. */
export type TicketActor = 'customer' | 'tuner' | 'staff' | 'system';

export type TicketStep = {
  readonly event: string;
  readonly from: TicketState;
  readonly to: TicketState;
  readonly who: readonly TicketActor[];
  /** An additional condition that the server checks. */
  readonly guard?: TicketGuard;
};
export type TicketGuard =
  | 'date-ahead'
  | 'date-reached'
  | 'within-window'
  | 'window-over'
  | 'other-ticket'
  | 'has-offer';

const staffSide = ['staff', 'tuner'] as const;

// A question hands the ticket to the customer; a plain reply keeps it with us. Writing on a closed ticket creates a
// child ticket. Spam can be undone, and staff can reopen a ticket resolved too early.
export const ticketSteps = [
  { event: 'assign', from: 'new', to: 'open', who: staffSide },
  { event: 'assign', from: 'open', to: 'open', who: staffSide },
  { event: 'assign', from: 'waiting_customer', to: 'waiting_customer', who: ['staff'] },
  { event: 'assign', from: 'parked', to: 'parked', who: ['staff'] },
  { event: 'ask', from: 'new', to: 'waiting_customer', who: staffSide },
  { event: 'ask', from: 'open', to: 'waiting_customer', who: staffSide },
  { event: 'ask', from: 'waiting_customer', to: 'waiting_customer', who: staffSide },
  { event: 'ask', from: 'parked', to: 'waiting_customer', who: staffSide },
  { event: 'tell', from: 'new', to: 'open', who: staffSide },
  { event: 'tell', from: 'open', to: 'open', who: staffSide },
  { event: 'tell', from: 'waiting_customer', to: 'waiting_customer', who: staffSide },
  { event: 'tell', from: 'parked', to: 'parked', who: staffSide },
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

/** The transition for an actor's event in a state; null if it is not allowed. */
export const ticketStep = (state: string, event: string, who: TicketActor): TicketStep | null =>
  table.find((step) => step.event === event && step.from === state && step.who.includes(who)) ?? null;

export const ticketEventsFrom = (state: string, who: TicketActor): TicketEvent[] =>
  table.filter((step) => step.from === state && step.who.includes(who)).map(({ event }) => event as TicketEvent);

/** For this many days a reply by the customer reopens a resolved ticket; then it closes automatically. */
export const reopenDays = 14;
export const reopenUntil = (resolvedAt: Date): Date => new Date(resolvedAt.getTime() + reopenDays * 86_400_000);

/** Current state and next step, for the customer. */
export const ticketSentences: Readonly<Record<TicketState, string>> = {
  new: 'We received your ticket. Someone will read it and reply.',
  open: 'Someone is working on it and will reply here.',
  waiting_customer: 'We asked you a question. We will continue as soon as you reply.',
  parked: 'Snoozed until an agreed date. Your reply reopens it immediately.',
  resolved: `Solved, as far as we know. Reply within ${reopenDays} days to reopen it.`,
  closed: "Closed. If something comes up again, reply here and we'll continue in a new ticket.",
  merged: 'Merged into another ticket of yours. We will continue there.',
  spam: 'Closed.',
};
