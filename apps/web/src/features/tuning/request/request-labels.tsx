import type { CallReply } from '@tuneport/contract/index';
import type { TuneRequestState } from '@tuneport/domain/tuning/tune-request-states';
import type { StateStep } from '../../../ui/controls/StateActions.tsx';
import { StateDot, type StateTone } from '../../../ui/feedback/StateDot.tsx';

export type Request = CallReply<'GET /v1/tune-requests/:id'>;
export type RequestFile = Request['files'][number];

const words: Readonly<Record<TuneRequestState, readonly [StateTone, string]>> = {
  received: ['neutral', 'Received'],
  identifying: ['busy', 'Analysing file'],
  needs_information: ['careful', 'Needs car details'],
  matched: ['accent', 'Choose tunes'],
  unsupported: ['careful', 'No tune yet'],
  queued: ['neutral', 'In the queue'],
  in_progress: ['busy', 'In progress'],
  waiting_customer: ['careful', 'Waiting for an answer'],
  on_ice: ['careful', 'Resting'],
  in_review: ['busy', 'In review'],
  delivered: ['good', 'Ready'],
  revision_requested: ['busy', 'Change requested'],
  closed: ['good', 'Closed'],
  expired: ['neutral', 'Expired'],
  cancelled: ['neutral', 'Cancelled'],
  recalled: ['bad', 'Withdrawn'],
  refunded: ['neutral', 'Refunded'],
  locked: ['neutral', 'Locked'],
  deleted: ['neutral', 'Deleted'],
};

const toBePaid = ['accent', 'Awaiting payment'] as const;

export const requestStateWord = (state: TuneRequestState): string => words[state][1];

export function RequestState({ state, money }: { state: TuneRequestState; money: Request['money'] }) {
  const [tone, word] = state === 'matched' && money === 'estimated' ? toBePaid : words[state];
  return <StateDot tone={tone}>{word}</StateDot>;
}

/** The work requested: immobiliser, tunes, or none selected yet. */
export const requestedWorkLabel = ({ purpose, tunes }: Pick<Request, 'purpose' | 'tunes'>): string =>
  [...(purpose === 'immo' ? ['Immobiliser service'] : []), ...tunes].join(' + ');

/** The promise time is paused while we wait for the customer, and ends when the work is done. */
export const holdsPromise = (state: TuneRequestState): boolean =>
  ['queued', 'in_progress', 'in_review'].includes(state);

export const requestStateOptions = Object.entries(words).map(([value, [, label]]) => ({ value, label }));

const why = { label: 'Why', required: true };

/** All possible actions; the server returns those allowed for this user. */
const requestSteps: readonly StateStep[] = [
  { verb: 'claim', label: 'Take this request' },
  {
    verb: 'approve',
    label: 'Approve and deliver',
    confirm: 'The customer is notified immediately and can download the file.',
  },
  { verb: 'reject', label: 'Send back to the tuner', reason: { label: 'What must change', required: true } },
  { verb: 'ask', label: 'Ask the customer', reason: { label: 'Your question', required: true } },
  { verb: 'release', label: 'Return to queue' },
  { verb: 'accept-revision', label: 'Accept change' },
  { verb: 'decline-revision', label: 'Decline change', reason: why },
  {
    verb: 'ask-revision',
    label: 'Request a free change',
    confirm: 'The tuner who made the file will look at it free of charge and reply here.',
    reason: { label: 'What should change', required: true },
  },
  {
    verb: 'follow-up',
    label: 'Order another version',
    confirm:
      'This creates a separate request with the same file and car. You choose the options and see the price first.',
    reason: { label: 'What should be different' },
  },
  {
    verb: 'recall',
    label: 'Withdraw this version',
    danger: true,
    confirm: 'Everyone who has this exact file is told not to use it, including for other requests.',
    reason: why,
  },
  { verb: 'remake', label: 'Make a new version' },
  { verb: 'lock', label: 'Lock', danger: true, reason: why },
  { verb: 'unlock', label: 'Unlock', reason: why },
  {
    verb: 'cancel',
    label: 'Cancel request',
    danger: true,
    confirm: 'Your payment will be refunded to the original payment method. The file stays yours.',
  },
  {
    verb: 'delete',
    label: 'Delete request',
    danger: true,
    confirm: 'It is removed from your list with all messages. Nothing was charged for it.',
  },
  { verb: 'cancel-work', label: 'Cancel work', danger: true, reason: why },
];

/** The same steps with labels for this request: without a payment, no refund is mentioned. */
export const stepsOf = ({ money }: Pick<Request, 'money'>): readonly StateStep[] =>
  requestSteps.map((step) =>
    step.verb === 'cancel' && (money === 'none' || money === 'estimated')
      ? { ...step, confirm: 'Nothing was charged. The file stays yours.' }
      : step,
  );

const happened: Readonly<Record<string, string>> = {
  upload: 'File received',
  'follow-up': 'Another version ordered',
  identify: 'File analysed',
  'ask-data': 'We asked which car it is from',
  match: 'Car confirmed',
  'no-tune': 'No tune found',
  supply: 'Car selected',
  queue: 'Paid, waiting for a tuner',
  'deliver-instantly': 'Paid and ready immediately',
  claim: 'Taken by a tuner',
  assign: 'Assigned to a tuner',
  release: 'Back in the queue',
  ask: 'The tuner asked a question',
  answer: 'Answered',
  freeze: 'Put on hold',
  thaw: 'Answered, back in the queue',
  submit: 'Tuned, waiting for review',
  approve: 'Reviewed and delivered',
  reject: 'Sent back to the tuner',
  'ask-revision': 'Change requested',
  'accept-revision': 'Change accepted',
  'decline-revision': 'Change declined',
  close: 'Closed',
  cancel: 'Cancelled',
  'cancel-work': 'Cancelled',
  expire: 'Expired',
  recall: 'This version was withdrawn',
  remake: 'New version started',
  download: 'Tuned file downloaded',
  refund: 'Refunded',
  lock: 'Locked',
  unlock: 'Unlocked',
};
export const eventWord = (event: string): string => happened[event] ?? event;
