// The spec calls a payout a transfer, and payouts made together a transfer group. What the ledger calls a transfer is another thing.

export const payoutStates = ['draft', 'approved', 'sending', 'paid', 'failed', 'cancelled', 'reversed'] as const;
export type PayoutState = (typeof payoutStates)[number];

export type PayoutStep = {
  readonly event: string;
  readonly from: readonly PayoutState[];
  readonly to: PayoutState;
  /** Debit → credit in the words of the ledger; null where no money moves. */
  readonly money: 'earn.avail → transit' | 'transit → earn.avail' | 'transit → bank' | 'bank → earn.avail' | null;
  /** Nobody does it without saying why. */
  readonly reason?: true;
};

/** Making one takes its entries: earn.avail → transit. No money moves by itself: staff send it and say that they did. */
export const payoutSteps = [
  { event: 'approve', from: ['draft'], to: 'approved', money: null },
  { event: 'send', from: ['approved'], to: 'sending', money: null },
  { event: 'confirm', from: ['sending'], to: 'paid', money: 'transit → bank' },
  { event: 'refuse', from: ['sending'], to: 'failed', money: 'transit → earn.avail', reason: true },
  { event: 'retry', from: ['failed'], to: 'approved', money: 'earn.avail → transit' },
  { event: 'cancel', from: ['draft', 'approved'], to: 'cancelled', money: 'transit → earn.avail', reason: true },
  // What failed has given its entries back already.
  { event: 'drop', from: ['failed'], to: 'cancelled', money: null, reason: true },
  { event: 'return', from: ['paid'], to: 'reversed', money: 'bank → earn.avail', reason: true },
] as const satisfies readonly PayoutStep[];
export type PayoutEvent = (typeof payoutSteps)[number]['event'];

const steps: readonly PayoutStep[] = payoutSteps;
export const payoutStep = (state: string, event: PayoutEvent): PayoutStep | null =>
  steps.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;
export const payoutEvents = (state: string): string[] =>
  steps.filter((step) => step.from.some((from) => from === state)).map(({ event }) => event);

export const payoutNumber = (id: number): string => `PO-${String(id).padStart(6, '0')}`;
export const payoutRunNumber = (id: number): string => `PR-${String(id).padStart(5, '0')}`;

/** Payouts that keep their entries. All others gave them back. */
export const payoutsUnderWay: readonly PayoutState[] = ['draft', 'approved', 'sending'];

export const payoutStateLabels: Readonly<Record<PayoutState, string>> = {
  draft: 'Being prepared',
  approved: 'Approved',
  sending: 'Sent',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  reversed: 'Returned',
};
export const payoutSentences: Readonly<Record<PayoutState, string>> = {
  draft: 'We are preparing it. Its entries are kept for it.',
  approved: 'It is approved and will be sent.',
  sending: 'We sent it. It takes a few days until a bank has booked it.',
  paid: 'The whole amount has reached you.',
  failed: 'The bank did not take it. Its entries are available again, and we try once more.',
  cancelled: 'It was cancelled. Its entries are available again.',
  reversed: 'The bank sent it back. Its entries are available again.',
};

export const payoutRunStates = [
  'open',
  'locked',
  'approved',
  'processing',
  'completed',
  'partly_failed',
  'cancelled',
] as const;
export type PayoutRunState = (typeof payoutRunStates)[number];

export type PayoutRunStep = {
  readonly event: string;
  readonly from: readonly PayoutRunState[];
  readonly to: PayoutRunState;
  /** What happens to each of its payouts that can take this step. */
  readonly members: PayoutEvent | null;
  /** Somebody else than who locked it. */
  readonly secondPerson?: true;
  readonly reason?: true;
};

export const payoutRunSteps = [
  { event: 'lock', from: ['open'], to: 'locked', members: null },
  { event: 'unlock', from: ['locked'], to: 'open', members: null },
  { event: 'approve', from: ['locked'], to: 'approved', members: 'approve', secondPerson: true },
  { event: 'process', from: ['approved'], to: 'processing', members: 'send' },
  { event: 'complete', from: ['processing'], to: 'completed', members: null },
  { event: 'fail', from: ['processing'], to: 'partly_failed', members: null },
  { event: 'retry', from: ['partly_failed'], to: 'approved', members: 'retry' },
  { event: 'drop', from: ['partly_failed'], to: 'completed', members: 'drop', reason: true },
  { event: 'cancel', from: ['open', 'locked', 'approved'], to: 'cancelled', members: 'cancel', reason: true },
] as const satisfies readonly PayoutRunStep[];
export type PayoutRunEvent = (typeof payoutRunSteps)[number]['event'];

const runSteps: readonly PayoutRunStep[] = payoutRunSteps;
export const payoutRunStep = (state: string, event: PayoutRunEvent): PayoutRunStep | null =>
  runSteps.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;
export const payoutRunEvents = (state: string): string[] =>
  runSteps.filter((step) => step.from.some((from) => from === state)).map(({ event }) => event);

/** How a run ends by itself once no payout of it is under way: `complete`, `fail`, or null while some are. */
export function runEnd(members: readonly PayoutState[]): 'complete' | 'fail' | null {
  if (members.some((state) => payoutsUnderWay.includes(state))) return null;
  return members.includes('failed') ? 'fail' : 'complete';
}

export const payoutRunStateLabels: Readonly<Record<PayoutRunState, string>> = {
  open: 'Being prepared',
  locked: 'Being checked',
  approved: 'Approved',
  processing: 'Sent',
  completed: 'Completed',
  partly_failed: 'Partly failed',
  cancelled: 'Cancelled',
};
