import { expect, test } from 'vitest';
import {
  tradeInEvents,
  tradeInSentences,
  tradeInStates,
  tradeInStep,
  tradeInSteps,
  tradeInStepTo,
} from './trade-in-states.ts';

test('every state of a trade-in is reachable from the request and describes the next step', () => {
  const reached = new Set<string>(['submitted']);
  for (const state of reached)
    for (const step of tradeInSteps) if (step.from.some((from) => from === state)) reached.add(step.to);
  expect([...reached].sort()).toEqual([...tradeInStates].sort());
  for (const state of tradeInStates) expect(tradeInSentences[state]).toMatch(/\.$/);
});

test('an event leads to one state from each state, and staff reach a state by one event', () => {
  for (const from of tradeInStates)
    for (const who of ['customer', 'staff', 'system'] as const) {
      const events = tradeInEvents(from, who);
      expect(new Set(events).size).toBe(events.length);
      for (const event of events) {
        const step = tradeInStep(from, event);
        expect(step?.who).toContain(who);
        if (who === 'staff') expect(tradeInStepTo(from, step?.to ?? '')?.event).toBe(event);
      }
    }
});

test('money moves only when a trade-in becomes credited', () => {
  for (const { to, money } of tradeInSteps) expect(money !== null).toBe(to === 'credited');
});

test('a final state has no steps', () => {
  for (const state of ['rejected', 'declined', 'expired', 'credited', 'returned'])
    for (const who of ['customer', 'staff', 'system'] as const) expect(tradeInEvents(state, who)).toEqual([]);
});
