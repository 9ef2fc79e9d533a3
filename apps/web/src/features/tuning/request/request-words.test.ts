import { tuneRequestSentence, tuneRequestStates } from '@tuneport/domain/tune-request-states';
import { expect, test } from 'vitest';
import { requestStateWord } from './request-words.tsx';

test('the sentence beside the word of a state says more than that word', () => {
  for (const state of tuneRequestStates)
    for (const as of ['customer', 'tuner', 'staff'] as const)
      for (const money of ['none', 'estimated', 'held', 'paid', 'refunded'] as const)
        expect(tuneRequestSentence(state, as, money).toLowerCase()).not.toContain(
          requestStateWord(state).toLowerCase(),
        );
});
