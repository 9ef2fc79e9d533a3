/** Who can trigger an order event. */
export type OrderActor = 'buyer' | 'staff' | 'system' | 'carrier';

export const orderStates = [
  'pending_payment',
  'paid',
  'on_hold',
  'part_shipped',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type OrderState = (typeof orderStates)[number];

export type OrderStep = {
  readonly event: string;
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  readonly who: readonly OrderActor[];
  /** A short description of the effect on money and goods. */
  readonly effect: string;
};

// An order starts as pending_payment: its goods are allocated and its sums are final. A disputed payment is not a
// state: it blocks shipping and cancelling until the bank decides (`dispute` of the order).
export const orderSteps = [
  {
    event: 'pay',
    from: ['pending_payment'],
    to: 'paid',
    who: ['system'],
    effect: 'the money is taken and kept as owed goods',
  },
  { event: 'expire', from: ['pending_payment'], to: 'cancelled', who: ['system'], effect: 'the goods are free again' },
  {
    event: 'cancel',
    from: ['pending_payment'],
    to: 'cancelled',
    who: ['buyer', 'staff'],
    effect: 'the goods are free again',
  },
  {
    event: 'hold',
    from: ['paid'],
    to: 'on_hold',
    who: ['system', 'staff'],
    effect: 'nothing moves until it is looked at',
  },
  { event: 'clear', from: ['on_hold'], to: 'paid', who: ['staff'], effect: 'it goes on' },
  {
    event: 'refuse',
    from: ['on_hold'],
    to: 'cancelled',
    who: ['staff'],
    effect: 'the money is paid back, the goods are free again',
  },
  {
    event: 'ship-part',
    from: ['paid', 'part_shipped'],
    to: 'part_shipped',
    who: ['staff'],
    effect: 'what left is earned and out of stock',
  },
  {
    event: 'ship',
    from: ['paid', 'part_shipped'],
    to: 'shipped',
    who: ['staff'],
    effect: 'all of it is earned and out of stock',
  },
  {
    event: 'deliver',
    from: ['shipped'],
    to: 'delivered',
    who: ['carrier', 'system', 'staff'],
    effect: 'the clocks of commissions start',
  },
  {
    event: 'cancel-unshipped',
    from: ['paid', 'on_hold'],
    to: 'cancelled',
    who: ['buyer', 'staff', 'system'],
    effect: 'the money is paid back, the goods are free again',
  },
  {
    event: 'cancel-unshipped',
    from: ['part_shipped'],
    to: 'shipped',
    who: ['staff', 'system'],
    effect: 'the money of what did not leave is paid back, its goods are free again',
  },
  // Cancels some lines; the others still ship.
  {
    event: 'cancel-lines',
    from: ['paid'],
    to: 'paid',
    who: ['staff'],
    effect: 'the money of the cancelled lines is paid back, their goods are free again',
  },
  {
    event: 'cancel-lines',
    from: ['on_hold'],
    to: 'on_hold',
    who: ['staff'],
    effect: 'the money of the cancelled lines is paid back, their goods are free again',
  },
  {
    event: 'cancel-lines',
    from: ['part_shipped'],
    to: 'part_shipped',
    who: ['staff'],
    effect: 'the money of the cancelled lines is paid back, their goods are free again',
  },
] as const satisfies readonly OrderStep[];

const table: readonly OrderStep[] = orderSteps;

/** The transition for an event in a state; null if it is not allowed. */
export const stepFrom = (state: string, event: string): OrderStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

export const eventsFrom = (state: string, who: OrderActor): string[] =>
  table.filter((step) => step.who.includes(who) && step.from.some((from) => from === state)).map(({ event }) => event);

/** Who cancelled an order: the buyer, staff, the system (not paid in time) or the bank (a lost dispute). */
export const orderCancellers = ['buyer', 'staff', 'system', 'bank'] as const;
export type OrderCanceller = (typeof orderCancellers)[number];

/** A payment dispute that is undecided or lost. */
export const orderDisputes = ['open', 'lost'] as const;
export type OrderDispute = (typeof orderDisputes)[number];

const orderSentences: Readonly<Record<Exclude<OrderState, 'cancelled'>, string>> = {
  pending_payment: 'Waiting for your payment. Your items are reserved for a short time.',
  paid: 'Paid. We are getting it ready to ship.',
  on_hold: 'Paid. We are reviewing the order before it ships and will e-mail you.',
  part_shipped: 'Part of your order is on its way. The rest will follow.',
  shipped: 'On its way to you.',
  delivered: 'Delivered.',
};

const cancelSentences: Readonly<Record<OrderCanceller, string>> = {
  buyer: 'You cancelled this order.',
  staff: 'We cancelled this order.',
  system: 'Cancelled because it was not paid in time.',
  bank: 'Cancelled because your bank reversed the payment.',
};

export type OrderSituation = {
  readonly state: OrderState;
  readonly cancelledBy: OrderCanceller | null;
  readonly dispute: OrderDispute | null;
  readonly isPaid: boolean;
  /** Everything paid has been refunded. */
  readonly isRefunded: boolean;
};

/** Current state and next step, for the buyer. */
export function orderSentence({ state, cancelledBy, dispute, isPaid, isRefunded }: OrderSituation): string {
  if (state === 'cancelled') {
    const by = cancelSentences[cancelledBy ?? 'system'];
    if (cancelledBy === 'bank') return by;
    if (!isPaid) return `${by} You have not been charged.`;
    return `${by} ${isRefunded ? 'Your payment was refunded.' : 'Your refund is on its way.'}`;
  }
  if (dispute === 'open')
    return state === 'shipped' || state === 'delivered'
      ? `${orderSentences[state]} Your bank is reviewing a dispute of this payment.`
      : 'Your bank is reviewing a dispute of this payment. We will not ship anything until it decides.';
  if (dispute === 'lost') return `${orderSentences[state]} Your bank reversed the payment.`;
  return isPaid && isRefunded ? `${orderSentences[state]} Your payment was refunded.` : orderSentences[state];
}

/** Days after which a shipped order counts as delivered. */
export const deliveredAfterDays = 14;

/** The human-readable order number in mails and invoices. */
export const orderNumber = (id: number): string => `TP-${String(id).padStart(6, '0')}`;
