import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** Applications to become a partner. */
export const applicationKinds = ['dealer', 'affiliate'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** One table for every kind of partner. The applicant sends it complete, so there is no draft. */
export const applicationMachine = defineMachine({
  initial: 'submitted',
  states: {
    submitted: { label: 'New', tone: 'careful' },
    in_review: { label: 'In review', tone: 'busy' },
    needs_information: { label: 'Waiting for applicant' },
    approved: { label: 'Approved', tone: 'good' },
    rejected: { label: 'Rejected', tone: 'bad' },
    withdrawn: { label: 'Withdrawn', hollow: true },
  },
  events: {
    review: { label: 'Start review', from: ['submitted'], to: 'in_review', who: ['staff'] },
    ask: {
      label: 'Ask for information',
      from: ['submitted', 'in_review'],
      to: 'needs_information',
      who: ['staff'],
      reason: true,
    },
    answer: {
      label: 'Send answer',
      from: ['needs_information'],
      to: 'in_review',
      who: ['applicant'],
      reason: true,
    },
    approve: {
      label: 'Approve',
      from: ['submitted', 'in_review', 'needs_information'],
      to: 'approved',
      who: ['staff'],
    },
    reject: {
      label: 'Reject',
      from: ['submitted', 'in_review', 'needs_information'],
      to: 'rejected',
      who: ['staff'],
      reason: true,
    },
    withdraw: {
      label: 'Withdraw application',
      from: ['submitted', 'in_review', 'needs_information'],
      to: 'withdrawn',
      who: ['applicant'],
    },
  },
});
export const applicationStates = statesOf(applicationMachine);
export type ApplicationState = StateOf<typeof applicationMachine>;
/** Applications that staff can still approve. */
export const undecidedApplications: readonly ApplicationState[] = applicationMachine.events.approve.from;

export const applicationSentences: Readonly<Record<ApplicationState, string>> = {
  submitted: msg('We received your application and review it within two working days.'),
  in_review: msg('We are reviewing your application.'),
  needs_information: msg('We have a question. Answer it so that we can continue.'),
  approved: msg('Your application is approved.'),
  rejected: msg('We did not accept your application.'),
  withdrawn: msg('You withdrew this application.'),
};

export const applicationFilesMax = 5;
export const applicationFileBytesMax = 10 * 1024 * 1024;
