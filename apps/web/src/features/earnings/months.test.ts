import { expect, test } from 'vitest';
import { monthBars } from './months.ts';

const cad = (amount: string) => ({ amount, currency: 'CAD' });
const usd = (amount: string) => ({ amount, currency: 'USD' });

test('every month of the range has a bar, each currency its own chart, and refunds are subtracted', () => {
  const months = [
    { month: '2025-12', earned: cad('200.00'), taken_back: cad('0.00'), paid_out: cad('0.00') },
    { month: '2026-02', earned: cad('300.00'), taken_back: cad('100.50'), paid_out: cad('200.00') },
    { month: '2026-02', earned: usd('80.00'), taken_back: usd('0.00'), paid_out: usd('0.00') },
  ];
  const bars = monthBars({ months, first_month: '2025-12', last_month: '2026-02' });
  expect(bars).toEqual([
    { currency: 'CAD', labels: ['Dec 2025', 'Jan 2026', 'Feb 2026'], earned: [200, 0, 199.5], paidOut: [0, 0, 200] },
    { currency: 'USD', labels: ['Dec 2025', 'Jan 2026', 'Feb 2026'], earned: [0, 0, 80], paidOut: [0, 0, 0] },
  ]);
  expect(monthBars({ months: [], first_month: '2026-01', last_month: '2026-01' })).toEqual([]);
});
