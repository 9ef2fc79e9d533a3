import { defineMachine, type StateOf, type StepOf, statesOf } from '../states/machine.ts';
import { msg, t } from '../text/text.ts';

// An order starts as pending_payment: its goods are allocated and its sums are final. A disputed payment is not a
// state: it blocks shipping and cancelling until the bank decides (`dispute` of the order).
export const orderMachine = defineMachine({
  initial: 'pending_payment',
  states: {
    pending_payment: { label: 'Not paid yet' },
    paid: { label: 'Paid', tone: 'busy' },
    on_hold: { label: 'On hold', tone: 'careful' },
    part_shipped: { label: 'Partly shipped', tone: 'busy' },
    shipped: { label: 'Shipped', tone: 'good' },
    delivered: { label: 'Delivered', tone: 'good' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    // The money is taken and kept as owed goods.
    pay: { label: 'Pay', done: 'Paid', from: ['pending_payment'], to: 'paid', who: ['system'] },
    expire: { label: 'Expire', done: 'Not paid in time', from: ['pending_payment'], to: 'cancelled', who: ['system'] },
    cancel: {
      label: 'Cancel order',
      done: 'Cancelled',
      from: ['pending_payment'],
      to: 'cancelled',
      who: ['buyer', 'staff'],
    },
    hold: { label: 'Hold order', done: 'Put on hold', from: ['paid'], to: 'on_hold', who: ['system', 'staff'] },
    clear: { label: 'Clear order', done: 'Cleared', from: ['on_hold'], to: 'paid', who: ['staff'] },
    // The money is refunded, the goods are released.
    refuse: { label: 'Refuse order', done: 'Refused', from: ['on_hold'], to: 'cancelled', who: ['staff'] },
    // What is shipped becomes revenue and leaves the stock.
    'ship-part': {
      label: 'Ship a part',
      done: 'Partly shipped',
      from: ['paid', 'part_shipped'],
      to: 'part_shipped',
      who: ['staff'],
    },
    ship: { label: 'Ship', done: 'Shipped', from: ['paid', 'part_shipped'], to: 'shipped', who: ['staff'] },
    // Starts the hold of commissions.
    deliver: {
      label: 'Mark as delivered',
      done: 'Delivered',
      from: ['shipped'],
      to: 'delivered',
      who: ['carrier', 'system', 'staff'],
    },
    'cancel-unshipped': {
      label: 'Cancel unshipped items',
      done: 'Unshipped items cancelled',
      steps: [
        { from: ['paid', 'on_hold'], to: 'cancelled', who: ['buyer', 'staff', 'system'] },
        { from: ['part_shipped'], to: 'shipped', who: ['staff', 'system'] },
      ],
    },
    // Cancels some lines; the others still ship.
    'cancel-lines': {
      label: 'Cancel items',
      done: 'Items cancelled',
      steps: [
        { from: ['paid'], to: 'paid', who: ['staff'] },
        { from: ['on_hold'], to: 'on_hold', who: ['staff'] },
        { from: ['part_shipped'], to: 'part_shipped', who: ['staff'] },
      ],
    },
  },
});
export const orderStates = statesOf(orderMachine);
export type OrderState = StateOf<typeof orderMachine>;
export type OrderStep = StepOf<typeof orderMachine>;

/** Who cancelled an order: the buyer, staff, the system (not paid in time) or the bank (a lost dispute). */
export const orderCancellers = ['buyer', 'staff', 'system', 'bank'] as const;
export type OrderCanceller = (typeof orderCancellers)[number];

/** A payment dispute that is undecided or lost. */
export const orderDisputes = ['open', 'lost'] as const;
export type OrderDispute = (typeof orderDisputes)[number];

const orderSentences: Readonly<Record<Exclude<OrderState, 'cancelled'>, string>> = {
  pending_payment: msg('Waiting for your payment. Your items are reserved for a short time.'),
  paid: msg('Paid. We are getting it ready to ship.'),
  on_hold: msg('Paid. We are reviewing the order before it ships and will e-mail you.'),
  part_shipped: msg('Part of your order is on its way. The rest will follow.'),
  shipped: msg('On its way to you.'),
  delivered: msg('Delivered.'),
};

const cancelSentences: Readonly<Record<OrderCanceller, string>> = {
  buyer: msg('You cancelled this order.'),
  staff: msg('We cancelled this order.'),
  system: msg('Cancelled because it was not paid in time.'),
  bank: msg('Cancelled because your bank reversed the payment.'),
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
    const by = t(cancelSentences[cancelledBy ?? 'system']);
    if (cancelledBy === 'bank') return by;
    if (!isPaid) return `${by} ${t('You have not been charged.')}`;
    return `${by} ${isRefunded ? t('Your payment was refunded.') : t('Your refund is on its way.')}`;
  }
  const sentence = t(orderSentences[state]);
  if (dispute === 'open')
    return state === 'shipped' || state === 'delivered'
      ? `${sentence} ${t('Your bank is reviewing a dispute of this payment.')}`
      : t('Your bank is reviewing a dispute of this payment. We will not ship anything until it decides.');
  if (dispute === 'lost') return `${sentence} ${t('Your bank reversed the payment.')}`;
  return isPaid && isRefunded ? `${sentence} ${t('Your payment was refunded.')}` : sentence;
}

/** Days after which a shipped order counts as delivered. */
export const deliveredAfterDays = 14;

/** The human-readable order number in mails and invoices. */
export const orderNumber = (id: number): string => `TP-${String(id).padStart(6, '0')}`;

/** How a share of an order is named to the partner who earns it. */
export const orderSaleTitles = {
  sold: msg('Store order'),
  disputed: msg('Store order, on hold: the payment is disputed'),
} as const;
