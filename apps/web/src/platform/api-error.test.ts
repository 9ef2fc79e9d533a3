import { errorCatalogue } from '@tuneport/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';

const refused = (body: unknown) => new ApiError({ status: 409, headers: new Headers(), body });

test('a conflict is told in the words of the refusal, so that people know what stands in the way', () => {
  expect(refused({ code: 'conflict', message: '3 models still hang on this.' }).message).toBe(
    '3 models still hang on this.',
  );
  expect(refused({ code: 'conflict' }).message).toBe(errorCatalogue.conflict.message);
});

test('every other code keeps the sentence of the catalogue, and a stranger has no say', () => {
  expect(refused({ code: 'already_exists', message: 'x' }).message).toBe(errorCatalogue.already_exists.message);
  expect(refused({ code: 'nonsense', message: 'x' }).message).toBe(errorCatalogue.unknown.message);
});
