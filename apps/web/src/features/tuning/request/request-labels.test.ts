import { tuneRequestSentence, tuneRequestStates } from '@tuneport/domain/tuning/tune-request-states';
import { expect, test } from 'vitest';
import { requestStateWord, stepsOf } from './request-labels.tsx';

test('the description of a state adds to its label', () => {
  for (const state of tuneRequestStates)
    for (const as of ['customer', 'tuner', 'staff'] as const)
      for (const money of ['none', 'estimated', 'held', 'paid', 'refunded'] as const)
        expect(tuneRequestSentence(state, as, money).toLowerCase()).not.toContain(
          requestStateWord(state).toLowerCase(),
        );
});

test('a cancellation mentions money only when something was paid', () => {
  const cancel = (money: 'none' | 'estimated' | 'paid') => stepsOf({ money }).find(({ verb }) => verb === 'cancel');
  expect(cancel('paid')?.confirm).toContain('Your payment will be refunded');
  for (const money of ['none', 'estimated'] as const) expect(cancel(money)?.confirm).toContain('Nothing was charged');
});
