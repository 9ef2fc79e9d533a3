import { expect, test } from 'vitest';
import { maskedVin, partKinds } from './passport.ts';

test('a masked VIN shows six characters at most', () => {
  expect(maskedVin('WVWZZZ1KZFW000001')).toBe('WVW•••••••••••001');
  expect(maskedVin('1234567')).toBe('•••••••');
  expect(maskedVin('')).toBe('');
});

test('parts of a shared passport name each kind of entry once', () => {
  expect(partKinds(['receipts', 'prices', 'vin'])).toEqual(['purchase']);
  expect(partKinds([])).toEqual([]);
});
