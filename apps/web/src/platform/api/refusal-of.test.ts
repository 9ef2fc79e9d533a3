import { data } from 'react-router';
import { expect, test } from 'vitest';
import { refusalOf } from './refusal-of.ts';

test('a refusal is read from an error of the browser and from what a loader throws on the server', () => {
  const error = Object.assign(new Error('Gone.'), { status: 410 });
  expect(refusalOf(error)).toEqual({ status: 410, message: 'Gone.' });
  expect(refusalOf(data({ code: 'conflict', message: 'Used.' }, { status: 409 }))).toEqual({
    status: 409,
    message: 'Used.',
  });
  expect(refusalOf(new Error('broken'))).toBeNull();
  expect(refusalOf(undefined)).toBeNull();
});
