/** Who can trigger a payment event. */
export type PaymentActor = 'payer' | 'staff' | 'system';

export const paymentStates = [
  'created',
  'requires_action',
  'authorised',
  'captured',
  'part_refunded',
  'refunded',
  'disputed',
  'charged_back',
  'failed',
  'voided',
] as const;
export type PaymentState = (typeof paymentStates)[number];

export type PaymentStep = {
  readonly event: string;
  readonly from: readonly PaymentState[];
  readonly to: PaymentState;
  readonly who: readonly PaymentActor[];
  /** Debit → credit accounts of the ledger; null if no money moves. */
  readonly money: string | null;
};

// A payment starts as created, with its first attempt written before the provider is called. `failed` is not final: the
// payer can correct the card or use another one for the same payment, so it can be captured only once.
export const paymentSteps = [
  { event: 'need-action', from: ['created', 'failed'], to: 'requires_action', who: ['system'], money: null },
  {
    event: 'authorise',
    from: ['created', 'requires_action', 'failed'],
    to: 'authorised',
    who: ['system'],
    money: 'hold cash → payable',
  },
  {
    event: 'capture',
    from: ['created', 'requires_action', 'authorised', 'failed'],
    to: 'captured',
    who: ['system', 'staff'],
    money: 'cash → what the subject says',
  },
  { event: 'refuse', from: ['created', 'requires_action'], to: 'failed', who: ['system'], money: null },
  // The bank or the connection failed: nothing was charged and the payer can retry.
  { event: 'no-answer', from: ['created', 'requires_action'], to: 'created', who: ['system'], money: null },
  { event: 'try-again', from: ['failed', 'requires_action'], to: 'created', who: ['payer'], money: null },
  {
    event: 'void',
    from: ['created', 'requires_action', 'authorised', 'failed'],
    to: 'voided',
    who: ['system', 'staff'],
    money: null,
  },
  // The provider's state takes precedence: a card charged after we voided the payment is refunded.
  { event: 'capture-late', from: ['voided'], to: 'captured', who: ['system'], money: 'cash → payable' },
  {
    event: 'refund-part',
    from: ['captured', 'part_refunded'],
    to: 'part_refunded',
    who: ['staff'],
    money: 'what the subject says → cash',
  },
  {
    event: 'refund-rest',
    from: ['captured', 'part_refunded'],
    to: 'refunded',
    who: ['staff', 'system'],
    money: 'what the subject says → cash',
  },
  {
    event: 'dispute',
    from: ['captured', 'part_refunded'],
    to: 'disputed',
    who: ['system'],
    money: 'dispute.hold → cash',
  },
  { event: 'dispute-won', from: ['disputed'], to: 'captured', who: ['system'], money: 'cash → dispute.hold' },
  {
    event: 'dispute-won-part',
    from: ['disputed'],
    to: 'part_refunded',
    who: ['system'],
    money: 'cash → dispute.hold',
  },
  {
    event: 'dispute-lost',
    from: ['disputed'],
    to: 'charged_back',
    who: ['system'],
    money: 'goodwill → dispute.hold',
  },
] as const satisfies readonly PaymentStep[];
export type PaymentEvent = (typeof paymentSteps)[number]['event'];

const table: readonly PaymentStep[] = paymentSteps;

export const stepOf = (event: PaymentEvent): PaymentStep => {
  const step = table.find((candidate) => candidate.event === event);
  if (!step) throw new RangeError(`no such event of a payment: ${event}`);
  return step;
};

/** The transition for an event in a state; null if it is not allowed. */
export const paymentStepFrom = (state: string, event: string): PaymentStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

export const paymentEventsFrom = (state: string, who: PaymentActor): string[] =>
  table.filter((step) => step.who.includes(who) && step.from.some((from) => from === state)).map(({ event }) => event);

/** The card has been charged and at least part of it can still be refunded. */
export const isPaid = (state: string): boolean => state === 'captured' || state === 'part_refunded';

/** A refund holds its amount from creation until the provider reports a failure. */
export const refundStates = ['open', 'pending', 'settled', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

export const refundSteps: Readonly<Record<RefundState, readonly RefundState[]>> = {
  open: ['pending', 'settled', 'failed'],
  pending: ['settled', 'failed'],
  settled: [],
  failed: [],
};

/** An authorisation that is not captured is released after this many days. */
export const authorisationDays = 7;
