import { expect, test } from 'vitest';
import { amountText, isNegative } from './money-text.ts';

test('an amount has a minus sign, digit groups and the decimals of its currency', () => {
  expect(amountText('-1234567.50')).toBe('−1,234,567.50');
  expect(amountText('999.00')).toBe('999.00');
  expect(amountText('1500')).toBe('1,500');
  expect(amountText('9007199254740993.01')).toBe('9,007,199,254,740,993.01');
});

test('zero has no minus', () => {
  expect(amountText('-0.00')).toBe('0.00');
  expect(isNegative('-0.00')).toBe(false);
  expect(isNegative('-0.01')).toBe(true);
});

test('a value that is not an amount is shown unchanged', () => {
  expect(amountText('n/a')).toBe('n/a');
});
