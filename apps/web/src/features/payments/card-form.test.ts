import { testCardOf, testCards } from '@tuneport/domain/payments/test-cards';
import { expect, test } from 'vitest';
import { createKeys, expiryText, methodName } from './card-form.ts';

test('the same choice sent again keeps its idempotency key; another choice or an answered one does not', () => {
  let made = 0;
  const keys = createKeys(() => {
    made += 1;
    return `key-${made}`;
  });
  const card = { token: 'test_ok', keep: false };
  expect(keys.keyFor(card)).toBe('key-1');
  expect(keys.keyFor({ ...card })).toBe('key-1');
  expect(keys.keyFor({ ...card, keep: true })).toBe('key-2');
  expect(keys.keyFor({ payment_method_id: 3 })).toBe('key-3');
  keys.answered();
  expect(keys.keyFor({ payment_method_id: 3 })).toBe('key-4');
});

test('a stored card is shown with brand, last four and expiry', () => {
  const method = { id: 1, brand: 'visa', last_four: '4242', exp_month: 3, exp_year: 2031, created_at: '' };
  expect(methodName(method)).toBe('Visa ending in 4242');
  expect(expiryText(method)).toBe('expires 03/2031');
  expect(expiryText({ ...method, exp_month: null })).toBe('');
  expect(methodName({ ...method, brand: 'something' })).toBe('Card ending in 4242');
});

test('a test number becomes its token in the browser, however it is typed; any other number is refused', () => {
  expect(testCardOf('4242 4242 4242 4242')?.token).toBe('test_ok');
  expect(testCardOf('4242-4242-4242-4242')?.token).toBe('test_ok');
  expect(testCardOf('4111 1111 1111 1111')).toBeNull();
  expect(testCardOf('')).toBeNull();
  for (const { token, number } of testCards) expect(token).not.toContain(number.slice(-4));
});

test('every kind of payment error has a test number', () => {
  const kinds = new Set(testCards.map(({ refuses }) => refuses));
  for (const kind of [
    'network_down_retry',
    'avs_cvv',
    'duplicate',
    'card_expired',
    'revoked_payment_method',
    'unknown',
  ])
    expect(kinds.has(kind as never), kind).toBe(true);
});
