/** Who can trigger a purchase event. */
export type PurchaseActor = 'buyer' | 'staff' | 'tuner' | 'system';

export const purchaseStates = [
  'pending_payment',
  'paid',
  'waiting_file',
  'linked',
  'delivered',
  'refunded',
  'cancelled',
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

export type PurchaseStep = {
  readonly event: string;
  readonly from: readonly PurchaseState[];
  readonly to: PurchaseState;
  readonly who: readonly PurchaseActor[];
  /** The effect on the ledger. */
  readonly effect: string;
};

// A purchase starts as pending_payment: its sums are final, and the part paid from an account is held.
export const purchaseSteps = [
  {
    event: 'pay',
    from: ['pending_payment'],
    to: 'paid',
    who: ['system'],
    effect: 'cash, ar, tune credits or goodwill → defer.work, tax',
  },
  {
    event: 'expire',
    from: ['pending_payment'],
    to: 'cancelled',
    who: ['system'],
    effect: 'what was held is free again',
  },
  {
    event: 'cancel',
    from: ['pending_payment'],
    to: 'cancelled',
    who: ['buyer', 'staff', 'system'],
    effect: 'what was held is free again',
  },
  {
    event: 'give-credits',
    from: ['paid'],
    to: 'delivered',
    who: ['system'],
    effect: 'cash or ar → defer.credits: all of it is sold as tune credits',
  },
  { event: 'await-file', from: ['paid'], to: 'waiting_file', who: ['system'], effect: 'none' },
  {
    event: 'link',
    from: ['paid', 'waiting_file'],
    to: 'linked',
    who: ['buyer', 'staff', 'system'],
    effect: 'none: the purchase is used, once',
  },
  {
    event: 'deliver',
    from: ['linked'],
    to: 'delivered',
    who: ['tuner', 'staff', 'system'],
    effect: 'defer.work → rev; shares cost.comm → earn.hold',
  },
  {
    event: 'refund',
    from: ['paid', 'waiting_file', 'linked', 'delivered'],
    to: 'refunded',
    who: ['staff', 'system'],
    effect: 'defer.work or rev, tax → cash or ar; shares and tune credits go back',
  },
] as const satisfies readonly PurchaseStep[];
export type PurchaseEvent = (typeof purchaseSteps)[number]['event'];

const table: readonly PurchaseStep[] = purchaseSteps;

export function purchaseStep(event: PurchaseEvent): PurchaseStep {
  const step = table.find((one) => one.event === event);
  if (!step) throw new Error(`a purchase knows no ${event}`);
  return step;
}

export const purchaseEventsFrom = (state: string, who: PurchaseActor): string[] =>
  table.filter((step) => step.who.includes(who) && step.from.some((from) => from === state)).map(({ event }) => event);

/** After this time an unpaid purchase has to be started again at the current price. */
export const purchasePaymentMinutes = 60;

/** Current state and next step, for the buyer. */
export const purchaseSentences: Readonly<Record<PurchaseState, string>> = {
  pending_payment: 'Waiting for your payment.',
  paid: 'Paid. We are continuing with your request.',
  waiting_file: 'Paid. Send us the file of your car and we will start.',
  linked: 'Paid and linked to your request. We are working on it.',
  delivered: 'Delivered.',
  refunded: 'Refunded.',
  cancelled: 'Cancelled. You owe nothing.',
};

/** The human-readable purchase number in mails and invoices. */
export const purchaseNumber = (id: number): string => `TN-${String(id).padStart(6, '0')}`;
