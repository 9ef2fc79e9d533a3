import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';

// Archived is a flag beside the status, and so is deleted. A stage can close the deals that enter it.
export const leadDealMachine = defineMachine({
  initial: 'open',
  states: {
    open: { label: 'Open', tone: 'busy' },
    won: { label: 'Won', tone: 'good' },
    lost: { label: 'Lost', tone: 'bad' },
  },
  events: {
    move: {
      label: 'Move deal',
      done: 'Moved',
      from: ['open'],
      to: 'open',
      who: ['staff'],
      guard: 'the rules of the stage are met',
    },
    win: { label: 'Mark as won', done: 'Won', from: ['open'], to: 'won', who: ['staff'] },
    lose: { label: 'Mark as lost', done: 'Lost', from: ['open'], to: 'lost', who: ['staff'], reason: true },
    reopen: { label: 'Reopen deal', done: 'Reopened', from: ['won', 'lost'], to: 'open', who: ['staff'] },
  },
});
/** A deleted deal can be restored for this many days. */
export const dealRestoreDays = 30;
/** The board counts the deals closed within this many days. */
export const closedDealDays = 30;

export const leadDealStates = statesOf(leadDealMachine);
export type LeadDealState = StateOf<typeof leadDealMachine>;
