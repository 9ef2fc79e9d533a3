import { expect, test } from 'vitest';
import { readRescueCode, rescueAlphabet, rescueCode } from './rescue-code.ts';

test('a code has eight letters nobody confuses, and every one is as likely', () => {
  expect(rescueCode(Uint8Array.of(0, 1, 2, 3, 28, 29, 30, 31))).toBe('2345-WXYZ');
  expect(256 % rescueAlphabet.length).toBe(0);
  expect(rescueAlphabet).not.toMatch(/[01IO]/);
});

test('it is read however it was typed, and nothing else is a code', () => {
  for (const typed of ['2345-wxyz', ' 2345 WXYZ ', '2345wxyz', '23-45–WX YZ'])
    expect(readRescueCode(typed)).toBe('2345-WXYZ');
  for (const typed of ['', '2345', '2345-WXYZ9', '2345-WXY0', 'ÄÖÜß-WXYZ']) expect(readRescueCode(typed)).toBeNull();
});
