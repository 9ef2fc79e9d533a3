import { type ActorOf, defineMachine, type StateInfo, type StateOf, statesOf } from '../states/machine.ts';
import { fill, msg, t } from '../text/text.ts';
import { dayMs } from '../units/durations.ts';

const staffSide = ['staff', 'tuner'] as const;
const unmerged = ['new', 'open', 'waiting_customer', 'parked', 'resolved', 'closed'] as const;

// A reply that asks hands the ticket to the customer; one that only tells keeps it with us. A reply to a closed ticket
// opens a follow-up ticket. Spam can be taken back, and staff can reopen what they resolved too early. A tuner answers
// for us in tickets that were assigned to them.
export const ticketMachine = defineMachine({
  initial: 'new',
  states: {
    new: { label: 'New', tone: 'accent' },
    open: { label: 'Open', tone: 'busy' },
    waiting_customer: { label: 'Waiting for customer' },
    parked: { label: 'Snoozed', hollow: true },
    resolved: { label: 'Solved', tone: 'good' },
    closed: { label: 'Closed' },
    merged: { label: 'Merged', hollow: true },
    spam: { label: 'Spam', tone: 'bad' },
  },
  events: {
    assign: {
      label: 'Assign',
      done: 'Assigned',
      steps: [
        { from: ['new', 'open'], to: 'open', who: staffSide },
        { from: ['waiting_customer'], to: 'waiting_customer', who: ['staff'] },
        { from: ['parked'], to: 'parked', who: ['staff'] },
      ],
    },
    ask: {
      label: 'Ask the customer',
      done: 'Asked the customer',
      from: ['new', 'open', 'waiting_customer', 'parked'],
      to: 'waiting_customer',
      who: staffSide,
    },
    tell: {
      label: 'Tell the customer',
      done: 'Replied to the customer',
      steps: [
        { from: ['new', 'open'], to: 'open', who: staffSide },
        { from: ['waiting_customer'], to: 'waiting_customer', who: staffSide },
        { from: ['parked'], to: 'parked', who: staffSide },
      ],
    },
    write: {
      label: 'Write',
      done: 'Wrote',
      steps: [
        { from: ['new'], to: 'new', who: ['customer'] },
        { from: ['open', 'waiting_customer', 'parked'], to: 'open', who: ['customer'] },
        { from: ['resolved'], to: 'open', who: ['customer'], guard: 'within-window' },
      ],
    },
    'follow-up': {
      label: 'New message',
      done: 'Follow-up ticket opened',
      from: ['closed'],
      to: 'closed',
      who: ['customer'],
    },
    park: { label: 'Snooze', done: 'Snoozed', from: ['open'], to: 'parked', who: ['staff'], guard: 'date-ahead' },
    wake: {
      label: 'Wake',
      done: 'Snooze ended',
      from: ['parked'],
      to: 'open',
      who: ['system'],
      guard: 'date-reached',
    },
    unpark: { label: 'Resume now', done: 'Resumed', from: ['parked'], to: 'open', who: ['staff'] },
    resolve: {
      label: 'Mark as solved',
      done: 'Solved',
      from: ['open', 'waiting_customer'],
      to: 'resolved',
      who: ['staff'],
    },
    reopen: { label: 'Reopen', done: 'Reopened', from: ['resolved'], to: 'open', who: ['staff'] },
    close: { label: 'Close', done: 'Closed', from: ['resolved'], to: 'closed', who: ['system'], guard: 'window-over' },
    'close-now': { label: 'Close ticket', done: 'Closed', from: ['resolved'], to: 'closed', who: ['staff'] },
    goodwill: { label: 'Grant goodwill', done: 'Goodwill granted', from: ['open'], to: 'open', who: ['staff'] },
    accept: {
      label: 'Accept request',
      done: 'Request accepted',
      from: ['open'],
      to: 'open',
      who: ['staff'],
      guard: 'has-offer',
    },
    merge: {
      label: 'Merge',
      done: 'Merged into another ticket',
      from: unmerged,
      to: 'merged',
      who: ['staff'],
      guard: 'other-ticket',
    },
    spam: { label: 'Mark as spam', done: 'Marked as spam', from: unmerged, to: 'spam', who: ['staff'] },
    'not-spam': { label: 'Not spam', done: 'Marked as not spam', from: ['spam'], to: 'open', who: ['staff'] },
  },
});
export const ticketStates = statesOf(ticketMachine);
export type TicketState = StateOf<typeof ticketMachine>;
export type TicketActor = ActorOf<typeof ticketMachine>;

/** The states as the customer reads them. */
export const ticketCustomerView: { readonly states: Readonly<Record<TicketState, StateInfo>> } = {
  states: {
    new: { label: msg('Received'), tone: 'busy' },
    open: { label: msg('We are on it'), tone: 'busy' },
    waiting_customer: { label: msg('Waiting for you'), tone: 'accent' },
    parked: { label: msg('Snoozed') },
    resolved: { label: msg('Solved'), tone: 'good' },
    closed: { label: msg('Closed') },
    merged: { label: msg('Merged with another') },
    spam: { label: msg('Closed') },
  },
};

/** For this many days a reply by the customer reopens a resolved ticket; then it closes automatically. */
export const reopenDays = 14;
export const reopenUntil = (resolvedAt: Date): Date => new Date(resolvedAt.getTime() + reopenDays * dayMs);

const sentences: Readonly<Record<TicketState, string>> = {
  new: msg('We received your ticket. Someone will read it and reply.'),
  open: msg('Someone is working on it and will reply here.'),
  waiting_customer: msg('We asked you a question. We will continue as soon as you reply.'),
  parked: msg('Snoozed until an agreed date. Your reply reopens it immediately.'),
  resolved: msg('Solved, as far as we know. Reply within {days} days to reopen it.'),
  closed: msg("Closed. If something comes up again, reply here and we'll continue in a new ticket."),
  merged: msg('Merged into another ticket of yours. We will continue there.'),
  spam: msg('Closed.'),
};

/** Current state and next step, for the customer. */
export const ticketSentence = (state: TicketState): string => fill(t(sentences[state]), { days: reopenDays });
