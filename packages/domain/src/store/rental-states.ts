import { defineSteps, maySteps, type StateOf } from '../states/steps.ts';

/** States of a rented or lent tool, from the reservation to the released deposit. */
export const rentalSteps = defineSteps({
  reserved: ['ready', 'cancelled'],
  ready: ['out', 'cancelled'],
  out: ['overdue', 'returned', 'lost'],
  overdue: ['returned', 'lost'],
  returned: ['inspected'],
  inspected: ['closed'],
  closed: [],
  lost: [],
  cancelled: [],
});
export type RentalState = StateOf<typeof rentalSteps>;

export type RentalDeed = {
  readonly to: RentalState;
  readonly label: string;
  readonly who: 'staff' | 'system';
  /** The stock movement that is booked. */
  readonly stock: 'RENT_OUT' | 'RENT_IN' | 'SALE' | null;
  /**
   * What happens to the deposit. It is captured and booked to a separate account, because a card authorisation expires
   * after seven days and a rental lasts longer.
   */
  readonly deposit: 'held' | 'freed' | 'freed or partly taken' | 'taken' | null;
  /** Debit and credit accounts of the revenue. */
  readonly money: readonly [string, string] | null;
};

/** Side effects of each state change. A loan is the same without rent; its movements are LOAN_OUT and LOAN_IN. */
export const rentalDeeds: Readonly<Record<RentalState, RentalDeed | null>> = {
  reserved: null,
  ready: { to: 'ready', label: 'Deposit paid', who: 'system', stock: null, deposit: 'held', money: null },
  out: { to: 'out', label: 'Hand over', who: 'staff', stock: 'RENT_OUT', deposit: null, money: ['cash', 'rev.rent'] },
  overdue: { to: 'overdue', label: 'Overdue', who: 'system', stock: null, deposit: null, money: null },
  returned: { to: 'returned', label: 'Mark as returned', who: 'staff', stock: 'RENT_IN', deposit: null, money: null },
  inspected: { to: 'inspected', label: 'Inspect', who: 'staff', stock: null, deposit: null, money: null },
  closed: {
    to: 'closed',
    label: 'Close',
    who: 'staff',
    stock: null,
    deposit: 'freed or partly taken',
    money: null,
  },
  lost: {
    to: 'lost',
    label: 'Report lost',
    who: 'staff',
    stock: 'SALE',
    deposit: 'taken',
    money: ['deposit', 'rev'],
  },
  cancelled: { to: 'cancelled', label: 'Cancel', who: 'staff', stock: null, deposit: 'freed', money: null },
};

const dayMs = 24 * 3_600_000;

/** The deposit's number in the transaction list. */
export const depositNumber = (rentalId: number): string => `RD-${String(rentalId).padStart(6, '0')}`;
export const rentalStates = Object.keys(rentalSteps) as [RentalState, ...RentalState[]];

/** The due time: the given number of days after handing out. */
export const dueAt = (outAt: Date, days: number): Date => new Date(outAt.getTime() + days * dayMs);

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
  reserved: 'Reserved for you. It ships once the deposit is paid.',
  ready: 'Ready to ship.',
  out: 'You have it now.',
  overdue: 'Overdue. Please send it back; each extra day costs a share of the rent.',
  returned: 'We received it and will inspect it.',
  inspected: 'Inspected. We will refund the rest of the deposit.',
  closed: 'Done. The refund of your remaining deposit is on its way.',
  lost: 'Reported lost. We kept the deposit.',
  cancelled: 'Cancelled. We will refund your deposit.',
};

/** Manual state changes for staff; the others follow from payments and time. Shipping the order hands out the tool. */
export const staffRentalSteps = (state: string): readonly RentalState[] =>
  maySteps(rentalSteps, state).filter((to) => rentalDeeds[to]?.who === 'staff' && to !== 'out');

/** Days before the due date on which a reminder is sent. */
export const remindDaysBefore = 2;
