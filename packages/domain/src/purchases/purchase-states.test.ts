import { describe, expect, test } from 'vitest';
import {
  purchaseEventsFrom,
  purchaseNumber,
  purchaseSentences,
  purchaseStates,
  purchaseStep,
  purchaseSteps,
} from './purchase-states.ts';

describe('the table of purchase states', () => {
  test('reaches every state from an unpaid purchase', () => {
    const reached = new Set<string>(['pending_payment']);
    for (const state of reached)
      for (const step of purchaseSteps) if ((step.from as readonly string[]).includes(state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...purchaseStates].sort());
  });
  test('ends in refunded and cancelled only', () => {
    const ends = purchaseStates.filter(
      (state) => !purchaseSteps.some((step) => (step.from as readonly string[]).includes(state)),
    );
    expect(ends).toEqual(['refunded', 'cancelled']);
  });
  test('links and delivers once', () => {
    expect(purchaseStep('link').from).not.toContain('linked');
    expect(purchaseStep('deliver').from).toEqual(['linked']);
    expect(purchaseEventsFrom('waiting_file', 'buyer')).toEqual(['link']);
    expect(purchaseEventsFrom('waiting_file', 'staff')).toEqual(['link', 'refund']);
    expect(purchaseEventsFrom('refunded', 'staff')).toEqual([]);
  });
  test('names each event once', () =>
    expect(new Set(purchaseSteps.map(({ event }) => event)).size).toBe(purchaseSteps.length));
  test('has a description for every state', () => expect(Object.keys(purchaseSentences)).toEqual([...purchaseStates]));
  test('has a display number', () => expect(purchaseNumber(9)).toBe('TN-000009'));
});
