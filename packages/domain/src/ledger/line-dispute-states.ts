import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** A partner's objection to one line of what it owes or earned. Not a payment dispute, which a bank opens. */
export const lineDisputeMachine = defineMachine({
  initial: 'open',
  states: {
    open: { label: 'Under review', tone: 'careful' },
    upheld: { label: 'Upheld', tone: 'good' },
    rejected: { label: 'Rejected', tone: 'bad' },
    withdrawn: { label: 'Withdrawn', hollow: true },
  },
  events: {
    uphold: {
      label: 'Uphold dispute',
      done: 'Upheld',
      from: ['open'],
      to: 'upheld',
      who: ['staff'],
      money: 'goodwill → ar or earn.avail',
      reason: true,
    },
    reject: { label: 'Reject dispute', done: 'Rejected', from: ['open'], to: 'rejected', who: ['staff'], reason: true },
    withdraw: { label: 'Withdraw dispute', done: 'Withdrawn', from: ['open'], to: 'withdrawn', who: ['partner'] },
  },
});
export const lineDisputeStates = statesOf(lineDisputeMachine);
export type LineDisputeState = StateOf<typeof lineDisputeMachine>;

/** What a dealer owes on account, or what a partner earned. */
export const disputedAccounts = ['owed', 'earning'] as const;
export type DisputedAccount = (typeof disputedAccounts)[number];

export const lineDisputeNumber = (id: number): string => `LD-${String(id).padStart(6, '0')}`;

export const lineDisputeSentences: Readonly<Record<LineDisputeState, string>> = {
  open: msg('We are checking this line. It is frozen until we decide.'),
  upheld: msg('You were right. We booked a correction.'),
  rejected: msg('We checked this line and it stays as it is.'),
  withdrawn: msg('You withdrew this dispute.'),
};
