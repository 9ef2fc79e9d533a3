import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Discount } from '../catalog/pricing.ts';
import { currencyCodes } from '../money/money.ts';
import { type OrderInput, orderTotal } from './order-total.ts';

const discount = (input: Partial<Discount>): Discount => ({
  id: 'sale:1',
  name: 'Autumn',
  type: 'products',
  amountType: 'percent',
  amount: '10',
  code: null,
  ...input,
});
const input = (more: Partial<OrderInput> = {}): OrderInput => ({
  currency: 'CAD',
  defaultCurrency: 'CAD',
  rate: null,
  lines: [
    { key: 'l0', unitMinor: 10_000n, quantity: 2 },
    { key: 'l1', unitMinor: 333n, quantity: 3 },
  ],
  discounts: [],
  codes: [],
  shippingMinor: 1500n,
  taxes: [],
  ...more,
});

test('an order costs its lines and its shipping plus tax on both, each tax a separate line', () => {
  const total = orderTotal(
    input({
      taxes: [
        { name: 'GST', percent: '5' },
        { name: 'PST', percent: '7' },
      ],
    }),
  );
  expect(total).toMatchObject({ listMinor: 20_999n, discountMinor: 0n, shippingMinor: 1500n, taxMinor: 2700n });
  expect(total.taxes.map(({ amountMinor }) => amountMinor)).toEqual([1125n, 1575n]);
  expect(total.totalMinor).toBe(25_199n);
});

test('prices that contain tax are charged as shown, and net and tax sum to them', () => {
  const included = { included: true, reverseCharge: false };
  const total = orderTotal(input({ taxes: [{ name: 'VAT', percent: '19' }], taxTerms: included }));
  expect(total).toMatchObject({ listMinor: 20_999n, totalMinor: 22_499n, taxMinor: 3_592n, containedMinor: 3_353n });
  expect(total).toMatchObject({ shippingMinor: 1_261n, shippingContainedMinor: 239n });
  expect(total.lines.map(({ netMinor }) => netMinor)).toEqual([16_807n, 839n]);
  const elsewhere = orderTotal(input({ taxTerms: included }));
  expect(elsewhere).toMatchObject({ totalMinor: 22_499n, taxMinor: 0n, containedMinor: 0n, taxes: [] });
});

test('under reverse charge the contained tax is taken off and nothing is charged for it', () => {
  const taxTerms = { included: true, reverseCharge: true };
  const taxes = [{ name: 'VAT', percent: '19' }];
  expect(orderTotal(input({ taxes, taxTerms }))).toMatchObject({
    totalMinor: 22_499n - 3_592n,
    taxes: [],
    taxMinor: 0n,
    containedMinor: 3_353n,
  });
  const added = { included: false, reverseCharge: true };
  expect(orderTotal(input({ taxes, taxTerms: added }))).toMatchObject({ totalMinor: 22_499n, taxMinor: 0n });
});

test('only the best sale and the best code apply, and the others are reported as unused or unknown', () => {
  const total = orderTotal(
    input({
      discounts: [
        discount({ id: 'sale:1', amount: '5' }),
        discount({ id: 'sale:2', amount: '10' }),
        discount({ id: 'sale:3', amountType: 'dollar', amount: '5000', code: 'FIFTY' }),
        discount({ id: 'sale:4', amount: '1', code: 'ONE' }),
        discount({ id: 'sale:5', amount: '90', type: 'tunes', code: 'TUNES' }),
      ],
      codes: [' fifty', 'ONE', 'nothing', 'TUNES'],
    }),
  );
  expect(total.applied.map(({ id }) => id)).toEqual(['sale:2', 'sale:3']);
  expect(total.discountMinor).toBe(2100n + 5000n);
  expect([total.unusedCodes, total.unknownCodes]).toEqual([['ONE', 'TUNES'], ['nothing']]);
});

test('a discount never exceeds the price of the goods and never applies to shipping', () => {
  const total = orderTotal(input({ discounts: [discount({ amountType: 'dollar', amount: '9999999' })] }));
  expect([total.discountMinor, total.totalMinor]).toEqual([20_999n, 1500n]);
});

test('a fixed discount is converted at the stored rate, and ignored without one', () => {
  const off = [discount({ amountType: 'dollar', amount: '1000' })];
  expect(orderTotal(input({ currency: 'EUR', rate: '0.5', discounts: off })).discountMinor).toBe(500n);
  expect(orderTotal(input({ currency: 'EUR', rate: null, discounts: off })).discountMinor).toBe(0n);
});

test('total = lines − discount + shipping + tax, and the parts sum to the totals, in every currency', () => {
  const discounts = fc.array(
    fc.record({
      id: fc.uuid(),
      name: fc.constant('d'),
      type: fc.constantFrom('site', 'products', 'tunes'),
      amountType: fc.constantFrom('percent', 'dollar'),
      amount: fc.nat(5000).map(String),
      code: fc.option(fc.constantFrom('A', 'B')),
    }),
    { maxLength: 4 },
  ) as fc.Arbitrary<Discount[]>;
  fc.assert(
    fc.property(
      fc.constantFrom(...currencyCodes),
      fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 8n }), fc.integer({ min: 1, max: 20 })), {
        minLength: 1,
        maxLength: 6,
      }),
      discounts,
      fc.bigInt({ min: 0n, max: 10n ** 6n }),
      fc.array(
        fc.nat(30_000).map((n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`),
        { maxLength: 3 },
      ),
      fc.boolean(),
      fc.boolean(),
      (currency, rows, some, shippingMinor, percents, included, reverseCharge) => {
        const total = orderTotal({
          taxTerms: { included, reverseCharge },
          currency,
          defaultCurrency: 'CAD',
          rate: currency === 'CAD' ? null : '0.731',
          lines: rows.map(([unitMinor, quantity], at) => ({ key: `l${at}`, unitMinor, quantity })),
          discounts: some,
          codes: ['a', 'B'],
          shippingMinor,
          taxes: percents.map((percent) => ({ name: percent, percent })),
        });
        const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);
        const list = sum(rows.map(([unit, quantity]) => unit * BigInt(quantity)));
        expect(total.listMinor).toBe(list);
        expect(sum(total.lines.map((line) => line.discountMinor))).toBe(total.discountMinor);
        expect(total.lines.every(({ netMinor, discountMinor }) => netMinor >= 0n && discountMinor >= 0n)).toBe(true);
        expect(sum(total.taxes.map((tax) => tax.amountMinor))).toBe(total.taxMinor);
        const shown = list - total.discountMinor + shippingMinor;
        const contained = total.containedMinor + total.shippingContainedMinor;
        expect(total.shippingMinor + total.shippingContainedMinor).toBe(shippingMinor);
        expect(sum(total.lines.map((line) => line.containedMinor))).toBe(total.containedMinor);
        for (const line of total.lines)
          expect(line.netMinor).toBe(line.listMinor - line.discountMinor - line.containedMinor);
        expect(total.totalMinor).toBe(shown - contained + total.taxMinor);
        if (!included) expect(contained).toBe(0n);
        else if (!reverseCharge) expect([total.totalMinor, total.taxMinor]).toEqual([shown, contained]);
        if (reverseCharge) expect(total.taxMinor).toBe(0n);
      },
    ),
    { numRuns: 400 },
  );
});
