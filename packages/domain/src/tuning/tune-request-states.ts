/** The work states of a tune request. Price and payment are part of its purchase. */
export const tuneRequestStates = [
  'received',
  'identifying',
  'needs_information',
  'matched',
  'unsupported',
  'queued',
  'in_progress',
  'waiting_customer',
  'on_ice',
  'in_review',
  'delivered',
  'revision_requested',
  'closed',
  'expired',
  'cancelled',
  'recalled',
  'refunded',
  'locked',
  'deleted',
] as const;
export type TuneRequestState = (typeof tuneRequestStates)[number];

/**
 * Who can trigger an event. The customer is the owner or a member of the owner's dealer; the reviewer did not make the
 * file.
 */
export type TuneRequestActor = 'customer' | 'tuner' | 'reviewer' | 'staff' | 'super' | 'system';

export type TuneRequestStep = {
  readonly event: string;
  readonly from: readonly TuneRequestState[];
  readonly to: TuneRequestState;
  readonly who: readonly TuneRequestActor[];
  /** An additional condition that the server checks. */
  readonly guard?: 'unpaid' | 'paid' | 'unpaid-or-refund' | 'window-open' | 'window-over' | 'instant' | 'fits';
  /** A reason is required and sent to the people concerned. */
  readonly reason?: true;
};

const begun = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'] as const;
const worked = ['in_progress', 'waiting_customer', 'on_ice', 'in_review', 'revision_requested'] as const;
const workers = ['tuner', 'staff'] as const;

export const tuneRequestSteps = [
  { event: 'identify', from: ['received'], to: 'identifying', who: ['system'] },
  { event: 'match', from: ['identifying'], to: 'matched', who: ['system'] },
  { event: 'ask-data', from: ['identifying'], to: 'needs_information', who: ['system'] },
  { event: 'no-tune', from: ['identifying'], to: 'unsupported', who: ['system'] },
  // The vehicle can be corrected until the request is paid.
  {
    event: 'supply',
    from: ['needs_information', 'unsupported', 'matched'],
    to: 'identifying',
    who: ['customer', 'tuner', 'staff'],
    guard: 'unpaid',
  },
  { event: 'expire', from: ['needs_information', 'matched'], to: 'expired', who: ['system'], guard: 'unpaid' },
  { event: 'queue', from: ['matched'], to: 'queued', who: ['system'], guard: 'paid' },
  { event: 'deliver-instantly', from: ['matched'], to: 'delivered', who: ['system'], guard: 'instant' },
  { event: 'claim', from: ['queued'], to: 'in_progress', who: workers },
  { event: 'assign', from: ['queued', 'in_progress'], to: 'in_progress', who: ['staff', 'tuner'] },
  { event: 'release', from: ['in_progress'], to: 'queued', who: workers },
  { event: 'ask', from: ['in_progress'], to: 'waiting_customer', who: workers, reason: true },
  { event: 'answer', from: ['waiting_customer'], to: 'in_progress', who: ['customer'] },
  { event: 'freeze', from: ['waiting_customer'], to: 'on_ice', who: ['system'] },
  { event: 'thaw', from: ['on_ice'], to: 'queued', who: ['customer'] },
  { event: 'submit', from: ['in_progress'], to: 'in_review', who: workers, guard: 'fits' },
  { event: 'approve', from: ['in_review'], to: 'delivered', who: ['reviewer', 'system'] },
  { event: 'reject', from: ['in_review'], to: 'in_progress', who: ['reviewer'], reason: true },
  {
    event: 'ask-revision',
    from: ['delivered'],
    to: 'revision_requested',
    who: ['customer'],
    guard: 'window-open',
    reason: true,
  },
  { event: 'accept-revision', from: ['revision_requested'], to: 'queued', who: workers },
  { event: 'decline-revision', from: ['revision_requested'], to: 'delivered', who: workers, reason: true },
  { event: 'close', from: ['delivered'], to: 'closed', who: ['system'], guard: 'window-over' },
  {
    event: 'cancel',
    from: [...begun, 'queued'],
    to: 'cancelled',
    who: ['customer', 'staff'],
    guard: 'unpaid-or-refund',
  },
  { event: 'cancel-work', from: worked, to: 'cancelled', who: ['staff'], guard: 'unpaid-or-refund', reason: true },
  { event: 'recall', from: ['delivered', 'closed'], to: 'recalled', who: ['staff'], reason: true },
  // A withdrawn result has to be made again without another payment.
  { event: 'remake', from: ['recalled'], to: 'queued', who: workers },
  { event: 'refund', from: ['queued', ...worked, 'delivered', 'closed', 'recalled'], to: 'refunded', who: ['system'] },
  { event: 'lock', from: ['delivered', 'closed'], to: 'locked', who: ['staff', 'system'], reason: true },
  { event: 'unlock', from: ['locked'], to: 'delivered', who: ['super'], reason: true },
  {
    event: 'delete',
    from: [...begun, 'expired', 'cancelled'],
    to: 'deleted',
    who: ['customer', 'staff'],
    guard: 'unpaid',
  },
] as const satisfies readonly TuneRequestStep[];
export type TuneRequestEvent = (typeof tuneRequestSteps)[number]['event'];

const table: readonly TuneRequestStep[] = tuneRequestSteps;

/** The transition for an actor's event in a state; null if it is not allowed. */
export const tuneRequestStep = (
  state: string,
  event: string,
  who: readonly TuneRequestActor[],
): TuneRequestStep | null =>
  table.find(
    (step) =>
      step.event === event && step.from.some((from) => from === state) && step.who.some((one) => who.includes(one)),
  ) ?? null;

export const tuneRequestEventsFrom = (state: string, who: readonly TuneRequestActor[]): TuneRequestEvent[] =>
  table
    .filter((step) => step.from.some((from) => from === state) && step.who.some((one) => who.includes(one)))
    .map(({ event }) => event as TuneRequestEvent);

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
export type MoneyState = (typeof moneyStates)[number];

export type MoneyFacts = {
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
  received: 'We received your file.',
  identifying: 'We are identifying your file.',
  needs_information: "Tell us which car the file is from, and we'll show the available tunes.",
  matched: 'Choose the tunes you want.',
  unsupported: 'We have no tune for this car yet. Request a custom one, or get notified when there is one.',
  queued: 'Paid. A tuner will start on it next.',
  in_progress: 'A tuner is working on your file.',
  waiting_customer: 'The tuner has a question for you.',
  on_ice: 'We will continue when you reply. Your payment is safe.',
  in_review: 'The file is tuned. A second person reviews it before you get it.',
  delivered: 'Your tuned file is ready.',
  revision_requested: 'You requested a change. A tuner is looking at it.',
  closed: 'Done. You can still download your file here.',
  expired: 'Nothing happened for a while. You can send the file again any time.',
  cancelled: 'This request is closed. The file remains yours.',
  recalled: 'Do not use this version. We are making a new one free of charge.',
  refunded: 'This request is closed. The payment was refunded to the original payment method.',
  locked: 'The value of this request was moved to another one.',
  deleted: 'Deleted. It no longer appears in any list.',
};

/** The same for tuners and staff. */
const workSentences: Sentences = {
  ...tuneRequestSentences,
  received: 'The file was received.',
  identifying: 'We are identifying the file.',
  needs_information: 'Waiting for the customer to choose the car.',
  matched: 'Waiting for the customer to choose tunes.',
  unsupported: 'There is no tune for this car yet.',
  queued: 'Paid. Free for any tuner to take.',
  in_progress: 'A tuner is working on it.',
  waiting_customer: "Waiting for the customer's reply to a question.",
  on_ice: 'Work continues when the customer replies.',
  in_review: 'Tuned. A second person reviews it.',
  delivered: 'Delivered. The customer was notified.',
  revision_requested: 'The customer requested a change.',
  closed: 'Done.',
  expired: 'Nothing happened for a while.',
  cancelled: 'This request is closed.',
  recalled: 'The customer was asked to stop using it. We owe a new version free of charge.',
};

/** Combines the work state and the payment state in one sentence. */
export function tuneRequestSentence(
  state: TuneRequestState,
  as: 'customer' | 'tuner' | 'staff',
  money: MoneyState = 'none',
): string {
  const isTheirs = as === 'customer';
  if (state === 'matched' && money === 'estimated')
    return isTheirs ? 'Your tunes are selected. Work starts after payment.' : 'The customer has a price and pays next.';
  if (state === 'matched' && money === 'held') return 'The payment is in progress.';
  if (state === 'cancelled' && (money === 'paid' || money === 'part_refunded'))
    return 'This request is closed. The payment will be refunded to the original payment method.';
  if (state === 'cancelled' && money === 'refunded')
    return 'This request is closed. The payment was refunded to the original payment method.';
  if (money === 'charged_back' && (state === 'cancelled' || state === 'refunded'))
    return 'This request is closed. The bank reversed the payment.';
  return (isTheirs ? tuneRequestSentences : workSentences)[state];
}

/** The steps of the customer's progress bar. */
export const tuneRequestRoad = ['file', 'tunes', 'payment', 'tuning', 'check', 'ready'] as const;
export type RoadStep = (typeof tuneRequestRoad)[number];

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
