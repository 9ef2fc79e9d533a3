import { describe, expect, test } from 'vitest';
import { isUpdate } from './address.ts';

describe('saving', () => {
  test('S281 a positive id updates', () => {
    expect(isUpdate({ id: 1 })).toBe(true);
    expect(isUpdate({ id: 7 })).toBe(true);
  });
  test('S282 a missing, zero or negative id creates', () => {
    for (const id of [undefined, null, 0, -1, Number.NaN]) expect(isUpdate({ id })).toBe(false);
    expect(isUpdate({})).toBe(false);
  });
});
