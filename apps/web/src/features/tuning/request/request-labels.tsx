import type { CallReply } from '@tuneport/contract/index';
import { doneLabel, stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { msg, t } from '@tuneport/domain/text/text';
import { type TuneRequestState, tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import type { StateStep } from '../../../ui/controls/StateActions.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';

export type Request = CallReply<'GET /v1/tune-requests/:id'>;
export type RequestFile = Request['files'][number];

/** Tunes are chosen and not paid yet: the money axis says more than the state. */
const toBePaid = { states: { matched: { label: msg('Awaiting payment'), tone: 'accent' } } } as const;

export const requestStateWord = (state: TuneRequestState): string => t(stateLabel(tuneRequestMachine, state));

export const RequestState = ({ state, money }: { state: TuneRequestState; money: Request['money'] }) => (
  <StateBadge machine={state === 'matched' && money === 'estimated' ? toBePaid : tuneRequestMachine} state={state} />
);

/** The work requested: immobiliser, tunes, or none selected yet. */
export const requestedWorkLabel = ({ purpose, tunes }: Pick<Request, 'purpose' | 'tunes'>): string =>
  [...(purpose === 'immo' ? [t('Immobiliser service')] : []), ...tunes].join(' + ');

/** The promise time is paused while we wait for the customer, and ends when the work is done. */
export const holdsPromise = (state: TuneRequestState): boolean =>
  ['queued', 'in_progress', 'in_review'].includes(state);

export const requestStateOptions = stateOptions(tuneRequestMachine);

const reason = { label: msg('Reason'), required: true };

/** All possible actions; the server returns those allowed for this user. */
const requestSteps: readonly StateStep[] = [
  ...machineSteps(tuneRequestMachine, {
    claim: {},
    approve: { confirm: msg('The customer is notified immediately and can download the file.') },
    reject: { reason: { label: msg('What must change'), required: true } },
    ask: { reason: { label: msg('Your question'), required: true } },
    release: {},
    'accept-revision': {},
    'decline-revision': { reason },
    'ask-revision': {
      confirm: msg('The tuner who made the file will look at it free of charge and reply here.'),
      reason: { label: msg('What should change'), required: true },
    },
  }),
  // A request of its own, not a step of this one.
  {
    verb: 'follow-up',
    label: msg('Order another version'),
    confirm: msg(
      'This creates a separate request with the same file and car. You choose the options and see the price first.',
    ),
    reason: { label: msg('What should be different') },
  },
  ...machineSteps(tuneRequestMachine, {
    recall: {
      danger: true,
      confirm: msg('Everyone who has this exact file is asked to stop using it, including for other requests.'),
      reason,
    },
    remake: {},
    lock: { danger: true, reason },
    unlock: { reason },
    cancel: {
      danger: true,
      confirm: msg('Your payment will be refunded to the original payment method. The file stays yours.'),
    },
    delete: {
      danger: true,
      confirm: msg('It is removed from your list with all messages. Nothing was charged for it.'),
    },
    'cancel-work': { danger: true, reason },
  }),
];

/** The same steps with labels for this request: without a payment, no refund is mentioned. */
export const stepsOf = ({ money }: Pick<Request, 'money'>): readonly StateStep[] =>
  requestSteps.map((step) =>
    step.verb === 'cancel' && (money === 'none' || money === 'estimated')
      ? { ...step, confirm: msg('Nothing was charged. The file stays yours.') }
      : step,
  );

/** Entries of the history that are no steps. */
const entries: Readonly<Record<string, string>> = {
  upload: msg('File received'),
  'follow-up': msg('Another version ordered'),
  download: msg('Tuned file downloaded'),
};
export const eventWord = (event: string): string => t(entries[event] ?? doneLabel(tuneRequestMachine, event) ?? event);
