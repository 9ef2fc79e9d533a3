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

test('every state of a payment is reachable from created, and every event leads to a state', () => {
  const reached = new Set<string>(['created']);
  for (const state of reached)
    for (const { from, to } of paymentSteps) if (from.some((one) => one === state)) reached.add(to);
  expect([...reached].sort()).toEqual([...paymentStates].sort());
  expect(new Set(paymentSteps.map(({ event }) => event)).size).toBe(paymentSteps.length);
});

test('every state of a refund is reachable from open', () => expect(unreachable(refundSteps, 'open')).toEqual([]));

test('money is held by an authorisation and moves by a capture, a refund and a dispute only', () => {
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

test('a charged payment is never refused, voided or charged again', () => {
  for (const state of ['captured', 'part_refunded', 'refunded', 'disputed', 'charged_back'])
    for (const event of ['capture', 'refuse', 'void', 'try-again'])
      expect(paymentStepFrom(state, event), `${state} ${event}`).toBeNull();
  expect(paymentStepFrom('captured', 'refund-part')?.to).toBe('part_refunded');
  expect(paymentStepFrom('refunded', 'refund-part')).toBeNull();
});

test('staff see the allowed actions of a payment', () => {
  expect(paymentEventsFrom('captured', 'staff')).toEqual(['refund-part', 'refund-rest']);
  expect(paymentEventsFrom('authorised', 'staff')).toEqual(['capture', 'void']);
  expect(paymentEventsFrom('refunded', 'staff')).toEqual([]);
  expect(() => stepOf('none' as never)).toThrow(RangeError);
});
