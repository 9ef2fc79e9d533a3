import { describe, expect, test } from 'vitest';
import { eventsFrom, stepsOf } from '../states/machine.ts';
import { purchaseMachine, purchaseNumber, purchaseSentences, purchaseStates } from './purchase-states.ts';

describe('the table of purchase states', () => {
  test('reaches every state from an unpaid purchase', () => {
    const reached = new Set<string>(['pending_payment']);
    for (const state of reached)
      for (const step of stepsOf(purchaseMachine))
        if ((step.from as readonly string[]).includes(state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...purchaseStates].sort());
  });
  test('ends in refunded and cancelled only', () => {
    const ends = purchaseStates.filter(
      (state) => !stepsOf(purchaseMachine).some((step) => (step.from as readonly string[]).includes(state)),
    );
    expect(ends).toEqual(['refunded', 'cancelled']);
  });
  test('links and delivers once', () => {
    expect(purchaseMachine.events.link.from).not.toContain('linked');
    expect(purchaseMachine.events.deliver.from).toEqual(['linked']);
    expect(eventsFrom(purchaseMachine, 'waiting_file', 'buyer')).toEqual(['link']);
    expect(eventsFrom(purchaseMachine, 'waiting_file', 'staff')).toEqual(['link', 'refund']);
    expect(eventsFrom(purchaseMachine, 'refunded', 'staff')).toEqual([]);
  });
  test('names each event once', () =>
    expect(new Set(stepsOf(purchaseMachine).map(({ event }) => event)).size).toBe(stepsOf(purchaseMachine).length));
  test('has a description for every state', () => expect(Object.keys(purchaseSentences)).toEqual([...purchaseStates]));
  test('has a display number', () => expect(purchaseNumber(9)).toBe('TN-000009'));
});
