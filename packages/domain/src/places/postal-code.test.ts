import { expect, test } from 'vitest';
import { checkPostalCode } from './postal-code.ts';

test.each([
  ['CA', ' v5k  0a1 ', { code: 'V5K 0A1' }],
  ['US', '90210-1234', { code: '90210-1234' }],
  ['DE', '10115', { code: '10115' }],
  ['GB', 'sw1a 1aa', { code: 'SW1A 1AA' }],
  ['BR', '01310-100', { code: '01310-100' }],
  ['HK', '', { code: '' }],
  ['CA', '90210', { problem: 'Enter a postal code such as V5K 0A1.' }],
  ['US', 'V5K 0A1', { problem: 'Enter a postal code such as 90210.' }],
  ['DE', '', { problem: 'Enter a postal code.' }],
  ['BR', '0123456789012', { problem: 'A postal code can have at most 12 characters.' }],
])('a postal code is validated by its country: %s %j', (country, text, answer) =>
  expect(checkPostalCode(country, text)).toEqual(answer),
);
