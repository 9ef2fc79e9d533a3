import { defineMachine, type EventOf, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

// A purchase of tunes begins as pending_payment: its sums are final and, where an account pays a part, that part is held.
export const purchaseMachine = defineMachine({
  initial: 'pending_payment',
  states: {
    pending_payment: { label: 'Not paid yet' },
    paid: { label: 'Paid', tone: 'busy' },
    waiting_file: { label: 'Waiting for file', tone: 'careful' },
    linked: { label: 'In progress', tone: 'busy' },
    delivered: { label: 'Delivered', tone: 'good' },
    refunded: { label: 'Refunded' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    pay: {
      label: 'Pay',
      from: ['pending_payment'],
      to: 'paid',
      who: ['system'],
      money: 'cash, ar, tune credits or goodwill → defer.work, tax',
    },
    // Ending an unpaid purchase releases what was held.
    expire: { label: 'Expire', from: ['pending_payment'], to: 'cancelled', who: ['system'] },
    cancel: {
      label: 'Cancel purchase',
      from: ['pending_payment'],
      to: 'cancelled',
      who: ['buyer', 'staff', 'system'],
    },
    // All of it is sold as tune credits.
    'give-credits': {
      label: 'Grant credits',
      from: ['paid'],
      to: 'delivered',
      who: ['system'],
      money: 'cash or ar → defer.credits',
    },
    'await-file': { label: 'Wait for the file', from: ['paid'], to: 'waiting_file', who: ['system'] },
    // The purchase is used, once.
    link: {
      label: 'Link to a request',
      from: ['paid', 'waiting_file'],
      to: 'linked',
      who: ['buyer', 'staff', 'system'],
    },
    deliver: {
      label: 'Deliver',
      from: ['linked'],
      to: 'delivered',
      who: ['tuner', 'staff', 'system'],
      money: 'defer.work → rev; shares cost.comm → earn.hold',
    },
    // Shares and tune credits are taken back as well.
    refund: {
      label: 'Refund',
      from: ['paid', 'waiting_file', 'linked', 'delivered'],
      to: 'refunded',
      who: ['staff', 'system'],
      money: 'defer.work or rev, tax → cash or ar',
    },
  },
});
export const purchaseStates = statesOf(purchaseMachine);
export type PurchaseState = StateOf<typeof purchaseMachine>;
export type PurchaseEvent = EventOf<typeof purchaseMachine>;

/** After this time an unpaid purchase has to be started again at the current price. */
export const purchasePaymentMinutes = 60;

/** Current state and next step, for the buyer. */
export const purchaseSentences: Readonly<Record<PurchaseState, string>> = {
  pending_payment: msg('Waiting for your payment.'),
  paid: msg('Paid. We are continuing with your request.'),
  waiting_file: msg('Paid. Send us the file of your car and we will start.'),
  linked: msg('Paid and linked to your request. We are working on it.'),
  delivered: msg('Delivered.'),
  refunded: msg('Refunded.'),
  cancelled: msg('Cancelled. You owe nothing.'),
};

/** The human-readable purchase number in mails and invoices. */
export const purchaseNumber = (id: number): string => `TN-${String(id).padStart(6, '0')}`;
