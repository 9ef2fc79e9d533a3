import { describe, expect, test } from 'vitest';
import { conversionRate } from './conversion-rate.ts';

const rates = {
  base: 'CAD',
  rates: [
    { currency: 'USD', rate: '0.7345', as_of: '2026-11-02' },
    { currency: 'JPY', rate: '109.5', as_of: '2026-11-01' },
    { currency: 'KWD', rate: '0.5', as_of: '2026-11-03' },
  ],
};

describe('conversion rate between two currencies (C423)', () => {
  test('from the base is the rate as entered', () =>
    expect(conversionRate(rates, 'CAD', 'USD')).toEqual({ rate: '0.7345', asOf: '2026-11-02' }));
  test('to the base is its inverse to twelve decimals', () =>
    expect(conversionRate(rates, 'USD', 'CAD')?.rate).toBe('1.361470388019'));
  test('between two others goes through the base and has the older of both dates', () =>
    expect(conversionRate(rates, 'KWD', 'JPY')).toEqual({ rate: '219', asOf: '2026-11-01' }));
  test('of a currency to itself is one', () =>
    expect(conversionRate(rates, 'USD', 'USD')).toEqual({ rate: '1', asOf: null }));
  test.each([
    ['CAD', 'EUR'],
    ['EUR', 'EUR'],
    ['', 'CAD'],
    ['__proto__', 'CAD'],
  ])('from %s to %s is unknown', (from, to) => expect(conversionRate(rates, from, to)).toBeNull());
});
