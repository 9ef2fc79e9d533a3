import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** A purchase on account above the limits of a member. A manager of the dealer decides. */
export const purchaseApprovalMachine = defineMachine({
  initial: 'waiting',
  states: {
    waiting: { label: 'Waiting for approval', tone: 'careful' },
    approved: { label: 'Approved', tone: 'good' },
    declined: { label: 'Declined', tone: 'bad' },
    expired: { label: 'Expired', hollow: true },
    withdrawn: { label: 'Withdrawn', hollow: true },
  },
  events: {
    approve: {
      label: 'Approve purchase',
      done: 'Approved',
      from: ['waiting'],
      to: 'approved',
      who: ['manager'],
      guard: 'not their own, unless the dealer has no other manager',
      money: 'ar → defer.work or rev',
    },
    decline: {
      label: 'Decline purchase',
      done: 'Declined',
      from: ['waiting'],
      to: 'declined',
      who: ['manager'],
      reason: true,
    },
    withdraw: {
      label: 'Withdraw request',
      done: 'Withdrawn',
      from: ['waiting'],
      to: 'withdrawn',
      who: ['member', 'system'],
    },
    expire: { label: 'Expire', done: 'Expired', from: ['waiting'], to: 'expired', who: ['system'] },
  },
});
export const purchaseApprovalStates = statesOf(purchaseApprovalMachine);
export type PurchaseApprovalState = StateOf<typeof purchaseApprovalMachine>;

/** Days until a request for approval expires. */
export const purchaseApprovalDays = 7;

export const purchaseApprovalNumber = (id: number): string => `PA-${String(id).padStart(6, '0')}`;

/** Shown to the manager who can decide. */
export const purchaseDecisionSentence = msg(
  'Approve it to charge your dealer account, or decline it. Nothing has been charged.',
);

export const purchaseApprovalSentences: Readonly<Record<PurchaseApprovalState, string>> = {
  waiting: msg('A manager of the dealer decides. Nothing has been charged.'),
  approved: msg('It was charged to the dealer’s account.'),
  declined: msg('A manager declined it. Nothing was charged.'),
  expired: msg('No manager decided in time. Nothing was charged.'),
  withdrawn: msg('The request was withdrawn. Nothing was charged.'),
};

type Decision = { readonly isManager: boolean; readonly isOwn: boolean; readonly managers: number };

/** A manager decides about everyone else's purchases, and about their own only if there is no other manager. */
export const mayDecidePurchase = ({ isManager, isOwn, managers }: Decision): boolean =>
  isManager && (!isOwn || managers === 1);
