import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  allocate,
  allowedCurrency,
  type Currency,
  compare,
  convert,
  currencies,
  currencyCodes,
  fromWire,
  isCurrency,
  type Money,
  money,
  moneyText,
  multiply,
  parseMoney,
  percent,
  ratio,
  roundedQuotient,
  subtract,
  sum,
  times,
  toDecimal,
  toWire,
  zero,
} from './money.ts';

const currency = fc.constantFrom(...currencyCodes);
const amountMinor = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const anyMoney = fc.record({ amountMinor, currency });
const two = fc.tuple(amountMinor, amountMinor, currency).map(([a, b, c]) => [money(a, c), money(b, c)] as const);
const holds = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { seed: 7, numRuns: 1000 });

describe('currencies', () => {
  test('include some with 0, 2 and 3 decimals', () => {
    expect([currencies.JPY, currencies.CAD, currencies.KWD]).toEqual([0, 2, 3]);
    const codes = 'CAD USD EUR GBP AUD NZD CHF SEK NOK DKK PLN CZK JPY KWD';
    for (const code of codes.split(' ')) expect(isCurrency(code)).toBe(true);
    for (const code of ['cad', 'XXX', 'toString', '', null, 7]) expect(isCurrency(code)).toBe(false);
  });
  test('an unknown currency is an error, never dollars', () => {
    expect(() => money(1n, undefined as unknown as Currency)).toThrow(TypeError);
    expect(() => money(1n, 'constructor' as Currency)).toThrow(TypeError);
  });
  test('the decimals match Intl', () => {
    for (const code of currencyCodes) {
      const known = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions();
      expect([code, known.maximumFractionDigits]).toEqual([code, currencies[code]]);
    }
  });
});

describe('arithmetic', () => {
  test('two currencies cannot be mixed', () => {
    const mixed = [money(1n, 'CAD'), money(1n, 'USD')] as const;
    for (const act of [add, subtract, compare]) expect(() => act(...mixed)).toThrow(TypeError);
    expect(() => sum([money(1n, 'USD')], 'CAD')).toThrow(TypeError);
  });
  test('adding and subtracting are inverse', () =>
    holds(
      fc.property(two, ([a, b]) => {
        expect(subtract(add(a, b), b)).toEqual(a);
      }),
    ));
  test('comparing is consistent with subtracting', () =>
    holds(
      fc.property(two, ([a, b]) => {
        const difference = subtract(a, b).amountMinor;
        expect(compare(a, b)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
      }),
    ));
  test('an amount beyond a database bigint is refused', () => {
    expect(() => money(2n ** 63n, 'CAD')).toThrow(RangeError);
    expect(() => times(money(2n ** 62n, 'CAD'), 2n)).toThrow(RangeError);
  });
  test('the sum of no amounts is zero', () => expect(sum([], 'JPY')).toEqual(zero('JPY')));
});

describe('rounding', () => {
  test.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, -2n, -1n],
    [-1n, -2n, 1n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [3n, 2n, 2n],
    [49n, 100n, 0n],
    [-49n, 100n, 0n],
    [0n, 7n, 0n],
    [7n, 7n, 1n],
  ])('%s / %s is %s: halves are rounded away from zero', (a, b, result) => expect(roundedQuotient(a, b)).toBe(result));
  test('is never more than half a unit off, and a refund mirrors its charge', () =>
    holds(
      fc.property(amountMinor, fc.bigInt({ min: 1n, max: 10n ** 6n }), (a, b) => {
        const twiceOff = 2n * (roundedQuotient(a, b) * b - a);
        expect(twiceOff <= b && twiceOff >= -b).toBe(true);
        expect(roundedQuotient(-a, b)).toBe(-roundedQuotient(a, b));
      }),
    ));
  test('division by zero is an error', () => expect(() => roundedQuotient(1n, 0n)).toThrow(RangeError));
  test('a percentage is exact', () => {
    expect(multiply(money(1000n, 'CAD'), percent('7.25'))).toEqual(money(73n, 'CAD'));
    expect(multiply(money(-1000n, 'CAD'), percent('7.25'))).toEqual(money(-73n, 'CAD'));
    expect(percent('100')).toEqual({ numerator: 100n, denominator: 100n });
  });
  test('a value that is not a decimal number is not a ratio', () => {
    for (const text of ['', '1e3', '.5', '1.', 'NaN', ' 1', '0x10', '1,5'])
      expect(() => ratio(text)).toThrow(RangeError);
  });
  test('a conversion respects the decimals of both currencies', () => {
    expect(convert(money(1000n, 'USD'), ratio('1.3725'), 'CAD')).toEqual(money(1373n, 'CAD'));
    expect(convert(money(1000n, 'USD'), ratio('151.25'), 'JPY')).toEqual(money(1513n, 'JPY'));
    expect(convert(money(1000n, 'JPY'), ratio('0.002'), 'KWD')).toEqual(money(2000n, 'KWD'));
    for (const bad of ['0', '-1']) expect(() => convert(money(1n, 'USD'), ratio(bad), 'CAD')).toThrow(RangeError);
  });
});

describe('allocation', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 12 })
    .filter((list) => list.some((weight) => weight > 0n));
  test('the parts sum exactly to the whole, and each is less than a unit off its share', () =>
    holds(
      fc.property(anyMoney, weights, (whole, list) => {
        const parts = allocate(whole, list);
        expect(sum(parts, whole.currency)).toEqual(whole);
        const total = list.reduce((a, b) => a + b, 0n);
        for (const [at, part] of parts.entries()) {
          const off = part.amountMinor * total - whole.amountMinor * (list[at] ?? 0n);
          expect(off < total && off > -total).toBe(true);
        }
      }),
    ));
  test('a weight of zero gets nothing', () =>
    holds(
      fc.property(anyMoney, weights, (whole, list) => {
        for (const [at, part] of allocate(whole, list).entries())
          if (list[at] === 0n) expect(part.amountMinor).toBe(0n);
      }),
    ));
  const negate = (a: Money): Money => money(-a.amountMinor, a.currency);
  test('a negative whole is allocated like a positive one', () =>
    holds(
      fc.property(anyMoney, weights, (whole, list) => {
        expect(allocate(negate(whole), list)).toEqual(allocate(whole, list).map(negate));
      }),
    ));
  test('the remaining unit goes to the largest remainder, the earlier part first', () => {
    const minor = (list: Money[]) => list.map((part) => part.amountMinor);
    expect(minor(allocate(money(100n, 'CAD'), [1n, 1n, 1n]))).toEqual([34n, 33n, 33n]);
    expect(minor(allocate(money(10n, 'CAD'), [1n, 2n, 3n]))).toEqual([2n, 3n, 5n]);
    expect(minor(allocate(money(100n, 'CAD'), [10n, 19n, 71n]))).toEqual([10n, 19n, 71n]);
    expect(minor(allocate(money(5n, 'CAD'), [10n, 69n, 21n]))).toEqual([1n, 3n, 1n]);
  });
  test('no parts, no weight or a negative weight is an error', () => {
    for (const bad of [[], [0n, 0n], [1n, -1n]]) expect(() => allocate(money(1n, 'CAD'), bad)).toThrow(RangeError);
  });
});

describe('text', () => {
  test('is a round trip of writing and reading', () =>
    holds(
      fc.property(anyMoney, (a) => {
        expect(parseMoney(toDecimal(a), a.currency)).toEqual(a);
        expect(fromWire(toWire(a))).toEqual(a);
        expect(fromWire(JSON.parse(JSON.stringify(toWire(a))))).toEqual(a);
      }),
    ));
  test('uses the decimals of each currency', () => {
    expect(toDecimal(money(5n, 'CAD'))).toBe('0.05');
    expect(toDecimal(money(-1234n, 'CAD'))).toBe('-12.34');
    expect(toDecimal(money(1234n, 'JPY'))).toBe('1234');
    expect(toDecimal(money(1234n, 'KWD'))).toBe('1.234');
    expect(parseMoney('12', 'CAD')).toEqual(money(1200n, 'CAD'));
    expect(parseMoney('12.5', 'KWD')).toEqual(money(12500n, 'KWD'));
  });
  test('that is not an amount of the currency is refused, never rounded', () => {
    for (const text of [
      '',
      '-',
      '.',
      '1.',
      '.5',
      '1.234',
      '1,50',
      '1e3',
      '0x10',
      '１２',
      '+1',
      '1 000',
      'NaN',
      '9'.repeat(20),
    ])
      expect(parseMoney(text, 'CAD')).toBeNull();
    expect(parseMoney('1.5', 'JPY')).toBeNull();
    expect(parseMoney('9223372036854775807', 'CAD')).toBeNull();
    expect(fromWire({ amount: '1', currency: 'XXX' })).toBeNull();
  });
  test('is displayed in one format, to the last cent', () => {
    expect(moneyText(money(123456n, 'CAD'))).toBe('1,234.56\u00A0CAD');
    expect(moneyText(money(-50n, 'EUR'))).toBe('−0.50\u00A0EUR');
    expect(moneyText(money(1234n, 'JPY'))).toBe('1,234\u00A0JPY');
    expect(moneyText(money(900719925474099301n, 'USD'))).toBe('9,007,199,254,740,993.01\u00A0USD');
  });
});

describe('the store currency', () => {
  test('is the requested one when allowed (S301)', () => expect(allowedCurrency('EUR', ['CAD', 'EUR'])).toBe('EUR'));
  test('is otherwise the first allowed one (S302)', () => {
    for (const wanted of ['USD', 'eur', '', null, undefined])
      expect(allowedCurrency(wanted, ['CAD', 'EUR'])).toBe('CAD');
  });
  test('of a store without currencies is an error', () => expect(() => allowedCurrency('CAD', [])).toThrow(RangeError));
});
