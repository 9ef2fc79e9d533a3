import { describe, expect, expectTypeOf, test } from 'vitest';
import { unreachable } from '../testing/unreachable.ts';
import { canStep, defineSteps, isFinal, isState, maySteps, type StateOf } from './steps.ts';

const door = defineSteps({ open: ['closed'], closed: ['open', 'locked'], locked: ['closed', 'broken'], broken: [] });

describe('steps', () => {
  test('the states are the rows of the table', () => {
    expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'open' | 'closed' | 'locked' | 'broken'>();
    expect(isState(door, 'locked')).toBe(true);
    for (const value of ['ajar', 'toString', 7, null]) expect(isState(door, value)).toBe(false);
  });
  test('a step to a state without a row does not compile', () => {
    // @ts-expect-error 'gone' has no row
    defineSteps({ open: ['gone'] });
  });
  test('only steps in the table are allowed', () => {
    expect(maySteps(door, 'closed')).toEqual(['open', 'locked']);
    expect(canStep(door, 'closed', 'locked')).toBe(true);
    expect(canStep(door, 'open', 'locked')).toBe(false);
    expect(canStep(door, 'open', 'open')).toBe(false);
  });
  test('an unknown state has no steps', () => {
    for (const from of ['ajar', 'constructor', '__proto__', '']) {
      expect(maySteps(door, from)).toEqual([]);
      expect(canStep(door, from, 'open')).toBe(false);
    }
  });
  test('a final state has no steps', () => {
    expect(isFinal(door, 'broken')).toBe(true);
    expect(isFinal(door, 'open')).toBe(false);
    expect(isFinal(door, 'ajar')).toBe(false);
  });
  test('an unreachable state is detected, also behind a cycle', () => {
    expect(unreachable(door, 'open')).toEqual([]);
    expect(unreachable(door, 'broken')).toEqual(['open', 'closed', 'locked']);
    const split = defineSteps({ a: ['b'], b: ['a'], c: ['d'], d: ['c'] });
    expect(unreachable(split, 'a')).toEqual(['c', 'd']);
    expect(unreachable(split, ['a', 'd'])).toEqual([]);
  });
});
