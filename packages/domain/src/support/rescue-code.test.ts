import { expect, test } from 'vitest';
import { readRescueCode, rescueAlphabet, rescueCode, rescueCodeBytes } from './rescue-code.ts';

test('a code has sixteen unambiguous letters, 80 bits in all', () => {
  expect(rescueCode(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31))).toBe('2345-6789-STUV-WXYZ');
  expect(256 % rescueAlphabet.length).toBe(0);
  expect(Math.log2(rescueAlphabet.length) * rescueCodeBytes).toBe(80);
  expect(rescueAlphabet).not.toMatch(/[01IO]/);
});

test('a code is parsed however it was typed, and nothing else is a code', () => {
  for (const typed of ['2345-6789-stuv-wxyz', ' 2345 6789 STUV WXYZ ', '23456789stuvwxyz', '23-45–67 89STUV.WXYZ'])
    expect(readRescueCode(typed)).toBe('2345-6789-STUV-WXYZ');
  for (const typed of ['', '2345', '2345-6789-STUV', '2345-6789-STUV-WXY0', '2345-6789-STUV-WXYZ9', 'ÄÖÜß-WXYZ'])
    expect(readRescueCode(typed)).toBeNull();
});

test('a shorter code of an earlier version is still accepted', () =>
  expect(readRescueCode('2345wxyz')).toBe('2345-WXYZ'));
