import { describe, expect, test } from 'vitest';
import { isUpdate } from './address.ts';

describe('saving', () => {
  test('a positive id updates (S281)', () => {
    expect(isUpdate({ id: 1 })).toBe(true);
    expect(isUpdate({ id: 7 })).toBe(true);
  });
  test('a missing, zero or negative id creates (S282)', () => {
    for (const id of [undefined, null, 0, -1, Number.NaN]) expect(isUpdate({ id })).toBe(false);
    expect(isUpdate({})).toBe(false);
  });
});
