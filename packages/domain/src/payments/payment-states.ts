import { defineMachine, type EventOf, type StateOf, statesOf } from '../states/machine.ts';

// A payment starts as created, with its first attempt written before the provider is called. `failed` is not final: the
// payer can correct the card or use another one for the same payment, so it can be captured only once.
export const paymentMachine = defineMachine({
  initial: 'created',
  states: {
    created: { label: 'Started' },
    requires_action: { label: 'Waiting for payer', tone: 'careful' },
    authorised: { label: 'Authorised', tone: 'busy' },
    captured: { label: 'Paid', tone: 'good' },
    part_refunded: { label: 'Partly refunded', tone: 'careful' },
    refunded: { label: 'Refunded' },
    disputed: { label: 'Disputed', tone: 'bad' },
    charged_back: { label: 'Charged back', tone: 'bad' },
    failed: { label: 'Failed', tone: 'bad' },
    voided: { label: 'Voided' },
  },
  events: {
    'need-action': {
      label: 'Ask the payer to confirm',
      from: ['created', 'failed'],
      to: 'requires_action',
      who: ['system'],
    },
    authorise: {
      label: 'Authorise',
      from: ['created', 'requires_action', 'failed'],
      to: 'authorised',
      who: ['system'],
      money: 'hold cash → payable',
    },
    capture: {
      label: 'Capture',
      from: ['created', 'requires_action', 'authorised', 'failed'],
      to: 'captured',
      who: ['system', 'staff'],
      money: 'cash → what the subject says',
    },
    refuse: { label: 'Refuse', from: ['created', 'requires_action'], to: 'failed', who: ['system'] },
    // The bank did not answer: nothing was charged, and the payer can try again.
    'no-answer': { label: 'Record no answer', from: ['created', 'requires_action'], to: 'created', who: ['system'] },
    'try-again': { label: 'Try again', from: ['failed', 'requires_action'], to: 'created', who: ['payer'] },
    void: {
      label: 'Void',
      from: ['created', 'requires_action', 'authorised', 'failed'],
      to: 'voided',
      who: ['system', 'staff'],
    },
    // The provider decides: a card charged although we had voided the payment is refunded, not forgotten.
    'capture-late': {
      label: 'Capture late',
      from: ['voided'],
      to: 'captured',
      who: ['system'],
      money: 'cash → payable',
    },
    'refund-part': {
      label: 'Refund part',
      from: ['captured', 'part_refunded'],
      to: 'part_refunded',
      who: ['staff'],
      money: 'what the subject says → cash',
    },
    'refund-rest': {
      label: 'Refund the rest',
      from: ['captured', 'part_refunded'],
      to: 'refunded',
      who: ['staff', 'system'],
      money: 'what the subject says → cash',
    },
    // The bank kept a part; the rest can still be refunded.
    'refund-charged-back': {
      label: 'Refund after a lost dispute',
      from: ['charged_back'],
      to: 'charged_back',
      who: ['staff', 'system'],
      money: 'what the subject says → cash',
    },
    dispute: {
      label: 'Open dispute',
      from: ['captured', 'part_refunded'],
      to: 'disputed',
      who: ['system'],
      money: 'dispute.hold → cash',
    },
    'dispute-won': {
      label: 'Mark dispute as won',
      from: ['disputed'],
      to: 'captured',
      who: ['system'],
      money: 'cash → dispute.hold',
    },
    'dispute-won-part': {
      label: 'Mark dispute as partly won',
      from: ['disputed'],
      to: 'part_refunded',
      who: ['system'],
      money: 'cash → dispute.hold',
    },
    'dispute-lost': {
      label: 'Mark dispute as lost',
      from: ['disputed'],
      to: 'charged_back',
      who: ['system'],
      money: 'goodwill → dispute.hold',
    },
  },
});
export const paymentStates = statesOf(paymentMachine);
export type PaymentState = StateOf<typeof paymentMachine>;
export type PaymentEvent = EventOf<typeof paymentMachine>;

/** The card has been charged, and what was neither refunded nor lost in a dispute can still be refunded. */
export const isRefundable = (state: string): boolean =>
  state === 'captured' || state === 'part_refunded' || state === 'charged_back';

/** A refund holds its amount from creation until the provider reports a failure. */
export const refundMachine = defineMachine({
  initial: 'open',
  states: {
    open: { label: 'Started' },
    pending: { label: 'On its way', tone: 'busy' },
    settled: { label: 'Refunded', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
  },
  events: {
    send: { label: 'Send', from: ['open'], to: 'pending', who: ['system'] },
    settle: { label: 'Settle', from: ['open', 'pending'], to: 'settled', who: ['system'] },
    fail: { label: 'Mark as failed', from: ['open', 'pending'], to: 'failed', who: ['system'] },
  },
});
export const refundStates = statesOf(refundMachine);

/** An authorisation that is not captured is released after this many days. */
export const authorisationDays = 7;
