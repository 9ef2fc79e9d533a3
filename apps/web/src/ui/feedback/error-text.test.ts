import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test('an error has the message that was written for people', () => {
  expect(errorText(new Error('This log is too large.'), 'Not saved.')).toBe('This log is too large.');
});

test('a bug of the page shows the given text instead of its own', () => {
  expect(errorText(new TypeError("Cannot read properties of undefined (reading 'id')"), 'Not saved.')).toBe(
    'Not saved.',
  );
  expect(errorText('broken')).toBe(unknownErrorText);
});
