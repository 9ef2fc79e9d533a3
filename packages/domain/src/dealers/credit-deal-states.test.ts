import { describe, expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import { creditDealMachine, creditDealStates } from './credit-deal-states.ts';

describe('the states of a credit deal', () => {
  test('every state is reachable from the first', () => {
    const reached = new Set(['draft']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of stepsOf(creditDealMachine))
        if (from.some((state) => reached.has(state))) reached.add(to);
    }
    expect([...creditDealStates].filter((state) => !reached.has(state))).toEqual([]);
  });

  test('a published deal cannot be edited, a paid one cannot be cancelled (S351)', () => {
    expect(findStep(creditDealMachine, 'published', 'update')).toBeNull();
    expect(findStep(creditDealMachine, 'paid', 'cancel')).toBeNull();
    expect(findStep(creditDealMachine, 'draft', 'publish')?.to).toBe('published');
  });

  test('steps that sell credits or take them back name the tax', () => {
    for (const [state, event] of [
      ['published', 'pay'],
      ['fulfilled', 'refund-part'],
      ['fulfilled', 'refund'],
      ['disputed', 'lose'],
    ] as const)
      expect(findStep(creditDealMachine, state, event)?.money).toMatch(/\btax\b/);
  });

  test('a dealer pays only published deals', () => {
    for (const state of creditDealStates)
      expect(eventsFrom(creditDealMachine, state, 'dealer').length > 0).toBe(state === 'published');
  });
});
