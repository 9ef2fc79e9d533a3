import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformAccount } from '../ledger/ledger-accounts.ts';
import { type Leg, merged } from '../ledger/ledger-legs.ts';
import { type Currency, currencies, roundedQuotient } from '../money/money.ts';
import { linePieces, lineRefundLegs, parcelEarning, piecesMoney, sharesOfGoods } from './line-refunds.ts';
import { orderTotal } from './order-total.ts';

const orders = fc.record({
  currency: fc.constantFrom<Currency>('JPY', 'CAD', 'KWD'),
  prices: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.bigInt({ min: 0n, max: 99_999n })), {
    minLength: 1,
    maxLength: 6,
  }),
  shipping: fc.bigInt({ min: 0n, max: 5_000n }),
  percents: fc.array(fc.bigInt({ min: 0n, max: 27_000n }), { maxLength: 3 }),
  turns: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 40 }),
});
type Given = typeof orders extends fc.Arbitrary<infer T> ? T : never;

function orderOf({ prices, shipping, percents, currency }: Given) {
  const scale = 10n ** BigInt(currencies[currency]);
  const lines = prices.map(([quantity, net]) => ({
    quantity,
    shipped: 0,
    cancelled: 0,
    netMinor: (net * scale) / 100n,
  }));
  const goods = lines.reduce((sum, { netMinor }) => sum + netMinor, 0n);
  const taxesMinor = percents.map((percent) => roundedQuotient((goods + shipping) * percent, 100_000n));
  return { lines, shippingMinor: shipping, taxesMinor, goods, tax: taxesMinor.reduce((a, b) => a + b, 0n) };
}

describe('the money of pieces', () => {
  test('sums to goods and their tax, in whatever parts they are cancelled', () => {
    fc.assert(
      fc.property(orders, (given) => {
        const order = orderOf(given);
        let [goods, tax] = [0n, 0n];
        const whole = order.lines.map((line) => line.quantity);
        const all = piecesMoney(order, whole);
        const cancel = (at: number, count: number) => {
          const part = piecesMoney(
            order,
            order.lines.map((_, line) => (line === at ? count : 0)),
          );
          goods += part.goodsMinor;
          tax += part.taxMinor;
          const line = order.lines[at];
          if (line) line.cancelled += count;
        };
        for (const [turn, count] of given.turns) {
          const at = turn % order.lines.length;
          const line = order.lines[at];
          if (line) cancel(at, Math.min(count, line.quantity - line.cancelled));
        }
        for (const [at, line] of order.lines.entries()) cancel(at, line.quantity - line.cancelled);
        expect([goods, tax]).toEqual([order.goods, all.taxMinor]);
        // What is left of the tax is the one on shipping, and it is none without shipping.
        expect(order.tax - tax >= 0n).toBe(true);
        if (order.shippingMinor === 0n && order.goods > 0n) expect(tax).toBe(order.tax);
      }),
    );
  });
  test('has the tax that the rate gives, not a unit less', () => {
    const line = (netMinor: bigint) => ({ quantity: 1, shipped: 0, cancelled: 0, netMinor });
    // 12 % of 875.00, 20.00 and 9.95: 979.99 when each part is rounded down.
    const order = { lines: [line(87_500n), line(2_000n)], shippingMinor: 995n, taxesMinor: [4_525n, 6_335n] };
    expect(piecesMoney(order, [1, 0])).toEqual({ goodsMinor: 87_500n, taxMinor: 10_500n });
  });
});

describe('the money of pieces whose price contains the tax', () => {
  const sale = fc.record({
    lines: fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 50_000n }), fc.integer({ min: 1, max: 20 })), {
      minLength: 1,
      maxLength: 5,
    }),
    off: fc.nat(100).map(String),
    shippingMinor: fc.bigInt({ min: 0n, max: 5_000n }),
    percents: fc.array(fc.constantFrom('19', '7', '20', '25.5', '0', '8.1'), { maxLength: 2 }),
    reverseCharge: fc.boolean(),
    turns: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 40 }),
  });
  test('is what was shown for them, in whatever parts they come back, and sums to what was paid', () => {
    fc.assert(
      fc.property(sale, ({ lines: rows, off, shippingMinor, percents, reverseCharge, turns }) => {
        const terms = { included: true, reverseCharge };
        const total = orderTotal({
          currency: 'EUR',
          defaultCurrency: 'EUR',
          rate: null,
          lines: rows.map(([unitMinor, quantity], at) => ({ key: `l${at}`, unitMinor, quantity })),
          discounts: [{ id: 'sale:1', name: 'd', type: 'site', amountType: 'percent', amount: off, code: null }],
          codes: [],
          shippingMinor,
          taxes: percents.map((percent) => ({ name: percent, percent })),
          taxTerms: terms,
        });
        const lines = total.lines.map(({ netMinor, containedMinor }, at) => ({
          quantity: rows[at]?.[1] ?? 1,
          shipped: 0,
          cancelled: 0,
          netMinor,
          containedMinor,
        }));
        const order = { lines, shippingMinor: total.shippingMinor, taxesMinor: [], terms };
        let [goods, tax] = [0n, 0n];
        const take = (at: number, wanted: number) => {
          const line = lines[at];
          if (!line) return;
          const count = Math.min(wanted, line.quantity - line.cancelled);
          const part = piecesMoney(
            order,
            lines.map((_, one) => (one === at ? count : 0)),
          );
          expect(part.goodsMinor >= 0n && part.taxMinor >= 0n).toBe(true);
          expect(part.goodsMinor).toBe(linePieces(line, count).goodsMinor);
          goods += part.goodsMinor;
          tax += part.taxMinor;
          line.cancelled += count;
        };
        for (const [turn, count] of turns) take(turn % lines.length, count);
        for (const at of lines.keys()) take(at, 20);
        expect(goods + total.shippingMinor).toBe(total.totalMinor - total.taxMinor);
        const shippingTax = reverseCharge ? 0n : total.shippingContainedMinor;
        expect(goods + tax).toBe(total.totalMinor - total.shippingMinor - shippingTax);
      }),
      { numRuns: 500 },
    );
  });
  test('of one piece is its price, with the tax in it', () => {
    const order = {
      lines: [{ quantity: 3, shipped: 0, cancelled: 0, netMinor: 30_000n, containedMinor: 5_700n }],
      shippingMinor: 0n,
      taxesMinor: [5_700n],
    };
    const terms = { included: true, reverseCharge: false };
    expect(piecesMoney({ ...order, terms }, [1])).toEqual({ goodsMinor: 10_000n, taxMinor: 1_900n });
    const reverse = { included: true, reverseCharge: true };
    expect(piecesMoney({ ...order, terms: reverse }, [2])).toEqual({ goodsMinor: 20_000n, taxMinor: 0n });
  });
});

describe('the legs of a refund for lines', () => {
  const account = (kind: 'defer.goods' | 'rev' | 'rev.shipping' | 'tax') => platformAccount(kind, 'CAD');
  const leg = (kind: Parameters<typeof account>[0], amountMinor: bigint): Leg => ({
    account: account(kind),
    amountMinor,
  });
  test('leave the revenue of shipping alone', () => {
    const sold = [leg('rev', -500n), leg('rev.shipping', -100n), leg('tax', -72n)];
    expect(lineRefundLegs(sold, 200n, 24n)).toEqual([leg('rev', 200n), leg('tax', 24n)]);
  });
  test('take what earlier refunds left short from the other accounts, and never more than is there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 4, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 1_000n }),
        fc.bigInt({ min: 0n, max: 1_000n }),
        ([owed = 0n, rev = 0n, shipping = 0n, tax = 0n], goodsMinor, taxMinor) => {
          fc.pre(goodsMinor + taxMinor <= owed + rev + shipping + tax);
          const sold = merged([
            leg('defer.goods', -owed),
            leg('rev', -rev),
            leg('rev.shipping', -shipping),
            leg('tax', -tax),
          ]);
          const legs = lineRefundLegs(sold, goodsMinor, taxMinor);
          expect(legs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(goodsMinor + taxMinor);
          for (const { amountMinor } of merged([...sold, ...legs])) expect(amountMinor <= 0n).toBe(true);
        },
      ),
    );
  });
  test('take goods that are short from other revenue and leave the tax of the rest right', () => {
    const leg = (kind: 'rev' | 'rev.shipping' | 'tax', amountMinor: bigint): Leg => ({
      account: platformAccount(kind, 'CAD'),
      amountMinor,
    });
    // An earlier refund took some of each account; the tax of the rest is 20 %.
    const sold = [leg('rev', -3_000n), leg('rev.shipping', -2_000n), leg('tax', -1_000n)];
    expect(merged([...sold, ...lineRefundLegs(sold, 4_000n, 800n)])).toEqual([
      leg('rev.shipping', -1_000n),
      leg('tax', -200n),
    ]);
  });
  test('lower the shares of partners by the part of the goods', () => {
    const cost: Leg = { account: platformAccount('cost.comm', 'CAD'), amountMinor: 1_125n };
    const held: Leg = { account: { kind: 'earn.hold', owner: 'affiliate:1', unit: 'CAD' }, amountMinor: -1_125n };
    const left = { soldMinor: 10_000n, shippingMinor: 1_000n };
    const back = (goods: bigint, of: bigint, rest = left) =>
      sharesOfGoods([cost, held], goods, of, rest).map(({ amountMinor }) => amountMinor);
    expect(back(3_000n, 9_000n)).toEqual([-375n, 375n]);
    expect(back(9_000n, 9_000n)).toEqual([-1_125n, 1_125n]);
    expect(sharesOfGoods([], 1n, 2n, left)).toEqual([]);
    // Half of the order was refunded before, and half of the share with it: 2,000 of 7,000 are left for 6,000 of goods.
    expect(back(3_000n, 9_000n, { ...left, soldMinor: 5_000n })).toEqual([-696n, 696n]);
    expect(back(3_000n, 9_000n, { ...left, soldMinor: 2_999n })).toEqual([-1_125n, 1_125n]);
  });
});

describe('what a parcel earns', () => {
  test('is its goods and a part of shipping, and the last one takes the rest', () => {
    const open = { goodsMinor: 400n, shippingMinor: 50n };
    expect(parcelEarning(450n, open, 200n)).toEqual({ goodsMinor: 200n, shippingMinor: 25n });
    expect(parcelEarning(225n, { goodsMinor: 200n, shippingMinor: 25n }, null)).toEqual({
      goodsMinor: 200n,
      shippingMinor: 25n,
    });
  });
  test('is lowered in proportion by a refund without lines, and not raised by one for lines that is under way', () => {
    const open = { goodsMinor: 400n, shippingMinor: 50n };
    expect(parcelEarning(225n, open, null)).toEqual({ goodsMinor: 200n, shippingMinor: 25n });
    expect(parcelEarning(550n, open, null)).toEqual({ goodsMinor: 500n, shippingMinor: 50n });
    expect(parcelEarning(550n, open, 200n)).toEqual({ goodsMinor: 200n, shippingMinor: 25n });
  });
});
