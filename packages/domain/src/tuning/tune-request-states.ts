import { type ActorOf, defineMachine, type EventOf, type StateOf, type StepOf, statesOf } from '../states/machine.ts';
import { msg, t } from '../text/text.ts';

const begun = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'] as const;
const worked = ['in_progress', 'waiting_customer', 'on_ice', 'in_review', 'revision_requested'] as const;
const workers = ['tuner', 'staff'] as const;

/**
 * The work on a tune request; its purchase is the money axis. The customer is the owner or a member of the owner's dealer, the
 * reviewer did not make the file.
 */
export const tuneRequestMachine = defineMachine({
  initial: 'received',
  states: {
    received: { label: 'Received' },
    identifying: { label: 'Analysing file', tone: 'busy' },
    needs_information: { label: 'Needs car details', tone: 'careful' },
    matched: { label: 'Choose tunes', tone: 'accent' },
    unsupported: { label: 'No tune yet', tone: 'careful' },
    queued: { label: 'In the queue' },
    in_progress: { label: 'In progress', tone: 'busy' },
    waiting_customer: { label: 'Waiting for an answer', tone: 'careful' },
    on_ice: { label: 'On hold', tone: 'careful' },
    in_review: { label: 'In review', tone: 'busy' },
    delivered: { label: 'Ready', tone: 'good' },
    revision_requested: { label: 'Change requested', tone: 'busy' },
    closed: { label: 'Closed', tone: 'good' },
    expired: { label: 'Expired' },
    cancelled: { label: 'Cancelled' },
    recalled: { label: 'Withdrawn', tone: 'bad' },
    refunded: { label: 'Refunded' },
    locked: { label: 'Locked' },
    deleted: { label: 'Deleted' },
  },
  events: {
    identify: { label: 'Identify', done: 'File analysed', from: ['received'], to: 'identifying', who: ['system'] },
    match: { label: 'Match', done: 'Car confirmed', from: ['identifying'], to: 'matched', who: ['system'] },
    'ask-data': {
      label: 'Ask for the car',
      done: 'We asked which car it is from',
      from: ['identifying'],
      to: 'needs_information',
      who: ['system'],
    },
    'no-tune': {
      label: 'Find no tune',
      done: 'No tune found',
      from: ['identifying'],
      to: 'unsupported',
      who: ['system'],
    },
    // The vehicle can be corrected until the request is paid.
    supply: {
      label: 'Choose your car',
      done: 'Car selected',
      from: ['needs_information', 'unsupported', 'matched'],
      to: 'identifying',
      who: ['customer', 'tuner', 'staff'],
      guard: 'unpaid',
    },
    expire: {
      label: 'Expire',
      done: 'Expired',
      from: ['needs_information', 'matched'],
      to: 'expired',
      who: ['system'],
      guard: 'unpaid',
    },
    queue: {
      label: 'Put into the queue',
      done: 'Paid, waiting for a tuner',
      from: ['matched'],
      to: 'queued',
      who: ['system'],
      guard: 'paid',
    },
    'deliver-instantly': {
      label: 'Deliver at once',
      done: 'Paid and ready immediately',
      from: ['matched'],
      to: 'delivered',
      who: ['system'],
      guard: 'instant',
    },
    claim: { label: 'Take this request', done: 'Taken by a tuner', from: ['queued'], to: 'in_progress', who: workers },
    assign: {
      label: 'Assign a tuner',
      done: 'Assigned to a tuner',
      from: ['queued', 'in_progress'],
      to: 'in_progress',
      who: ['staff', 'tuner'],
    },
    release: {
      label: 'Return to queue',
      done: 'Back in the queue',
      from: ['in_progress'],
      to: 'queued',
      who: workers,
    },
    ask: {
      label: 'Ask the customer',
      done: 'The tuner asked a question',
      from: ['in_progress'],
      to: 'waiting_customer',
      who: workers,
      reason: true,
    },
    answer: { label: 'Answer', done: 'Answered', from: ['waiting_customer'], to: 'in_progress', who: ['customer'] },
    freeze: { label: 'Put on hold', done: 'Put on hold', from: ['waiting_customer'], to: 'on_ice', who: ['system'] },
    thaw: { label: 'Answer', done: 'Answered, back in the queue', from: ['on_ice'], to: 'queued', who: ['customer'] },
    submit: {
      label: 'Upload the tuned file',
      done: 'Tuned, waiting for review',
      from: ['in_progress'],
      to: 'in_review',
      who: workers,
      guard: 'fits',
    },
    approve: {
      label: 'Approve and deliver',
      done: 'Reviewed and delivered',
      from: ['in_review'],
      to: 'delivered',
      who: ['reviewer', 'system'],
    },
    reject: {
      label: 'Send back to the tuner',
      done: 'Sent back to the tuner',
      from: ['in_review'],
      to: 'in_progress',
      who: ['reviewer'],
      reason: true,
    },
    'ask-revision': {
      label: 'Request a free change',
      done: 'Change requested',
      from: ['delivered'],
      to: 'revision_requested',
      who: ['customer'],
      guard: 'window-open',
      reason: true,
    },
    'accept-revision': {
      label: 'Accept change',
      done: 'Change accepted',
      from: ['revision_requested'],
      to: 'queued',
      who: workers,
    },
    'decline-revision': {
      label: 'Decline change',
      done: 'Change declined',
      from: ['revision_requested'],
      to: 'delivered',
      who: workers,
      reason: true,
    },
    close: {
      label: 'Close',
      done: 'Closed',
      from: ['delivered'],
      to: 'closed',
      who: ['system'],
      guard: 'window-over',
    },
    cancel: {
      label: 'Cancel request',
      done: 'Cancelled',
      from: [...begun, 'queued'],
      to: 'cancelled',
      who: ['customer', 'staff'],
      guard: 'unpaid-or-refund',
    },
    'cancel-work': {
      label: 'Cancel work',
      done: 'Cancelled',
      from: worked,
      to: 'cancelled',
      who: ['staff'],
      guard: 'unpaid-or-refund',
      reason: true,
    },
    recall: {
      label: 'Withdraw this version',
      done: 'This version was withdrawn',
      from: ['delivered', 'closed'],
      to: 'recalled',
      who: ['staff'],
      reason: true,
    },
    // What was withdrawn is owed once more, without another payment.
    remake: {
      label: 'Make a new version',
      done: 'New version started',
      from: ['recalled'],
      to: 'queued',
      who: workers,
    },
    refund: {
      label: 'Refund',
      done: 'Refunded',
      from: ['queued', ...worked, 'delivered', 'closed', 'recalled'],
      to: 'refunded',
      who: ['system'],
    },
    lock: {
      label: 'Lock',
      done: 'Locked',
      from: ['delivered', 'closed'],
      to: 'locked',
      who: ['staff', 'system'],
      reason: true,
    },
    unlock: {
      label: 'Unlock',
      done: 'Unlocked',
      from: ['locked'],
      to: 'delivered',
      who: ['super', 'system'],
      reason: true,
    },
    delete: {
      label: 'Delete request',
      from: [...begun, 'expired', 'cancelled'],
      to: 'deleted',
      who: ['customer', 'staff'],
      guard: 'unpaid',
    },
  },
});
export const tuneRequestStates = statesOf(tuneRequestMachine);
export type TuneRequestState = StateOf<typeof tuneRequestMachine>;
export type TuneRequestEvent = EventOf<typeof tuneRequestMachine>;
export type TuneRequestActor = ActorOf<typeof tuneRequestMachine>;
export type TuneRequestStep = StepOf<typeof tuneRequestMachine>;

/** States in which the customer can still choose tunes. */
export const isUnpaidState = (state: string): boolean => begun.some((one) => one === state);

/** A change can be ordered for a finished request, as a new request with the same file and car. */
export const isContinuable = (state: string): boolean => ['delivered', 'closed'].includes(state);

/** Final states: no further work. */
export const isOver = (state: string): boolean =>
  ['expired', 'cancelled', 'refunded', 'locked', 'deleted'].includes(state);

/** States in which the delivered files can be downloaded. */
export const isFetchable = (state: string): boolean => ['delivered', 'revision_requested', 'closed'].includes(state);

export const moneyStates = [
  'none',
  'estimated',
  'held',
  'paid',
  'part_refunded',
  'refunded',
  'moved_out',
  'charged_back',
] as const;
type MoneyState = (typeof moneyStates)[number];

type MoneyFacts = {
  /** State of the request; a locked one has transferred its value to another. */
  readonly state: string;
  readonly estimate_hash: string | null;
  readonly purchase_state: string | null;
  /** What the payments of the purchase add to its state. */
  readonly money_back: 'part_refunded' | 'charged_back' | null;
};

/** The payment state, derived from the request's purchase and its payments. */
export function moneyStateOf({ state, estimate_hash, purchase_state, money_back }: MoneyFacts): MoneyState {
  if (purchase_state === null || purchase_state === 'cancelled') return estimate_hash === null ? 'none' : 'estimated';
  if (purchase_state === 'pending_payment') return 'held';
  if (state === 'locked') return 'moved_out';
  if (money_back === 'charged_back') return 'charged_back';
  if (purchase_state === 'refunded') return 'refunded';
  return money_back ?? 'paid';
}

export const tuneRequestDays = {
  /** Days without customer activity before payment. */
  unpaid: 30,
  /** Days without a reply to a question. */
  unanswered: 14,
  /** Days in which a change of the delivered file can be requested. */
  revision: 21,
} as const;

type Sentences = Readonly<Record<TuneRequestState, string>>;

/** Current state and next step, for the owner of the file. */
export const tuneRequestSentences: Sentences = {
  received: msg('We have your file.'),
  identifying: msg('We are identifying your file.'),
  needs_information: msg("Tell us which car the file is from, and we'll show the available tunes."),
  matched: msg('Choose the tunes you want.'),
  unsupported: msg('We have no tune for this car yet. Request a custom one, or get notified when there is one.'),
  queued: msg('Paid. A tuner will start on it next.'),
  in_progress: msg('A tuner is working on your file.'),
  waiting_customer: msg('The tuner has a question for you.'),
  on_ice: msg('We will continue when you reply. Your payment is safe.'),
  in_review: msg('The file is tuned. A second person reviews it before you get it.'),
  delivered: msg('Your tuned file is available for download.'),
  revision_requested: msg('You requested a change. A tuner is looking at it.'),
  closed: msg('Done. You can still download your file here.'),
  expired: msg('Nothing happened for a while. You can send the file again any time.'),
  cancelled: msg('This request is closed. The file remains yours.'),
  recalled: msg('Do not use this version. We are making a new one free of charge.'),
  refunded: msg('This request is closed. The payment was returned to the original payment method.'),
  locked: msg('The value of this request was moved to another one.'),
  deleted: msg('This request no longer appears in any list.'),
};

/** The same for tuners and staff. */
const workSentences: Sentences = {
  ...tuneRequestSentences,
  received: msg('The file has arrived.'),
  identifying: msg('We are identifying the file.'),
  needs_information: msg('Waiting for the customer to choose the car.'),
  matched: msg('Waiting for the selection of the customer.'),
  unsupported: msg('There is no tune for this car yet.'),
  queued: msg('Paid. Free for any tuner to take.'),
  in_progress: msg('A tuner is working on it.'),
  waiting_customer: msg("Waiting for the customer's reply to a question."),
  on_ice: msg('Work continues when the customer replies.'),
  in_review: msg('Tuned. A second person reviews it.'),
  delivered: msg('Delivered. The customer was notified.'),
  revision_requested: msg('The customer requested a change.'),
  closed: msg('Done.'),
  expired: msg('Nothing happened for a while.'),
  cancelled: msg('This request is closed.'),
  recalled: msg('The customer was asked to stop using it. We owe a new version free of charge.'),
};

/** Combines the work state and the payment state in one sentence. */
export function tuneRequestSentence(
  state: TuneRequestState,
  as: 'customer' | 'tuner' | 'staff',
  money: MoneyState = 'none',
): string {
  const isTheirs = as === 'customer';
  if (state === 'matched' && money === 'estimated')
    return isTheirs
      ? t('Your tunes are selected. Work starts after payment.')
      : t('The customer has a price and pays next.');
  if (state === 'matched' && money === 'held') return t('The payment is in progress.');
  if (state === 'cancelled' && (money === 'paid' || money === 'part_refunded'))
    return t('This request is closed. The payment will be refunded to the original payment method.');
  if (state === 'cancelled' && money === 'refunded')
    return t('This request is closed. The payment was refunded to the original payment method.');
  if (money === 'charged_back' && (state === 'cancelled' || state === 'refunded'))
    return t('This request is closed. The bank reversed the payment.');
  return t((isTheirs ? tuneRequestSentences : workSentences)[state]);
}

/** The steps of the customer's progress bar. */
export const tuneRequestRoad = ['file', 'tunes', 'payment', 'tuning', 'check', 'ready'] as const;
type RoadStep = (typeof tuneRequestRoad)[number];

export function roadStepOf(state: string, money: MoneyState = 'none'): RoadStep | null {
  switch (state) {
    case 'received':
    case 'identifying':
    case 'needs_information':
    case 'unsupported':
      return 'file';
    case 'matched':
      return money === 'none' || money === 'refunded' || money === 'charged_back' ? 'tunes' : 'payment';
    case 'queued':
    case 'in_progress':
    case 'waiting_customer':
    case 'on_ice':
    case 'revision_requested':
      return 'tuning';
    case 'in_review':
      return 'check';
    case 'delivered':
    case 'closed':
      return 'ready';
    default:
      return null;
  }
}

export const tuneRequestNumber = (id: number): string => `TR-${String(id).padStart(6, '0')}`;
