import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';

/** Kinds of offers to a dealer: tune credits, prepaid money with a bonus, or a debt settled at a discount. */
export const creditDealKinds = ['credit_pack', 'top_up', 'settlement'] as const;
export type CreditDealKind = (typeof creditDealKinds)[number];

// A published deal cannot be edited, because the dealer has its link. It is cancelled and copied to a new draft.
export const creditDealMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Draft', hollow: true },
    published: { label: 'Published', tone: 'busy' },
    paid: { label: 'Paid', tone: 'accent' },
    fulfilled: { label: 'Fulfilled', tone: 'good' },
    part_refunded: { label: 'Partly refunded', tone: 'careful' },
    refunded: { label: 'Refunded' },
    disputed: { label: 'Disputed', tone: 'bad' },
    expired: { label: 'Expired' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    update: { label: 'Edit deal', from: ['draft'], to: 'draft', who: ['staff'] },
    publish: { label: 'Publish deal', from: ['draft'], to: 'published', who: ['staff'] },
    pay: {
      label: 'Pay deal',
      from: ['published'],
      to: 'paid',
      who: ['dealer'],
      money: 'cash or ar → defer.credits and tax, or prepay',
    },
    settle: {
      label: 'Settle debt',
      from: ['published'],
      to: 'fulfilled',
      who: ['dealer'],
      money: 'cash → ar; goodwill → ar',
    },
    grant: {
      label: 'Grant credits',
      from: ['paid'],
      to: 'fulfilled',
      who: ['system'],
      money: 'credits.issued → credits',
    },
    expire: { label: 'Expire', from: ['published'], to: 'expired', who: ['system'] },
    cancel: { label: 'Cancel deal', from: ['draft', 'published'], to: 'cancelled', who: ['staff'], reason: true },
    'refund-part': {
      label: 'Refund part',
      from: ['fulfilled', 'part_refunded'],
      to: 'part_refunded',
      who: ['staff'],
      money: 'defer.credits, tax → cash or ar',
    },
    refund: {
      label: 'Refund unused credits',
      from: ['fulfilled', 'part_refunded'],
      to: 'refunded',
      who: ['staff'],
      money: 'defer.credits, tax → cash or ar',
    },
    dispute: {
      label: 'Open dispute',
      from: ['paid', 'fulfilled', 'part_refunded'],
      to: 'disputed',
      who: ['system'],
      money: 'dispute.hold → cash',
    },
    win: {
      label: 'Mark dispute as won',
      from: ['disputed'],
      to: 'fulfilled',
      who: ['system', 'staff'],
      money: 'cash → dispute.hold',
    },
    // A part of the deal was refunded before the dispute.
    'win-part': {
      label: 'Mark dispute as won',
      from: ['disputed'],
      to: 'part_refunded',
      who: ['system', 'staff'],
      money: 'cash → dispute.hold',
    },
    lose: {
      label: 'Mark dispute as lost',
      from: ['disputed'],
      to: 'refunded',
      who: ['system', 'staff'],
      money: 'defer.credits, tax, ar → dispute.hold',
    },
  },
});
export const creditDealStates = statesOf(creditDealMachine);
export type CreditDealState = StateOf<typeof creditDealMachine>;

export const creditDealNumber = (id: number): string => `CD-${String(id).padStart(6, '0')}`;
