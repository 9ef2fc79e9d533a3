import { expect, test } from 'vitest';
import { statesOf } from '../states/machine.ts';
import { tuneRequestMachine } from '../tuning/tune-request-states.ts';
import { type CarFacts, nextStep } from './next-step.ts';

const car: CarFacts = {
  path: '/catalog/volkswagen/2015/golf-r/ea888',
  hasEngine: true,
  request: null,
  waitsForFile: false,
  logs: 0,
};
const inState = (state: string, more: Partial<CarFacts> = {}) =>
  nextStep({ ...car, ...more, request: { id: '7', state } });

test('next step of a car without anything is its tunes, or its engine when that is unknown', () => {
  expect(nextStep(car)).toMatchObject({ label: 'See tunes', to: car.path });
  expect(nextStep({ ...car, hasEngine: false }).label).toBe('Choose the engine');
});

test('next step of a car follows its newest request', () => {
  expect(inState('waiting_customer')).toMatchObject({ label: 'Answer the tuner', to: '/tuning/requests/7' });
  expect(inState('delivered').label).toBe('Get your tuned file');
  expect(inState('in_review').label).toBe('Follow the request');
  expect(inState('closed').label).toBe('Record a log');
  expect(inState('closed', { logs: 2 }).label).toBe('See tunes');
  expect(inState('cancelled', { waitsForFile: true })).toMatchObject({ label: 'Send your file', to: '/tuning' });
});

test('next step has a label, a text and a path for every state of a request', () => {
  for (const state of statesOf(tuneRequestMachine))
    expect(Object.values(inState(state)).every((text) => text.length > 0)).toBe(true);
});
