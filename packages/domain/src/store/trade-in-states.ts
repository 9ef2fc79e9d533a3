/** From the wish to be rid of a tool to the credit for it, or its way back. */
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
  /** Debit → credit in the words of the ledger; null where no money moves. */
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
  // A parcel whose number nobody told us arrives all the same.
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

/** Where an event leads from a state; null when the table does not have it. */
export const tradeInStep = (state: string, event: TradeInEvent): TradeInStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

/** The staff's step that leads from one state to another. */
export const tradeInStepTo = (from: string, to: string): TradeInStep | null =>
  table.find((step) => step.to === to && step.who.includes('staff') && step.from.some((state) => state === from)) ??
  null;

export const tradeInEvents = (state: string, who: TradeInActor): TradeInEvent[] =>
  table
    .filter((step) => step.who.includes(who) && step.from.some((from) => from === state))
    .map(({ event }) => event as TradeInEvent);

/** As long as the tool is not here and nothing is decided, pictures of it help. */
export const takesPhotos = (state: string): boolean =>
  ['submitted', 'needs_information', 'offered', 'accepted'].includes(state);
export const tradeInPhotosMax = 6;

/** Nothing follows these. */
export const endedTradeIns = [
  'rejected',
  'declined',
  'expired',
  'credited',
  'returned',
] as const satisfies readonly TradeInState[];
/** What one person may have open at a time. */
export const openTradeInsMax = 10;

/** An accepted offer waits so long for the parcel. */
export const tradeInSendDays = 30;
/** How long an offer stands unless staff say otherwise. */
export const tradeInOfferDays = 14;

/** Where it is and what happens next, for the person whose tool it is. */
export const tradeInSentences: Readonly<Record<TradeInState, string>> = {
  submitted: 'We are looking at it and write to you with an offer.',
  needs_information: 'We need to know a little more before we can make an offer.',
  rejected: 'We cannot take this tool in trade.',
  offered: 'We have made you an offer.',
  accepted: `You took the offer. Send the tool within ${tradeInSendDays} days and tell us the number of the parcel.`,
  declined: 'You did not take the offer. Nothing more happens.',
  expired: 'This request has ended because its time was over. You may ask again.',
  in_transit: 'On its way to us. We look it over when it arrives.',
  received: 'It has arrived and is being looked over.',
  counter_offered: 'It is not quite as described. We have made you another offer.',
  credited: 'Done. The agreed value is yours.',
  return_due: 'We are sending it back to you.',
  returned: 'It is on its way back to you.',
};

export const tradeInConditions = ['as_new', 'used', 'worn', 'broken'] as const;
export type TradeInCondition = (typeof tradeInConditions)[number];
export const tradeInConditionNames: Readonly<Record<TradeInCondition, string>> = {
  as_new: 'As new',
  used: 'Used, works',
  worn: 'Worn, works',
  broken: 'Broken',
};

export const tradeInNumber = (id: number): string => `TI-${String(id).padStart(5, '0')}`;
