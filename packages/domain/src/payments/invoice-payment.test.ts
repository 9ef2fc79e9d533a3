import { expect, test } from 'vitest';
import { type CapturedPart, dueRows, invoicePayment, type PaymentMeans, paidRows } from './invoice-payment.ts';

const part = (means: PaymentMeans, amountMinor: bigint, withheldMinor = 0n): CapturedPart => ({
  means,
  amountMinor,
  withheldMinor,
});

test.each<[string, bigint, CapturedPart[], bigint | null]>([
  ['paid in full by card', 500n, [part('card', 500n)], 0n],
  ['split between prepaid money and a card', 500n, [part('prepaid', 200n), part('card', 300n)], 0n],
  ['of which only a part was captured', 500n, [part('prepaid', 200n)], 300n],
  ['charged to an account', 500n, [part('account', 500n)], null],
  ['partly charged to an account', 500n, [part('account', 200n), part('card', 300n)], null],
  ['partly charged to an account, the rest not captured', 500n, [part('account', 200n)], 300n],
  ['disputed', 500n, [part('card', 500n, 500n)], null],
  ['for nothing', 0n, [], null],
])('the amount due of an invoice %s', (_case, total, parts, due) => {
  expect(invoicePayment(total, parts).dueMinor).toBe(due);
});

test('rows name the means, the day and the amount', () => {
  const amount = (text: string) => ({ amount: text });
  const payment = {
    parts: [
      { means: 'account' as const, amount: amount('2.00') },
      { means: 'prepaid' as const, amount: amount('1.00') },
      { means: 'card' as const, amount: amount('3.00') },
    ],
    withheld: amount('3.00'),
    due: amount('0.00'),
  };
  expect(paidRows(payment, '3 May 2026')).toEqual([
    ['Charged to the account on 3 May 2026', '2.00'],
    ['Paid on 3 May 2026 from the prepaid balance', '1.00'],
    ['Paid on 3 May 2026 by card', '3.00'],
  ]);
  expect(paidRows(payment, '3 May 2026', 'VT-000002')[1]?.[0]).toBe(
    'Paid on 3 May 2026 from the prepaid balance, VT-000002',
  );
  expect(dueRows(payment)).toEqual([
    ['Held or taken back by the bank', '3.00'],
    ['Still due', '0.00'],
  ]);
  expect(dueRows({ ...payment, withheld: amount('0.00'), due: null })).toEqual([]);
});
