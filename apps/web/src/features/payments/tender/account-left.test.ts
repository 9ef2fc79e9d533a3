import { expect, test } from 'vitest';
import { accountLeft } from './account-left.ts';

const cad = (amount: string) => ({ amount, currency: 'CAD' });
const balances = [{ currency: 'CAD', credit_limit: cad('500.00'), available: cad('120.00') }];

test.each([
  ['120.00', true],
  ['120.01', false],
])('what is left of the limit for a price of %s', (price, isEnough) => {
  expect(accountLeft(balances, cad(price))).toEqual({ left: cad('120.00'), limit: cad('500.00'), isEnough });
});

test('an account in another currency says nothing', () => {
  expect(accountLeft(balances, { amount: '1.00', currency: 'EUR' })).toBeNull();
});
