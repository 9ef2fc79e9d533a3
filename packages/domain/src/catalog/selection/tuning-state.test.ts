import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  hasAgreed,
  readTuningState,
  tunesOf,
  withAgreement,
  withChoice,
  withGuideSeen,
  withoutChoice,
} from './tuning-state.ts';

const emptyTuningState = readTuningState(null);

const needs: Readonly<Record<number, readonly number[]>> = { 5: [6], 6: [7], 7: [5], 9: [7] };
const requiredBy = (id: number) => needs[id] ?? [];
const kept = (state: unknown) => readTuningState(JSON.parse(JSON.stringify(state)));

describe('stored selection state of a browser', () => {
  test('holds tuneIDs and tuneSets with all requirements for each tune request (S179)', () => {
    const first = withChoice(emptyTuningState, 12, choiceOf([5, 3], requiredBy));
    const state = kept(withChoice(first, 13, choiceOf([9], requiredBy)));
    expect(state.requests).toEqual({
      12: { tuneIDs: [5, 3], tuneSets: [[5, 6, 7], [3]] },
      13: { tuneIDs: [9], tuneSets: [[9, 7, 5, 6]] },
    });
    expect(tunesOf(state.requests[12] ?? { tuneIDs: [], tuneSets: [] })).toEqual([5, 6, 7, 3]);
    expect(withoutChoice(state, 12).requests).toEqual({ 13: state.requests[13] });
  });

  test('removing a tune also removes its exclusive requirements', () => {
    const both = choiceOf([5, 9], requiredBy);
    const one = choiceOf(both.tuneIDs.filter((id) => id !== 5 && id !== 9).concat(3), requiredBy);
    expect(tunesOf(one)).toEqual([3]);
  });

  test('keeps the newest fifty selections', () => {
    let state = emptyTuningState;
    for (let id = 1; id <= 80; id += 1) state = withChoice(state, id, choiceOf([id], requiredBy));
    expect(Object.keys(state.requests)).toHaveLength(50);
    expect([state.requests[30], state.requests[80]]).toEqual([undefined, { tuneIDs: [80], tuneSets: [[80]] }]);
  });
});

test('the accepted text is stored by its hash, and a changed text must be accepted again (S180 S181)', () => {
  const state = kept(withAgreement(emptyTuningState, 'a'.repeat(64)));
  expect(hasAgreed(state, 'a'.repeat(64))).toBe(true);
  expect(hasAgreed(state, 'b'.repeat(64))).toBe(false);
  expect(hasAgreed(emptyTuningState, '')).toBe(false);
  expect(hasAgreed(withAgreement(state, null), 'a'.repeat(64))).toBe(false);
});

test('guided and dealerCreditsGuide are stored separately (S182)', () => {
  expect(emptyTuningState).toMatchObject({ guided: false, dealerCreditsGuide: false });
  expect(kept(withGuideSeen(emptyTuningState, 'guided'))).toMatchObject({ guided: true, dealerCreditsGuide: false });
  expect(kept(withGuideSeen(emptyTuningState, 'dealerCreditsGuide'))).toMatchObject({
    guided: false,
    dealerCreditsGuide: true,
  });
});

test('invalid stored entries are dropped and the rest is kept', () => {
  for (const wrong of [null, 'text', 7, [], { requests: 'none' }, { requests: { 1: null } }])
    expect(readTuningState(wrong)).toEqual(emptyTuningState);
  const good = { tuneIDs: [1], tuneSets: [[1, 2]] };
  const requests = {
    1: good,
    2: { tuneIDs: ['1'], tuneSets: [[1]] },
    3: { tuneIDs: [1], tuneSets: [] },
    4: { tuneIDs: [1], tuneSets: [[2]] },
    5: { tuneIDs: Array(31).fill(1), tuneSets: Array(31).fill([1]) },
    __proto__: good,
    '-6': good,
  };
  expect(readTuningState({ requests, disclaimerHash: 5, guided: 'yes', more: 1 })).toEqual({
    ...emptyTuningState,
    requests: { 1: good },
  });
});
