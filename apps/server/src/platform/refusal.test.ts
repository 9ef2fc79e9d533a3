import { expect, test } from 'vitest';
import { fieldRefusal, Refusal } from './refusal.ts';

test('the message of a refusal names the fields, so that a log or a failed job says what was wrong', () => {
  expect(fieldRefusal({ name: ['Name is required.'], 'custom.3': ['Enter a number.', 'Too long.'] }).message).toBe(
    'Some fields were not correct: name: Name is required. custom.3: Enter a number. Too long.',
  );
  expect(fieldRefusal({ ['x'.repeat(1_000)]: ['Unknown.'] }).message).toHaveLength(500);
  expect(new Refusal('not_found').message).not.toContain(':');
});
