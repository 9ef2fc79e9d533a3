import { errorCatalogue } from '@tuneport/contract/errors';
import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

const refused = (status: number, body: { code?: string; message?: string }, known = body.code ?? '') =>
  new ApiError({ status, headers: new Headers({ 'x-known-error': known }), body }).message;

test('an API error shows the server message', () => {
  expect(refused(409, { code: 'conflict', message: '3 models use this.' })).toBe('3 models use this.');
  expect(refused(429, { code: 'too_many_requests', message: 'Wait 20 seconds.' })).toBe('Wait 20 seconds.');
  expect(refused(503, { code: 'unavailable', message: 'Back soon.' })).toBe('Back soon.');
});

test('an API error shows the specified texts word for word', () => {
  const text = errorCatalogue.already_committed.message;
  expect(refused(409, { code: 'already_committed', message: 'This order is paid.' })).toBe(text);
  expect(refused(402, { code: 'avs_cvv', message: 'x' })).toBe(errorCatalogue.avs_cvv.message);
});

test('an API error never shows the text of a proxy', () => {
  expect(refused(409, { code: 'conflict', message: 'Call this number' }, '')).toBe(unknownErrorText);
  expect(refused(502, { message: 'Call this number' })).toBe(unknownErrorText);
  expect(refused(403, { code: 'nonsense', message: 'Call this number' }, 'other')).toBe(
    "You don't have access to this.",
  );
});
