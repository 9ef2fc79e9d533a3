import type { CallReply } from '@tuneport/contract/index';
import type { TuneRequestState } from '@tuneport/domain/tuning/tune-request-states';
import type { StateStep } from '../../../ui/controls/StateActions.tsx';
import { StateDot, type StateTone } from '../../../ui/feedback/StateDot.tsx';

export type Request = CallReply<'GET /v1/tune-requests/:id'>;
export type RequestFile = Request['files'][number];

const words: Readonly<Record<TuneRequestState, readonly [StateTone, string]>> = {
  received: ['neutral', 'Received'],
  identifying: ['busy', 'Being looked at'],
  needs_information: ['careful', 'Needs information'],
  matched: ['accent', 'Tunes to choose'],
  unsupported: ['careful', 'No tune yet'],
  queued: ['neutral', 'In the queue'],
  in_progress: ['busy', 'In work'],
  waiting_customer: ['careful', 'Waiting for an answer'],
  on_ice: ['careful', 'Resting'],
  in_review: ['busy', 'Being checked'],
  delivered: ['good', 'Ready'],
  revision_requested: ['busy', 'Change asked for'],
  closed: ['good', 'Closed'],
  expired: ['neutral', 'Expired'],
  cancelled: ['neutral', 'Cancelled'],
  recalled: ['bad', 'Withdrawn'],
  refunded: ['neutral', 'Paid back'],
  locked: ['neutral', 'Locked'],
  deleted: ['neutral', 'Deleted'],
};

const toBePaid = ['accent', 'To be paid'] as const;

export const requestStateWord = (state: TuneRequestState): string => words[state][1];

export function RequestState({ state, money }: { state: TuneRequestState; money: Request['money'] }) {
  const [tone, word] = state === 'matched' && money === 'estimated' ? toBePaid : words[state];
  return <StateDot tone={tone}>{word}</StateDot>;
}

/** What is wanted of the file: work on the immobiliser, tunes, or nothing that was chosen yet. */
export const requestedWorkLabel = ({ purpose, tunes }: Pick<Request, 'purpose' | 'tunes'>): string =>
  [...(purpose === 'immo' ? ['Immobiliser service'] : []), ...tunes].join(' + ');

/** While the customer is asked something the clock of the promise stands, and what is done keeps none any more. */
export const holdsPromise = (state: TuneRequestState): boolean =>
  ['queued', 'in_progress', 'in_review'].includes(state);

export const requestStateOptions = Object.entries(words).map(([value, [, label]]) => ({ value, label }));

const why = { label: 'Why', required: true };

/** Every button there is; the server says which of them this person has. */
const requestSteps: readonly StateStep[] = [
  { verb: 'claim', label: 'Take this request' },
  { verb: 'approve', label: 'Approve and deliver', confirm: 'The customer is told at once and may fetch the file.' },
  { verb: 'reject', label: 'Send back to the tuner', reason: { label: 'What must change', required: true } },
  { verb: 'ask', label: 'Ask the customer', reason: { label: 'Your question', required: true } },
  { verb: 'release', label: 'Give it back to the queue' },
  { verb: 'accept-revision', label: 'Accept the change' },
  { verb: 'decline-revision', label: 'Decline the change', reason: why },
  {
    verb: 'ask-revision',
    label: 'Ask for a free change',
    confirm: 'Whoever made the file looks at it without charge. You hear from them here.',
    reason: { label: 'What should change', required: true },
  },
  {
    verb: 'follow-up',
    label: 'Order other options',
    confirm:
      'It becomes a request of its own with the same file and car. You choose the options and see the price first.',
    reason: { label: 'What should be different' },
  },
  {
    verb: 'recall',
    label: 'Withdraw this version',
    danger: true,
    confirm: 'Everybody who has this very file is told not to use it, also for other requests.',
    reason: why,
  },
  { verb: 'remake', label: 'Make a new version' },
  { verb: 'lock', label: 'Lock', danger: true, reason: why },
  { verb: 'unlock', label: 'Unlock', reason: why },
  {
    verb: 'cancel',
    label: 'Cancel the request',
    danger: true,
    confirm: 'What was paid goes back the way it came. The file stays yours.',
  },
  {
    verb: 'delete',
    label: 'Delete the request',
    danger: true,
    confirm: 'It disappears from your list with everything that was written. Nothing was charged for it.',
  },
  { verb: 'cancel-work', label: 'Cancel the work', danger: true, reason: why },
];

/** The same, with words for what this request has come to: where nothing was paid, nothing goes back. */
export const stepsOf = ({ money }: Pick<Request, 'money'>): readonly StateStep[] =>
  requestSteps.map((step) =>
    step.verb === 'cancel' && (money === 'none' || money === 'estimated')
      ? { ...step, confirm: 'Nothing was charged. The file stays yours.' }
      : step,
  );

const happened: Readonly<Record<string, string>> = {
  upload: 'The file arrived',
  'follow-up': 'Other options were ordered',
  identify: 'Looked at',
  'ask-data': 'We asked which car it is from',
  match: 'The car is known',
  'no-tune': 'No tune was found',
  supply: 'The car was named',
  queue: 'Paid, into the queue',
  'deliver-instantly': 'Paid and ready at once',
  claim: 'Taken by a tuner',
  assign: 'Given to a tuner',
  release: 'Back in the queue',
  ask: 'The tuner asked something',
  answer: 'Answered',
  freeze: 'Put to rest',
  thaw: 'Answered, back in the queue',
  submit: 'Tuned, to be checked',
  approve: 'Checked and delivered',
  reject: 'Sent back for another round',
  'ask-revision': 'A change was asked for',
  'accept-revision': 'The change was accepted',
  'decline-revision': 'The change was declined',
  close: 'Closed',
  cancel: 'Cancelled',
  'cancel-work': 'Cancelled',
  expire: 'Expired',
  recall: 'This version was withdrawn',
  remake: 'A new version is made',
  download: 'The tuned file was fetched',
  refund: 'Paid back',
  lock: 'Locked',
  unlock: 'Unlocked',
};
export const eventWord = (event: string): string => happened[event] ?? event;
