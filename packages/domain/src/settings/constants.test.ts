import { expect, test } from 'vitest';
import { chunkFailureText, chunkTimeoutMs } from './constants.ts';

test('the timeout of a code chunk is 120 s (S433)', () => expect(chunkTimeoutMs).toBe(120_000));
test('a chunk that does not load has its own message', () =>
  expect(chunkFailureText).toBe('This part of the site could not be loaded. Check your connection and try again.'));
