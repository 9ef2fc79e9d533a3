/** The work on a tune request. What it costs and whether it is paid is told by its purchase. */
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

/** Who makes a thing happen. The customer is the owner or a member of the owner's dealer; the reviewer did not make the file. */
export type TuneRequestActor = 'customer' | 'tuner' | 'reviewer' | 'staff' | 'super' | 'system';

export type TuneRequestStep = {
  readonly event: string;
  readonly from: readonly TuneRequestState[];
  readonly to: TuneRequestState;
  readonly who: readonly TuneRequestActor[];
  /** What must hold besides the state; the server asks it, and says so when it does not. */
  readonly guard?: 'unpaid' | 'paid' | 'unpaid-or-refund' | 'window-open' | 'window-over' | 'instant' | 'fits';
  /** A reason in words is required and told to whoever is concerned. */
  readonly reason?: true;
};

const begun = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'] as const;
const worked = ['in_progress', 'waiting_customer', 'on_ice', 'in_review', 'revision_requested'] as const;
const house = ['tuner', 'staff'] as const;

export const tuneRequestSteps = [
  { event: 'identify', from: ['received'], to: 'identifying', who: ['system'] },
  { event: 'match', from: ['identifying'], to: 'matched', who: ['system'] },
  { event: 'ask-data', from: ['identifying'], to: 'needs_information', who: ['system'] },
  { event: 'no-tune', from: ['identifying'], to: 'unsupported', who: ['system'] },
  // A car that was named wrongly is named again while nothing is paid.
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
  { event: 'claim', from: ['queued'], to: 'in_progress', who: house },
  { event: 'assign', from: ['queued', 'in_progress'], to: 'in_progress', who: ['staff', 'tuner'] },
  { event: 'release', from: ['in_progress'], to: 'queued', who: house },
  { event: 'ask', from: ['in_progress'], to: 'waiting_customer', who: house, reason: true },
  { event: 'answer', from: ['waiting_customer'], to: 'in_progress', who: ['customer'] },
  { event: 'freeze', from: ['waiting_customer'], to: 'on_ice', who: ['system'] },
  { event: 'thaw', from: ['on_ice'], to: 'queued', who: ['customer'] },
  { event: 'submit', from: ['in_progress'], to: 'in_review', who: house, guard: 'fits' },
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
  { event: 'accept-revision', from: ['revision_requested'], to: 'queued', who: house },
  { event: 'decline-revision', from: ['revision_requested'], to: 'delivered', who: house, reason: true },
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
  // What was withdrawn is owed once more, and nobody pays for it again.
  { event: 'remake', from: ['recalled'], to: 'queued', who: house },
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

/** Where an event of this actor leads from a state; null when the table does not have it. */
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

/** States in which the customer may still choose what to buy. */
export const isUnpaidState = (state: string): boolean => begun.some((one) => one === state);

/** A change of a finished one can be ordered: a request of its own, which begins with the same file and car. */
export const isContinuable = (state: string): boolean => ['delivered', 'closed'].includes(state);

/** Nobody works on it any more, and nobody will. */
export const isOver = (state: string): boolean =>
  ['expired', 'cancelled', 'refunded', 'locked', 'deleted'].includes(state);

/** The delivered files may be fetched in these states. */
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
  /** Of the request: a locked one gave its value to another. */
  readonly state: string;
  readonly estimate_hash: string | null;
  readonly purchase_state: string | null;
  /** What the payments of the purchase say beyond its state. */
  readonly money_back: 'part_refunded' | 'charged_back' | null;
};

/** The money axis, told by the purchase that names the request and by the payments of that purchase. */
export function moneyStateOf({ state, estimate_hash, purchase_state, money_back }: MoneyFacts): MoneyState {
  if (purchase_state === null || purchase_state === 'cancelled') return estimate_hash === null ? 'none' : 'estimated';
  if (purchase_state === 'pending_payment') return 'held';
  if (state === 'locked') return 'moved_out';
  if (money_back === 'charged_back') return 'charged_back';
  if (purchase_state === 'refunded') return 'refunded';
  return money_back ?? 'paid';
}

export const tuneRequestDays = {
  /** Without a word from the customer before anything is paid. */
  unpaid: 30,
  /** Without an answer to a question. */
  unanswered: 14,
  /** In which a change of the delivered file can be asked for. */
  revision: 21,
} as const;

type Sentences = Readonly<Record<TuneRequestState, string>>;

/** Where it is and what happens next, for the person whose file it is. */
export const tuneRequestSentences: Sentences = {
  received: 'Your file has arrived.',
  identifying: 'We find out what your file is from.',
  needs_information: 'Tell us which car the file is from, and we show what it can become.',
  matched: 'Choose the tunes you want.',
  unsupported: 'We have no tune for this car yet. Ask us for a custom one, or be told when there is one.',
  queued: 'It is paid. A tuner takes it up next.',
  in_progress: 'A tuner is working on your file.',
  waiting_customer: 'The tuner has a question for you.',
  on_ice: 'The work goes on when you answer. Your payment is safe.',
  in_review: 'The file is tuned. A second person looks at it before you get it.',
  delivered: 'Your tuned file waits for you.',
  revision_requested: 'You asked for a change. A tuner is looking at it.',
  closed: 'Done. Your file stays here.',
  expired: 'Nothing happened for a while. Send the file again when you like.',
  cancelled: 'This request is over. The file stays yours.',
  recalled: 'Do not use this version any more. A new one comes without charge.',
  refunded: 'This request is over, and the payment went back the way it came.',
  locked: 'The value of this request was moved to another one.',
  deleted: 'It is gone from every list.',
};

/** The same for those who work on it. */
const workSentences: Sentences = {
  ...tuneRequestSentences,
  received: 'The file has arrived.',
  identifying: 'We find out what the file is from.',
  needs_information: 'The customer is asked which car the file is from.',
  matched: 'The customer chooses the tunes.',
  unsupported: 'There is no tune for this car yet.',
  queued: 'It is paid. Whoever is free takes it.',
  in_progress: 'A tuner is working on it.',
  waiting_customer: 'The customer was asked something.',
  on_ice: 'The work goes on when the customer answers.',
  in_review: 'Tuned. A second person checks it.',
  delivered: 'Delivered. The customer has been told.',
  revision_requested: 'The customer asked for a change.',
  closed: 'Done.',
  expired: 'Nothing happened for a while.',
  cancelled: 'This request is over.',
  recalled: 'The customer was told not to use it. A new version is owed without charge.',
};

/** One sentence made from both axes. */
export function tuneRequestSentence(
  state: TuneRequestState,
  as: 'customer' | 'tuner' | 'staff',
  money: MoneyState = 'none',
): string {
  const isTheirs = as === 'customer';
  if (state === 'matched' && money === 'estimated')
    return isTheirs
      ? 'Your tunes are chosen. The work begins when they are paid.'
      : 'The customer has a price and pays next.';
  if (state === 'matched' && money === 'held') return 'The payment is being made.';
  if (state === 'cancelled' && (money === 'paid' || money === 'part_refunded'))
    return 'This request is over. The payment goes back the way it came.';
  if (state === 'cancelled' && money === 'refunded')
    return 'This request is over, and the payment went back the way it came.';
  if (money === 'charged_back' && (state === 'cancelled' || state === 'refunded'))
    return 'This request is over. The bank took the payment back.';
  return (isTheirs ? tuneRequestSentences : workSentences)[state];
}

/** The steps a customer sees as one line of progress. */
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
