import { describe, expect, test } from 'vitest';
import {
  isFetchable,
  moneyStateOf,
  moneyStates,
  roadStepOf,
  type TuneRequestActor,
  tuneRequestEventsFrom,
  tuneRequestNumber,
  tuneRequestRoad,
  tuneRequestSentence,
  tuneRequestStates,
  tuneRequestStep,
  tuneRequestSteps,
} from './tune-request-states.ts';

const everybody: TuneRequestActor[] = ['customer', 'tuner', 'reviewer', 'staff', 'super', 'system'];

describe('S274 the states of a tune request', () => {
  test('every state is reached from the arrival of the file, and says what happens next', () => {
    const reached = new Set<string>(['received']);
    for (const state of reached)
      for (const step of tuneRequestSteps) if (step.from.some((from) => from === state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...tuneRequestStates].sort());
    for (const state of tuneRequestStates) {
      expect(tuneRequestSentence(state, 'customer')).toMatch(/\.$/);
      // Whoever works on a file is not the one whose file it is.
      for (const money of moneyStates)
        expect(tuneRequestSentence(state, 'tuner', money)).not.toMatch(/\b(you|your)\b/i);
      // It says more than the word it stands beside.
      expect(tuneRequestSentence(state, 'customer')).not.toBe('Cancelled.');
    }
  });

  test('an event leads one actor from one state to one state', () => {
    for (const state of tuneRequestStates)
      for (const who of everybody) {
        const events = tuneRequestEventsFrom(state, [who]);
        expect(new Set(events).size, `${state} ${who}`).toBe(events.length);
        for (const event of events) expect(tuneRequestStep(state, event, [who])).not.toBeNull();
      }
  });

  test('what is not in the table is refused to everybody', () => {
    for (const [state, event] of [
      ['queued', 'approve'],
      ['in_progress', 'queue'],
      ['delivered', 'submit'],
      ['deleted', 'supply'],
      ['queued', 'delete'],
    ] as const)
      expect(tuneRequestStep(state, event, everybody), `${state} ${event}`).toBeNull();
  });

  test('nobody approves as the one who made the file, and only the customer answers', () => {
    expect(tuneRequestEventsFrom('in_review', ['tuner'])).toEqual([]);
    expect(tuneRequestEventsFrom('in_review', ['reviewer'])).toEqual(['approve', 'reject']);
    expect(tuneRequestEventsFrom('waiting_customer', ['tuner', 'reviewer'])).toEqual([]);
    expect(tuneRequestEventsFrom('waiting_customer', ['customer'])).toEqual(['answer']);
  });

  test('what is paid can be neither deleted nor named anew', () => {
    for (const step of tuneRequestSteps)
      if (step.event === 'delete' || step.event === 'supply') expect(step.guard).toBe('unpaid');
  });

  test('what has ended takes no step of the customer but to be put away', () => {
    for (const state of ['refunded', 'locked', 'deleted', 'recalled'])
      expect(tuneRequestEventsFrom(state, ['customer'])).toEqual([]);
    expect(tuneRequestEventsFrom('expired', ['customer'])).toEqual(['delete']);
  });

  test('files are fetched while something is delivered', () => {
    expect(tuneRequestStates.filter(isFetchable)).toEqual(['delivered', 'revision_requested', 'closed']);
  });

  test('the road shows a place for every state that is on the way', () => {
    for (const state of tuneRequestStates) {
      const step = roadStepOf(state);
      if (step !== null) expect(tuneRequestRoad).toContain(step);
    }
    expect(roadStepOf('cancelled')).toBeNull();
    const places = tuneRequestStates.flatMap((state) => moneyStates.map((money) => roadStepOf(state, money)));
    expect(tuneRequestRoad.filter((step) => !places.includes(step))).toEqual([]);
  });
});

test('the money axis is told by the purchase and its payments', () => {
  const facts = { state: 'delivered', estimate_hash: 'hash', purchase_state: 'delivered', money_back: null } as const;
  const unpaid = { ...facts, state: 'matched' };
  expect(moneyStateOf({ ...unpaid, purchase_state: null, estimate_hash: null })).toBe('none');
  expect(moneyStateOf({ ...unpaid, purchase_state: null })).toBe('estimated');
  expect(moneyStateOf({ ...unpaid, purchase_state: 'cancelled' })).toBe('estimated');
  expect(moneyStateOf({ ...unpaid, purchase_state: 'pending_payment' })).toBe('held');
  for (const purchase_state of ['paid', 'waiting_file', 'linked', 'delivered']) {
    expect(moneyStateOf({ ...facts, purchase_state })).toBe('paid');
    expect(moneyStateOf({ ...facts, purchase_state, money_back: 'part_refunded' })).toBe('part_refunded');
    expect(moneyStateOf({ ...facts, purchase_state, money_back: 'charged_back' })).toBe('charged_back');
  }
  const whole = { ...facts, state: 'refunded', purchase_state: 'refunded' };
  expect(moneyStateOf({ ...whole, money_back: 'part_refunded' })).toBe('refunded');
  expect(moneyStateOf({ ...whole, money_back: 'charged_back' })).toBe('charged_back');
  expect(moneyStateOf({ ...facts, state: 'locked' })).toBe('moved_out');
});

test('a request has a number people can say', () => {
  expect(tuneRequestNumber(17)).toBe('TR-000017');
});
