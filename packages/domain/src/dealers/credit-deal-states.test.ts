import { describe, expect, test } from 'vitest';
import { creditDealEvents, creditDealStates, creditDealStep, creditDealSteps } from './credit-deal-states.ts';

describe('the states of a credit deal', () => {
  test('every state is reachable from the first', () => {
    const reached = new Set(['draft']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of creditDealSteps) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    expect([...creditDealStates].filter((state) => !reached.has(state))).toEqual([]);
  });

  test('S351 a published deal cannot be edited, a paid one cannot be cancelled', () => {
    expect(creditDealStep('published', 'update')).toBeNull();
    expect(creditDealStep('paid', 'cancel')).toBeNull();
    expect(creditDealStep('draft', 'publish')?.to).toBe('published');
  });

  test('a dealer pays only published deals', () => {
    for (const state of creditDealStates)
      expect(creditDealEvents(state, 'dealer').length > 0).toBe(state === 'published');
  });
});
