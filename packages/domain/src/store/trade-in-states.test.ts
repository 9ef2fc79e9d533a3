import { expect, test } from 'vitest';
import { eventsFrom, findStep, findStepTo, stepsOf } from '../states/machine.ts';
import { tradeInMachine, tradeInSentence, tradeInStates } from './trade-in-states.ts';

test('every state of a trade-in is reachable from the request and describes the next step', () => {
  const reached = new Set<string>(['submitted']);
  for (const state of reached)
    for (const step of stepsOf(tradeInMachine)) if (step.from.some((from) => from === state)) reached.add(step.to);
  expect([...reached].sort()).toEqual([...tradeInStates].sort());
  for (const state of tradeInStates)
    for (const payment of ['balance', 'bank', null] as const) expect(tradeInSentence(state, payment)).toMatch(/\.$/);
});

test('an event leads to one state from each state, and staff reach a state by one event', () => {
  for (const from of tradeInStates)
    for (const who of ['customer', 'staff', 'system'] as const) {
      const events = eventsFrom(tradeInMachine, from, who);
      expect(new Set(events).size).toBe(events.length);
      for (const event of events) {
        const step = findStep(tradeInMachine, from, event);
        expect(step?.who).toContain(who);
        if (who === 'staff') expect(findStepTo(tradeInMachine, from, step?.to ?? '', 'staff')?.event).toBe(event);
      }
    }
});

test('money moves only when a trade-in becomes credited', () => {
  for (const { to, money } of stepsOf(tradeInMachine)) expect(money !== undefined).toBe(to === 'credited');
});

test('a final state has no steps', () => {
  for (const state of ['rejected', 'declined', 'expired', 'credited', 'returned'])
    for (const who of ['customer', 'staff', 'system'] as const)
      expect(eventsFrom(tradeInMachine, state, who)).toEqual([]);
});
