import { defineSteps, maySteps, type StateOf } from '../states/steps.ts';

/** A tool that is rented or lent, from the wish to the freed deposit. */
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
  /** The stock movement it books. */
  readonly stock: 'RENT_OUT' | 'RENT_IN' | 'SALE' | null;
  /**
   * What becomes of the deposit. It is taken and kept on an account of its own, because what a card only reserves is gone after
   * seven days and a tool stays out longer.
   */
  readonly deposit: 'held' | 'freed' | 'freed or partly taken' | 'taken' | null;
  /** Debit and credit of what is earned by it. */
  readonly money: readonly [string, string] | null;
};

/** What each step does besides changing the state. A loan is the same without rent: its movements are LOAN_OUT and LOAN_IN. */
export const rentalDeeds: Readonly<Record<RentalState, RentalDeed | null>> = {
  reserved: null,
  ready: { to: 'ready', label: 'The deposit is paid', who: 'system', stock: null, deposit: 'held', money: null },
  out: { to: 'out', label: 'Hand it out', who: 'staff', stock: 'RENT_OUT', deposit: null, money: ['cash', 'rev.rent'] },
  overdue: { to: 'overdue', label: 'The due day passed', who: 'system', stock: null, deposit: null, money: null },
  returned: { to: 'returned', label: 'Take it back', who: 'staff', stock: 'RENT_IN', deposit: null, money: null },
  inspected: { to: 'inspected', label: 'Look it over', who: 'staff', stock: null, deposit: null, money: null },
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
    label: 'Report it lost',
    who: 'staff',
    stock: 'SALE',
    deposit: 'taken',
    money: ['deposit', 'rev'],
  },
  cancelled: { to: 'cancelled', label: 'Cancel', who: 'staff', stock: null, deposit: 'freed', money: null },
};

const dayMs = 24 * 3_600_000;

/** What a deposit is called among the transactions. */
export const depositNumber = (rentalId: number): string => `RD-${String(rentalId).padStart(6, '0')}`;
export const rentalStates = Object.keys(rentalSteps) as [RentalState, ...RentalState[]];

/** The end of the day so many days after it went out. */
export const dueAt = (outAt: Date, days: number): Date => new Date(outAt.getTime() + days * dayMs);

/** Each begun day past the due day costs a share of the rent; rounded up once, so that no day is free. */
export function lateFeeMinor(rentMinor: bigint, days: number, due: Date, backAt: Date): bigint {
  const late = Math.ceil((backAt.getTime() - due.getTime()) / dayMs);
  if (late <= 0) return 0n;
  return (rentMinor * BigInt(late) + BigInt(days) - 1n) / BigInt(days);
}

/** What is taken of a deposit never exceeds it; the rest is freed. */
export function settleDeposit(depositMinor: bigint, owedMinor: bigint): { takenMinor: bigint; freedMinor: bigint } {
  if (depositMinor < 0n || owedMinor < 0n) throw new RangeError('amounts are not negative');
  const takenMinor = owedMinor < depositMinor ? owedMinor : depositMinor;
  return { takenMinor, freedMinor: depositMinor - takenMinor };
}

/** Where it is and what happens next, for the person who rents it. */
export const rentalSentences: Readonly<Record<RentalState, string>> = {
  reserved: 'Reserved for you. It leaves once the deposit is paid.',
  ready: 'Ready to leave.',
  out: 'It is with you.',
  overdue: 'It is past its day. Please send it back; each further day costs a share of the rent.',
  returned: 'It is back and will be looked over.',
  inspected: 'It was looked over. What is left of the deposit goes back to you.',
  closed: 'Done. What was left of the deposit is on its way back to you.',
  lost: 'Reported as lost. The deposit was kept for it.',
  cancelled: 'Cancelled. The deposit goes back to you.',
};

/** What staff may do by hand; the other steps follow from payments and the clock. Handing out is sending the order. */
export const staffRentalSteps = (state: string): readonly RentalState[] =>
  maySteps(rentalSteps, state).filter((to) => rentalDeeds[to]?.who === 'staff' && to !== 'out');

/** A reminder is sent so many days before it is due. */
export const remindDaysBefore = 2;
