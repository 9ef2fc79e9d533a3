// The spec calls a payout a transfer, and payouts made together a transfer group. This is not a ledger transfer.

export const payoutStates = ['draft', 'approved', 'sending', 'paid', 'failed', 'cancelled', 'reversed'] as const;
export type PayoutState = (typeof payoutStates)[number];

export type PayoutStep = {
  readonly event: string;
  readonly from: readonly PayoutState[];
  readonly to: PayoutState;
  /** Debit → credit accounts of the ledger; null if no money moves. */
  readonly money: 'earn.avail → transit' | 'transit → earn.avail' | 'transit → bank' | 'bank → earn.avail' | null;
  /** Requires a reason. */
  readonly reason?: true;
};

/**
 * Creating a payout takes its entries: earn.avail → transit. No money is sent automatically: staff send it and confirm.
 */
export const payoutSteps = [
  { event: 'approve', from: ['draft'], to: 'approved', money: null },
  { event: 'send', from: ['approved'], to: 'sending', money: null },
  { event: 'confirm', from: ['sending'], to: 'paid', money: 'transit → bank' },
  { event: 'refuse', from: ['sending'], to: 'failed', money: 'transit → earn.avail', reason: true },
  { event: 'retry', from: ['failed'], to: 'approved', money: 'earn.avail → transit' },
  { event: 'cancel', from: ['draft', 'approved'], to: 'cancelled', money: 'transit → earn.avail', reason: true },
  // A failed payout has already returned its entries.
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

/** Payouts that hold their entries. All others have returned them. */
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
  draft: 'We are preparing this payout. Its earnings are reserved for it.',
  approved: 'Approved. We will send it next.',
  sending: 'We sent it. Banks take a few days to process it.',
  paid: 'Paid in full.',
  failed: 'The bank rejected it. Its earnings are available again, and we will retry.',
  cancelled: 'Cancelled. Its earnings are available again.',
  reversed: 'The bank returned it. Its earnings are available again.',
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
  /** The event applied to each of its payouts that allows it. */
  readonly members: PayoutEvent | null;
  /** Must be a different person than the one who locked it. */
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

/** How a run ends once none of its payouts is in progress: `complete`, `fail`, or null while some are. */
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
