import { describe, expect, test } from 'vitest';
import { isCarYear, isVin, tidyVin } from './vehicle-info.ts';

describe('the VIN entered by a user', () => {
  test.each([
    ['wvw zzz 1kz aw 123456', 'WVWZZZ1KZAW123456'],
    ['WVW-ZZZ-1KZ-AW-123456', 'WVWZZZ1KZAW123456'],
    ['WVWZZZIKZAWI2345O', 'WVWZZZ1KZAW123450'],
    [' bnr34–001234 ', 'BNR34-001234'],
    ['123.123-12-345678', '123123-12-345678'],
    ['9110310147', '9110310147'],
    ['', ''],
  ])('%s is accepted as %s', (written, taken) => {
    expect(tidyVin(written)).toBe(taken);
    expect(isVin(taken)).toBe(true);
  });

  test.each([
    'hello there',
    'I do not know',
    'WVWZZZ1KZAW12345',
    'WVWZZZ1KZAW1234567',
    'WVWZZZ1KZÄW123456',
    'ABC-',
    '1234',
    '-12345',
    '?',
  ])('%s is not a VIN', (written) => expect(isVin(tidyVin(written))).toBe(false));
});

describe('the year of a car', () => {
  const today = new Date('2026-11-16T00:00:00Z');
  test.each(['', '1968', '1990', '2015.5', '2026', '2027'])('may be "%s"', (year) =>
    expect(isCarYear(year, today)).toBe(true),
  );
  test.each(['last year', '15', '1899', '2028', '20155', '2015.3', '-2015', '2015/16'])('is not "%s"', (year) =>
    expect(isCarYear(year, today)).toBe(false),
  );
});
