import { describe, expect, test } from 'vitest';
import { findStepTo, isFinal, stepsOf } from '../states/machine.ts';
import { unreachable } from '../testing/unreachable.ts';
import { dueAt, lateFeeMinor, rentalMachine, rentalStates, settleDeposit, staffRentalSteps } from './rental-states.ts';

describe('a rented or lent tool', () => {
  test('reaches every state, and ends closed, lost or cancelled', () => {
    expect(unreachable(rentalMachine)).toEqual([]);
    expect(rentalStates.filter((state) => isFinal(rentalMachine, state))).toEqual(['closed', 'lost', 'cancelled']);
  });

  test('ships only with its deposit held, and is closed only after inspection', () => {
    expect(findStepTo(rentalMachine, 'reserved', 'out')).toBeNull();
    expect(findStepTo(rentalMachine, 'returned', 'closed')).toBeNull();
    expect(findStepTo(rentalMachine, 'closed', 'lost')).toBeNull();
  });

  test('is handed out by shipping its order, not by a button', () => {
    expect(staffRentalSteps('ready')).toEqual(['cancelled']);
    expect(staffRentalSteps('out')).toEqual(['returned', 'lost']);
  });

  test('moves stock when shipped and returned, and its deposit ends once on every path', () => {
    const { events } = rentalMachine;
    expect([events['hand-out'].stock, events['take-back'].stock]).toEqual(['RENT_OUT', 'RENT_IN']);
    for (const step of stepsOf(rentalMachine))
      expect(Object.hasOwn(events[step.event], 'deposit'), step.event).toBe(
        step.event === 'pay-deposit' || isFinal(rentalMachine, step.to),
      );
  });

  test('is late after its due date, and each started day costs its share', () => {
    const out = new Date('2027-01-01T12:00:00Z');
    const due = dueAt(out, 7);
    expect(due.toISOString()).toBe('2027-01-08T12:00:00.000Z');
    expect(lateFeeMinor(8900n, 7, due, due)).toBe(0n);
    expect(lateFeeMinor(8900n, 7, due, new Date(due.getTime() + 1))).toBe(1272n);
    expect(lateFeeMinor(8900n, 7, due, dueAt(due, 7))).toBe(8900n);
  });

  test('refunds the part of its deposit that is not owed, to the last cent', () => {
    expect(settleDeposit(60_000n, 12_345n)).toEqual({ takenMinor: 12_345n, freedMinor: 47_655n });
    expect(settleDeposit(60_000n, 70_000n)).toEqual({ takenMinor: 60_000n, freedMinor: 0n });
    expect(() => settleDeposit(-1n, 0n)).toThrow();
  });
});
