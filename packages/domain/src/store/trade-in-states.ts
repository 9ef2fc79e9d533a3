/** From the trade-in request to the credit or the return of the tool. */
export const tradeInStates = [
  'submitted',
  'needs_information',
  'rejected',
  'offered',
  'accepted',
  'declined',
  'expired',
  'in_transit',
  'received',
  'counter_offered',
  'credited',
  'return_due',
  'returned',
] as const;
export type TradeInState = (typeof tradeInStates)[number];

export type TradeInActor = 'customer' | 'staff' | 'system';
export type TradeInStep = {
  readonly event: string;
  readonly from: readonly TradeInState[];
  readonly to: TradeInState;
  readonly who: readonly TradeInActor[];
  /** Debit → credit accounts of the ledger; null if no money moves. */
  readonly money: string | null;
};

const credit = 'stock → prepay or payable';

export const tradeInSteps = [
  { event: 'reject', from: ['submitted'], to: 'rejected', who: ['staff'], money: null },
  { event: 'ask', from: ['submitted'], to: 'needs_information', who: ['staff'], money: null },
  { event: 'answer', from: ['needs_information'], to: 'submitted', who: ['customer'], money: null },
  { event: 'offer', from: ['submitted'], to: 'offered', who: ['staff'], money: null },
  { event: 'accept', from: ['offered'], to: 'accepted', who: ['customer'], money: null },
  { event: 'decline', from: ['offered'], to: 'declined', who: ['customer'], money: null },
  { event: 'lapse', from: ['offered'], to: 'expired', who: ['system'], money: null },
  { event: 'ship', from: ['accepted'], to: 'in_transit', who: ['customer'], money: null },
  { event: 'time-out', from: ['accepted'], to: 'expired', who: ['system'], money: null },
  // A parcel can also arrive without a known tracking number.
  { event: 'receive', from: ['accepted', 'in_transit'], to: 'received', who: ['staff'], money: null },
  { event: 'credit', from: ['received'], to: 'credited', who: ['staff'], money: credit },
  { event: 'counter-offer', from: ['received'], to: 'counter_offered', who: ['staff'], money: null },
  { event: 'accept', from: ['counter_offered'], to: 'credited', who: ['customer'], money: credit },
  { event: 'decline', from: ['counter_offered'], to: 'return_due', who: ['customer'], money: null },
  { event: 'lapse', from: ['counter_offered'], to: 'return_due', who: ['system'], money: null },
  { event: 'send-back', from: ['return_due'], to: 'returned', who: ['staff'], money: null },
] as const satisfies readonly TradeInStep[];
export type TradeInEvent = (typeof tradeInSteps)[number]['event'];

const table: readonly TradeInStep[] = tradeInSteps;

/** The transition for an event in a state; null if it is not allowed. */
export const tradeInStep = (state: string, event: TradeInEvent): TradeInStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

/** The staff transition from one state to another. */
export const tradeInStepTo = (from: string, to: string): TradeInStep | null =>
  table.find((step) => step.to === to && step.who.includes('staff') && step.from.some((state) => state === from)) ??
  null;

export const tradeInEvents = (state: string, who: TradeInActor): TradeInEvent[] =>
  table
    .filter((step) => step.who.includes(who) && step.from.some((from) => from === state))
    .map(({ event }) => event as TradeInEvent);

/** Photos can be added until the tool is on its way or the request ends. */
export const takesPhotos = (state: string): boolean =>
  ['submitted', 'needs_information', 'offered', 'accepted'].includes(state);
export const tradeInPhotosMax = 6;

/** Final states. */
export const endedTradeIns = [
  'rejected',
  'declined',
  'expired',
  'credited',
  'returned',
] as const satisfies readonly TradeInState[];
/** Maximum open trade-ins per person. */
export const openTradeInsMax = 10;

/** How many days an accepted offer waits for the parcel. */
export const tradeInSendDays = 30;
/** Default validity of an offer in days. */
export const tradeInOfferDays = 14;

/** Current state and next step, for the owner of the tool. */
export const tradeInSentences: Readonly<Record<TradeInState, string>> = {
  submitted: 'We are reviewing it and will e-mail you an offer.',
  needs_information: 'We need a little more information before we can make an offer.',
  rejected: 'We cannot accept this tool as a trade-in.',
  offered: 'We have made you an offer.',
  accepted: `You accepted the offer. Send the tool within ${tradeInSendDays} days and enter the tracking number.`,
  declined: 'You declined the offer.',
  expired: 'This request has expired. You can submit a new one.',
  in_transit: 'On its way to us. We will inspect it when it arrives.',
  received: 'We received it and are inspecting it.',
  counter_offered: 'It does not quite match the description. We have made you another offer.',
  credited: 'Done. You have received the agreed value.',
  return_due: 'We are sending it back to you.',
  returned: 'It is on its way back to you.',
};

export const tradeInConditions = ['as_new', 'used', 'worn', 'broken'] as const;
export type TradeInCondition = (typeof tradeInConditions)[number];
export const tradeInConditionNames: Readonly<Record<TradeInCondition, string>> = {
  as_new: 'Like new',
  used: 'Used, works',
  worn: 'Worn, works',
  broken: 'Broken',
};

export const tradeInNumber = (id: number): string => `TI-${String(id).padStart(5, '0')}`;
