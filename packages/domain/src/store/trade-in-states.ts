import { type ActorOf, defineMachine, type EventOf, isFinal, type StateOf, statesOf } from '../states/machine.ts';
import { fill, msg, t } from '../text/text.ts';

const credit = 'stock → prepay or payable';

/** From the request to trade a tool in to the credit for it, or its return. */
export const tradeInMachine = defineMachine({
  initial: 'submitted',
  states: {
    submitted: { label: 'Requested', tone: 'careful' },
    needs_information: { label: 'Question asked' },
    rejected: { label: 'Declined' },
    offered: { label: 'Offer made' },
    accepted: { label: 'Offer accepted', tone: 'busy' },
    declined: { label: 'Offer declined' },
    expired: { label: 'Ended' },
    in_transit: { label: 'On its way to us', tone: 'busy' },
    received: { label: 'Arrived', tone: 'careful' },
    counter_offered: { label: 'New offer made' },
    credited: { label: 'Credited', tone: 'good' },
    return_due: { label: 'To be sent back', tone: 'careful' },
    returned: { label: 'Sent back' },
  },
  events: {
    reject: { label: 'Decline', from: ['submitted'], to: 'rejected', who: ['staff'] },
    ask: { label: 'Ask a question', from: ['submitted'], to: 'needs_information', who: ['staff'] },
    answer: { label: 'Answer', from: ['needs_information'], to: 'submitted', who: ['customer'] },
    // An offer that was not answered yet can be corrected.
    offer: { label: 'Make an offer', from: ['submitted', 'offered'], to: 'offered', who: ['staff'] },
    accept: {
      label: 'Accept offer',
      steps: [
        { from: ['offered'], to: 'accepted', who: ['customer'] },
        { from: ['counter_offered'], to: 'credited', who: ['customer'], money: credit },
      ],
    },
    decline: {
      label: 'Decline offer',
      steps: [
        { from: ['offered'], to: 'declined', who: ['customer'] },
        { from: ['counter_offered'], to: 'return_due', who: ['customer'] },
      ],
    },
    lapse: {
      label: 'End offer',
      steps: [
        { from: ['offered'], to: 'expired', who: ['system'] },
        { from: ['counter_offered'], to: 'return_due', who: ['system'] },
      ],
    },
    ship: { label: 'Send the tool', from: ['accepted'], to: 'in_transit', who: ['customer'] },
    'time-out': { label: 'Expire', from: ['accepted'], to: 'expired', who: ['system'] },
    // A parcel without a tracking number arrives all the same.
    receive: { label: 'Book arrival', from: ['accepted', 'in_transit'], to: 'received', who: ['staff'] },
    credit: { label: 'Credit value', from: ['received'], to: 'credited', who: ['staff'], money: credit },
    'counter-offer': {
      label: 'Make a new offer',
      from: ['received', 'counter_offered'],
      to: 'counter_offered',
      who: ['staff'],
    },
    'send-back': { label: 'Mark as sent back', from: ['return_due'], to: 'returned', who: ['staff'] },
  },
});
export const tradeInStates = statesOf(tradeInMachine);
export type TradeInState = StateOf<typeof tradeInMachine>;
export type TradeInActor = ActorOf<typeof tradeInMachine>;
export type TradeInEvent = EventOf<typeof tradeInMachine>;

/** Photos can be added until the tool is on its way or the request ends. */
export const takesPhotos = (state: string): boolean =>
  ['submitted', 'needs_information', 'offered', 'accepted'].includes(state);
export const tradeInPhotosMax = 6;

export const endedTradeIns = tradeInStates.filter((state) => isFinal(tradeInMachine, state));
/** Maximum open trade-ins per person. */
export const openTradeInsMax = 10;

/** How many days an accepted offer waits for the parcel. */
export const tradeInSendDays = 30;
/** Default validity of an offer in days. */
export const tradeInOfferDays = 14;

/** How the owner of the tool is paid. */
export type TradeInPayment = 'balance' | 'bank';
const paidSentences: Readonly<Record<TradeInPayment, string>> = {
  balance: msg('Done. We credited the agreed value to your account.'),
  bank: msg('Done. We will pay the agreed value by bank transfer.'),
};

const sentences: Readonly<Record<Exclude<TradeInState, 'credited'>, string>> = {
  submitted: msg('We are reviewing it and will e-mail you an offer.'),
  needs_information: msg('We need a little more information before we can make an offer.'),
  rejected: msg('We cannot accept this tool as a trade-in.'),
  offered: msg('We have made you an offer.'),
  accepted: msg('You accepted the offer. Send the tool within {days} days and enter the tracking number.'),
  declined: msg('You declined the offer.'),
  expired: msg('This request has expired. You can submit a new one.'),
  in_transit: msg('On its way to us. We will inspect it when it arrives.'),
  received: msg('We received it and are inspecting it.'),
  counter_offered: msg('It does not quite match the description. We have made you another offer.'),
  return_due: msg('We are sending it back to you.'),
  returned: msg('It is on its way back to you.'),
};

/** Current state and next step, for the owner of the tool. */
export const tradeInSentence = (state: TradeInState, payment: TradeInPayment | null): string =>
  state === 'credited' ? t(paidSentences[payment ?? 'bank']) : fill(t(sentences[state]), { days: tradeInSendDays });

export const tradeInConditions = ['as_new', 'used', 'worn', 'broken'] as const;
export type TradeInCondition = (typeof tradeInConditions)[number];
export const tradeInConditionNames: Readonly<Record<TradeInCondition, string>> = {
  as_new: msg('Like new'),
  used: msg('Used, works'),
  worn: msg('Worn, works'),
  broken: msg('Broken'),
};

export const tradeInNumber = (id: number): string => `TI-${String(id).padStart(5, '0')}`;
