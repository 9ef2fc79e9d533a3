import { expect, test } from 'vitest';
import { tendersFor } from './tenders.ts';

const quote = (total: string, left: string, more: { barred?: string; currency?: string } = {}) => ({
  total: { amount: total, currency: 'CAD' as const },
  account: {
    dealer: { id: 1, slug: 'north-bay', name: 'North Bay' },
    currency: more.currency ?? 'CAD',
    credit_limit: { amount: '500.00', currency: (more.currency ?? 'CAD') as 'CAD' },
    left: { amount: left, currency: (more.currency ?? 'CAD') as 'CAD' },
    barred: more.barred ?? null,
    needs_approval: false,
    waiting_approval: null,
  },
});

test('an account with enough credit pays the whole price', () => {
  expect(tendersFor(quote('472.50', '472.50'))).toEqual({ account: true, split: null });
});

test('an account with partial credit pays it beside a card, to the cent', () => {
  expect(tendersFor(quote('472.50', '300.00'))).toEqual({
    account: false,
    split: { account: { amount: '300.00', currency: 'CAD' }, card: { amount: '172.50', currency: 'CAD' } },
  });
});

test('an account that is exhausted, blocked, in another currency or missing is not offered', () => {
  const none = { account: false, split: null };
  expect(tendersFor(quote('472.50', '0.00'))).toEqual(none);
  expect(tendersFor(quote('472.50', '900.00', { barred: 'Suspended.' }))).toEqual(none);
  expect(tendersFor(quote('472.50', '900.00', { currency: 'USD' }))).toEqual(none);
  expect(tendersFor({ ...quote('472.50', '0.00'), account: null })).toEqual(none);
});
