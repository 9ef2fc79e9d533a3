/** Who makes a thing happen to an order. */
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
  /** What it does to the money and the goods, in a word for the person who asks. */
  readonly effect: string;
};

const afterPayment = ['paid', 'on_hold', 'part_shipped'] as const;

// An order begins as pending_payment when it is placed: its goods are allocated, its sums are final.
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
    from: [...afterPayment],
    to: 'cancelled',
    who: ['staff'],
    effect: 'the money of what did not leave is paid back',
  },
] as const satisfies readonly OrderStep[];

const table: readonly OrderStep[] = orderSteps;

/** Where an event leads from a state; null when the table does not have it. */
export const stepFrom = (state: string, event: string): OrderStep | null =>
  table.find((step) => step.event === event && step.from.some((from) => from === state)) ?? null;

export const eventsFrom = (state: string, who: OrderActor): string[] =>
  table.filter((step) => step.who.includes(who) && step.from.some((from) => from === state)).map(({ event }) => event);

/** Where it is and what happens next, for the person who ordered. */
export const orderSentences: Readonly<Record<OrderState, string>> = {
  pending_payment: 'Waiting for your payment. Your items are reserved for a short time.',
  paid: 'Paid. We are getting it ready to ship.',
  on_hold: 'Paid. We are having a closer look before it ships and will write to you.',
  part_shipped: 'A part is on its way, the rest follows.',
  shipped: 'On its way to you.',
  delivered: 'Delivered.',
  cancelled: 'Cancelled. Nothing is owed.',
};

/** The order's name for people, on mails and invoices. */
export const orderNumber = (id: number): string => `TP-${String(id).padStart(6, '0')}`;
