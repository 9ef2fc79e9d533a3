import { expect, test } from 'vitest';
import { unreachable } from '../testing/unreachable.ts';
import {
  paymentEventsFrom,
  paymentStates,
  paymentStepFrom,
  paymentSteps,
  refundSteps,
  stepOf,
} from './payment-states.ts';

test('every state of a payment can be reached from created, and every event leads to a state', () => {
  const reached = new Set<string>(['created']);
  for (const state of reached)
    for (const { from, to } of paymentSteps) if (from.some((one) => one === state)) reached.add(to);
  expect([...reached].sort()).toEqual([...paymentStates].sort());
  expect(new Set(paymentSteps.map(({ event }) => event)).size).toBe(paymentSteps.length);
});

test('every state of a refund can be reached from open', () => expect(unreachable(refundSteps, 'open')).toEqual([]));

test('money is held with an authorisation and moves with a capture, a refund and a dispute, and with nothing else', () => {
  expect(paymentSteps.filter(({ money }) => money !== null).map(({ event }) => event)).toEqual([
    'authorise',
    'capture',
    'capture-late',
    'refund-part',
    'refund-rest',
    'dispute',
    'dispute-won',
    'dispute-won-part',
    'dispute-lost',
  ]);
});

test('what is charged is never refused, voided or charged again', () => {
  for (const state of ['captured', 'part_refunded', 'refunded', 'disputed', 'charged_back'])
    for (const event of ['capture', 'refuse', 'void', 'try-again'])
      expect(paymentStepFrom(state, event), `${state} ${event}`).toBeNull();
  expect(paymentStepFrom('captured', 'refund-part')?.to).toBe('part_refunded');
  expect(paymentStepFrom('refunded', 'refund-part')).toBeNull();
});

test('staff see what they may do with a payment', () => {
  expect(paymentEventsFrom('captured', 'staff')).toEqual(['refund-part', 'refund-rest']);
  expect(paymentEventsFrom('authorised', 'staff')).toEqual(['capture', 'void']);
  expect(paymentEventsFrom('refunded', 'staff')).toEqual([]);
  expect(() => stepOf('none' as never)).toThrow(RangeError);
});
