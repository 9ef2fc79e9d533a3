import { expect, test } from 'vitest';
import { statusOf } from './PageError.tsx';

test('an address with a value that the API refuses is shown as not found', () => {
  expect(statusOf(new Response(null, { status: 422 }))).toBe(404);
  expect(statusOf(new Response(null, { status: 503 }))).toBe(503);
  expect(statusOf(new Error('broken'))).toBe(500);
});
