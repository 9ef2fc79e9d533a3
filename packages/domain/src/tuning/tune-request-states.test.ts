import { describe, expect, test } from 'vitest';
import { eventsFrom, findStep, stepsOf } from '../states/machine.ts';
import {
  isFetchable,
  moneyStateOf,
  moneyStates,
  roadStepOf,
  type TuneRequestActor,
  tuneRequestMachine,
  tuneRequestNumber,
  tuneRequestRoad,
  tuneRequestSentence,
  tuneRequestStates,
} from './tune-request-states.ts';

const everybody: TuneRequestActor[] = ['customer', 'tuner', 'reviewer', 'staff', 'super', 'system'];

describe('the states of a tune request (S274)', () => {
  test('every state is reachable from the received file and describes the next step', () => {
    const reached = new Set<string>(['received']);
    for (const state of reached)
      for (const step of stepsOf(tuneRequestMachine))
        if (step.from.some((from) => from === state)) reached.add(step.to);
    expect([...reached].sort()).toEqual([...tuneRequestStates].sort());
    for (const state of tuneRequestStates) {
      expect(tuneRequestSentence(state, 'customer')).toMatch(/\.$/);
      // The tuner is not the owner of the file.
      for (const money of moneyStates)
        expect(tuneRequestSentence(state, 'tuner', money)).not.toMatch(/\b(you|your)\b/i);
      // The sentence adds information to the state's label.
      expect(tuneRequestSentence(state, 'customer')).not.toBe('Cancelled.');
    }
  });

  test('an event leads one actor from one state to one state', () => {
    for (const state of tuneRequestStates)
      for (const who of everybody) {
        const events = eventsFrom(tuneRequestMachine, state, [who]);
        expect(new Set(events).size, `${state} ${who}`).toBe(events.length);
        for (const event of events) expect(findStep(tuneRequestMachine, state, event, [who])).not.toBeNull();
      }
  });

  test('steps missing from the table are refused for every actor', () => {
    for (const [state, event] of [
      ['queued', 'approve'],
      ['in_progress', 'queue'],
      ['delivered', 'submit'],
      ['deleted', 'supply'],
      ['queued', 'delete'],
    ] as const)
      expect(findStep(tuneRequestMachine, state, event, everybody), `${state} ${event}`).toBeNull();
  });

  test('the tuner of a file cannot approve it, and only the customer answers', () => {
    expect(eventsFrom(tuneRequestMachine, 'in_review', ['tuner'])).toEqual([]);
    expect(eventsFrom(tuneRequestMachine, 'in_review', ['reviewer'])).toEqual(['approve', 'reject']);
    expect(eventsFrom(tuneRequestMachine, 'waiting_customer', ['tuner', 'reviewer'])).toEqual([]);
    expect(eventsFrom(tuneRequestMachine, 'waiting_customer', ['customer'])).toEqual(['answer']);
  });

  test('a paid request can be neither deleted nor assigned another vehicle', () => {
    for (const step of stepsOf(tuneRequestMachine))
      if (step.event === 'delete' || step.event === 'supply') expect(step.guard).toBe('unpaid');
  });

  test('a final state allows the customer only to delete', () => {
    for (const state of ['refunded', 'locked', 'deleted', 'recalled'])
      expect(eventsFrom(tuneRequestMachine, state, ['customer'])).toEqual([]);
    expect(eventsFrom(tuneRequestMachine, 'expired', ['customer'])).toEqual(['delete']);
  });

  test('files can be downloaded while something is delivered', () => {
    expect(tuneRequestStates.filter(isFetchable)).toEqual(['delivered', 'revision_requested', 'closed']);
  });

  test('the progress bar has a step for every state on the way', () => {
    for (const state of tuneRequestStates) {
      const step = roadStepOf(state);
      if (step !== null) expect(tuneRequestRoad).toContain(step);
    }
    expect(roadStepOf('cancelled')).toBeNull();
    const places = tuneRequestStates.flatMap((state) => moneyStates.map((money) => roadStepOf(state, money)));
    expect(tuneRequestRoad.filter((step) => !places.includes(step))).toEqual([]);
  });
});

test('the payment state follows from the purchase and its payments', () => {
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

test('a request has a display number', () => {
  expect(tuneRequestNumber(17)).toBe('TR-000017');
});
