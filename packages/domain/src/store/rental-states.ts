import { defineMachine, type EventOf, nextStates, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';
import { dayMs } from '../units/durations.ts';

/**
 * A tool that is rented or lent, from the reservation to the freed deposit. `stock` is the movement an event books; a
 * loan is the same without rent, with LOAN_OUT and LOAN_IN. The deposit is captured and kept on an account of its own,
 * because a card authorization expires after seven days and a rental lasts longer.
 */
export const rentalMachine = defineMachine({
  initial: 'reserved',
  states: {
    reserved: { label: 'Deposit due' },
    ready: { label: 'Ready to ship', tone: 'careful' },
    out: { label: 'Out', tone: 'busy' },
    overdue: { label: 'Overdue', tone: 'bad' },
    returned: { label: 'Returned', tone: 'careful' },
    inspected: { label: 'Inspected', tone: 'careful' },
    closed: { label: 'Closed', tone: 'good' },
    lost: { label: 'Lost' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    'pay-deposit': { label: 'Pay deposit', from: ['reserved'], to: 'ready', who: ['system'], deposit: 'held' },
    // Handing out is shipping the order; staff have no button for it.
    'hand-out': {
      label: 'Hand over',
      from: ['ready'],
      to: 'out',
      who: ['system'],
      stock: 'RENT_OUT',
      money: 'cash → rev.rent',
    },
    'fall-due': { label: 'Mark as overdue', from: ['out'], to: 'overdue', who: ['system'] },
    'take-back': {
      label: 'Mark as returned',
      from: ['out', 'overdue'],
      to: 'returned',
      who: ['staff'],
      stock: 'RENT_IN',
    },
    inspect: { label: 'Inspect', from: ['returned'], to: 'inspected', who: ['staff'] },
    close: {
      label: 'Close rental',
      from: ['inspected'],
      to: 'closed',
      who: ['staff'],
      deposit: 'freed or part taken',
    },
    lose: {
      label: 'Report lost',
      from: ['out', 'overdue'],
      to: 'lost',
      who: ['staff'],
      stock: 'SALE',
      deposit: 'taken',
      money: 'deposit → rev',
    },
    cancel: { label: 'Cancel rental', from: ['reserved', 'ready'], to: 'cancelled', who: ['staff'], deposit: 'freed' },
  },
});
export type RentalState = StateOf<typeof rentalMachine>;
export type RentalEvent = EventOf<typeof rentalMachine>;
export const rentalStates = statesOf(rentalMachine);

/** The deposit's number in the transaction list. */
export const depositNumber = (rentalId: number): string => `RD-${String(rentalId).padStart(6, '0')}`;

/** The due time: the given number of days after handing out. */
export const dueAt = (outAt: Date, days: number): Date => new Date(outAt.getTime() + days * dayMs);

/** The longest rental that staff can arrange. */
export const rentalDaysMax = 366;

/**
 * How often the rent is charged: the price of a tool is for its standard time, and a started one costs as much as a
 * whole one.
 */
export const rentalPeriods = (days: number, standard: number): number => Math.max(1, Math.ceil(days / standard));

/** How long a tool stays reserved for an order of staff that the customer has not paid. */
export const arrangedHoldDays = 7;

/** Each started day after the due date costs a share of the rent, rounded up once so that no day is free. */
export function lateFeeMinor(rentMinor: bigint, days: number, due: Date, backAt: Date): bigint {
  const late = Math.ceil((backAt.getTime() - due.getTime()) / dayMs);
  if (late <= 0) return 0n;
  return (rentMinor * BigInt(late) + BigInt(days) - 1n) / BigInt(days);
}

/** The amount taken never exceeds the deposit; the rest is released. */
export function settleDeposit(depositMinor: bigint, owedMinor: bigint): { takenMinor: bigint; freedMinor: bigint } {
  if (depositMinor < 0n || owedMinor < 0n) throw new RangeError('amounts are not negative');
  const takenMinor = owedMinor < depositMinor ? owedMinor : depositMinor;
  return { takenMinor, freedMinor: depositMinor - takenMinor };
}

/** Current state and next step, for the renter. */
export const rentalSentences: Readonly<Record<RentalState, string>> = {
  reserved: msg('Reserved for you. It ships once the deposit is paid.'),
  ready: msg('Ready to ship.'),
  out: msg('You have it now.'),
  overdue: msg('Overdue. Please send it back; each extra day costs a share of the rent.'),
  returned: msg('We received it and will inspect it.'),
  inspected: msg('Inspected. We will refund the rest of the deposit.'),
  closed: msg('Done. The refund of your remaining deposit is on its way.'),
  lost: msg('Reported lost. We kept the deposit.'),
  cancelled: msg('Cancelled. We will refund your deposit.'),
};

/** What staff can do by hand; the other steps follow from payments, shipping and the clock. */
export const staffRentalSteps = (state: string): readonly RentalState[] => nextStates(rentalMachine, state, 'staff');

/** Days before the due date on which a reminder is sent. */
export const remindDaysBefore = 2;
