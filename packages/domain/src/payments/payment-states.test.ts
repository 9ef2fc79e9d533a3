import { expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import { unreachable } from '../testing/unreachable.ts';
import { paymentMachine, paymentStates, refundMachine } from './payment-states.ts';

test('every state of a payment is reachable from created, and every event leads to a state', () => {
  const reached = new Set<string>(['created']);
  for (const state of reached)
    for (const { from, to } of stepsOf(paymentMachine)) if (from.some((one) => one === state)) reached.add(to);
  expect([...reached].sort()).toEqual([...paymentStates].sort());
  expect(new Set(stepsOf(paymentMachine).map(({ event }) => event)).size).toBe(stepsOf(paymentMachine).length);
});

test('every state of a refund is reachable from open', () => expect(unreachable(refundMachine)).toEqual([]));

test('money is held by an authorisation and moves by a capture, a refund and a dispute only', () => {
  expect(
    stepsOf(paymentMachine)
      .filter(({ money }) => money !== undefined)
      .map(({ event }) => event),
  ).toEqual([
    'authorise',
    'capture',
    'capture-late',
    'refund-part',
    'refund-rest',
    'refund-charged-back',
    'dispute',
    'dispute-won',
    'dispute-won-part',
    'dispute-lost',
  ]);
});

test('a charged payment is never refused, voided or charged again', () => {
  for (const state of ['captured', 'part_refunded', 'refunded', 'disputed', 'charged_back'])
    for (const event of ['capture', 'refuse', 'void', 'try-again'])
      expect(findStep(paymentMachine, state, event), `${state} ${event}`).toBeNull();
  expect(findStep(paymentMachine, 'captured', 'refund-part')?.to).toBe('part_refunded');
  expect(findStep(paymentMachine, 'refunded', 'refund-part')).toBeNull();
});

test('staff see the allowed actions of a payment', () => {
  expect(eventsFrom(paymentMachine, 'captured', 'staff')).toEqual(['refund-part', 'refund-rest']);
  expect(eventsFrom(paymentMachine, 'authorised', 'staff')).toEqual(['capture', 'void']);
  expect(eventsFrom(paymentMachine, 'refunded', 'staff')).toEqual([]);
  expect(findStep(paymentMachine, 'captured', 'none')).toBeNull();
});
