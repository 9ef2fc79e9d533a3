/** Kinds of offers to a dealer: tune credits, prepaid money with a bonus, or a debt settled at a discount. */
export const creditDealKinds = ['credit_pack', 'top_up', 'settlement'] as const;
export type CreditDealKind = (typeof creditDealKinds)[number];

export const creditDealStates = [
  'draft',
  'published',
  'paid',
  'fulfilled',
  'part_refunded',
  'refunded',
  'disputed',
  'expired',
  'cancelled',
] as const;
export type CreditDealState = (typeof creditDealStates)[number];

export type CreditDealActor = 'dealer' | 'staff' | 'system';
export type CreditDealStep = {
  readonly event: string;
  readonly from: readonly CreditDealState[];
  readonly to: CreditDealState;
  readonly who: readonly CreditDealActor[];
  /** Debit → credit accounts of the ledger; null if no money moves. */
  readonly money: string | null;
};

// A published deal cannot be edited, because the dealer has its link. It is cancelled and copied to a new draft.
export const creditDealSteps = [
  { event: 'update', from: ['draft'], to: 'draft', who: ['staff'], money: null },
  { event: 'publish', from: ['draft'], to: 'published', who: ['staff'], money: null },
  { event: 'pay', from: ['published'], to: 'paid', who: ['dealer'], money: 'cash or ar → defer.credits or prepay' },
  { event: 'settle', from: ['published'], to: 'fulfilled', who: ['dealer'], money: 'cash → ar; goodwill → ar' },
  { event: 'grant', from: ['paid'], to: 'fulfilled', who: ['system'], money: 'credits.issued → credits' },
  { event: 'expire', from: ['published'], to: 'expired', who: ['system'], money: null },
  { event: 'cancel', from: ['draft', 'published'], to: 'cancelled', who: ['staff'], money: null },
  {
    event: 'refund-part',
    from: ['fulfilled', 'part_refunded'],
    to: 'part_refunded',
    who: ['staff'],
    money: 'defer.credits → cash',
  },
  {
    event: 'refund',
    from: ['fulfilled', 'part_refunded'],
    to: 'refunded',
    who: ['staff'],
    money: 'defer.credits → cash',
  },
  { event: 'dispute', from: ['paid', 'fulfilled'], to: 'disputed', who: ['system'], money: 'dispute.hold → cash' },
  { event: 'win', from: ['disputed'], to: 'fulfilled', who: ['system', 'staff'], money: 'cash → dispute.hold' },
  {
    event: 'lose',
    from: ['disputed'],
    to: 'refunded',
    who: ['system', 'staff'],
    money: 'defer.credits, ar → dispute.hold',
  },
] as const satisfies readonly CreditDealStep[];
export type CreditDealEvent = (typeof creditDealSteps)[number]['event'];

const table: readonly CreditDealStep[] = creditDealSteps;

/** The transition for an event in a state; null if it is not allowed. */
export const creditDealStep = (state: string, event: CreditDealEvent): CreditDealStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

export const creditDealEvents = (state: string, who: CreditDealActor): string[] =>
  table.filter((step) => step.who.includes(who) && step.from.some((from) => from === state)).map(({ event }) => event);
