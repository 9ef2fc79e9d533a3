import { expect, test } from 'vitest';
import { helpText } from './command.ts';

test('help separates each command from its summary', () => {
  expect(helpText('migrate', 'bring the database')).toMatch(/^ {2}migrate {5,}bring the database$/);
  expect(helpText('make-superadmin EMAIL [--confirm-address]', 'give')).toMatch(/\[--confirm-address\]\n {5,}give$/);
  for (let length = 1; length < 60; length += 1) expect(helpText('c'.repeat(length), 'sum')).toMatch(/c\s+sum$/);
});
