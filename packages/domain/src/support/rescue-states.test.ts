import { expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import { eventsOf } from '../testing/events-of.ts';
import {
  ourFault,
  type RescueActor,
  rescueCauses,
  rescueMachine,
  rescueSentences,
  rescueStates,
} from './rescue-states.ts';

const actors: readonly RescueActor[] = ['customer', 'staff', 'system'];

test('every state is reachable from a new rescue', () => {
  const reached = new Set<string>(['requested']);
  for (const state of reached)
    for (const step of stepsOf(rescueMachine)) if (step.from.some((from) => from === state)) reached.add(step.to);
  expect([...reached].sort()).toEqual([...rescueStates].sort());
});

test('the table accepts exactly the listed steps for every state, event and actor', () => {
  let accepted = 0;
  for (const state of [...rescueStates, 'nowhere'])
    for (const event of [...eventsOf(rescueMachine), 'explode'])
      for (const who of actors) {
        const named = stepsOf(rescueMachine).filter(
          (step) =>
            step.from.some((from) => from === state) &&
            step.event === event &&
            (step.who as readonly string[]).includes(who),
        );
        expect(named.length).toBeLessThanOrEqual(1);
        expect(findStep(rescueMachine, state, event, who)?.to).toBe(named[0]?.to);
        expect(eventsFrom(rescueMachine, state, who).includes(event as never)).toBe(named.length === 1);
        accepted += named.length;
      }
  expect(accepted).toBe(stepsOf(rescueMachine).reduce((sum, step) => sum + step.from.length * step.who.length, 0));
});

test('only closed is final, and an inactive customer can resume', () => {
  const ends = rescueStates.filter(
    (state) => !stepsOf(rescueMachine).some((step) => step.from.some((from) => from === state)),
  );
  expect(ends).toEqual(['closed']);
  expect(findStep(rescueMachine, 'abandoned', 'return', 'customer')?.to).toBe('triage');
});

test('a rescue waiting for staff never times out', () =>
  expect(findStep(rescueMachine, 'waiting_staff', 'abandon', 'system')).toBeNull());

test('file and tool causes are our fault', () => expect(rescueCauses.filter(ourFault)).toEqual(['file', 'tool']));
test('every state has a description', () => expect(Object.keys(rescueSentences)).toEqual([...rescueStates]));
