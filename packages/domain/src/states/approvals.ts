import type { Permission } from '../identity/permissions.ts';
import { defineMachine, type StateOf, statesOf } from './machine.ts';

/** Grants that need a second person above the limit, and the permission both need. */
export const approvalRights = {
  goodwill: 'tickets.goodwill',
  credits: 'credit-deals.admin',
  correction: 'dealers.admin',
  'account-release': 'dealers.admin',
  'line-dispute': 'payouts',
} as const satisfies Record<string, Permission>;

export type ApprovalKind = keyof typeof approvalRights;
export const approvalKinds = Object.keys(approvalRights) as ApprovalKind[];

export const approvalMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { label: 'Pending', tone: 'careful' },
    approved: { label: 'Approved', tone: 'good' },
    rejected: { label: 'Rejected', tone: 'bad' },
  },
  events: {
    approve: { label: 'Approve grant', from: ['pending'], to: 'approved', who: ['second-person'] },
    reject: { label: 'Reject grant', from: ['pending'], to: 'rejected', who: ['second-person'] },
  },
});
export const approvalStates = statesOf(approvalMachine);
export type ApprovalState = StateOf<typeof approvalMachine>;
