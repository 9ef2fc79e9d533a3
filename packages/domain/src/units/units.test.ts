import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, parseDecimal, rational } from './rational.ts';
import { amountProblem, convert, findUnit, quantities, readAmount } from './units.ts';

const shown = (quantity: string, value: string, from: string, to: string): string => {
  const found = quantities.find(({ id }) => id === quantity);
  const [a, b, amount] = [found && findUnit(found, from), found && findUnit(found, to), readAmount(value)];
  if (!a || !b || !amount) throw new Error('unknown unit');
  return decimalText(convert(amount, a, b)).text;
};

test.each([
  ['power', '1', 'hp', 'w', '745.6998716'],
  ['power', '1', 'ps', 'w', '735.49875'],
  ['torque', '1', 'lb-ft', 'nm', '1.355817948'],
  ['pressure', '1', 'psi', 'kpa', '6.894757293'],
  ['pressure', '1', 'atm', 'bar', '1.01325'],
  ['fuel', '30', 'mpg-us', 'l-100km', '7.840486111'],
  ['fuel', '5', 'l-100km', 'km-l', '20'],
  ['temperature', '-40', 'f', 'c', '-40'],
  ['temperature', '0', 'k', 'f', '-459.67'],
  ['speed', '100', 'km-h', 'mph', '62.13711922'],
  ['mass', '1', 'lb', 'kg', '0.45359237'],
  ['volume', '1', 'gal-us', 'l', '3.785411784'],
  ['volume', '1', 'in3', 'cc', '16.387064'],
])('%s: %s %s in %s is %s%s (S105)', (quantity, value, from, to, expected) => {
  expect(shown(quantity, value, from, to)).toBe(expected);
});

test('conversion there and back returns exactly the same value, for every pair of units', () => {
  const decimal = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }));
  for (const { units } of quantities)
    for (const from of units)
      for (const to of units)
        fc.assert(
          fc.property(decimal, ([n, places]) => {
            const value = rational(n, 10n ** BigInt(places));
            expect(convert(convert(value, from, to), to, from)).toEqual(value);
          }),
          { numRuns: 20 },
        );
});

test('decimal text keeps a terminating decimal and rounds others half away from zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 12 }), (n, places) => {
      const value = rational(BigInt(n), 10n ** BigInt(places));
      const { text, exact } = decimalText(value);
      expect(exact).toBe(true);
      expect(parseDecimal(text)).toEqual(value);
    }),
  );
  expect(decimalText(rational(2n, 3n), 3)).toEqual({ text: '0.667', exact: false });
  expect(decimalText(rational(-19995n, 10n), 4)).toEqual({ text: '-2000', exact: false });
  expect(decimalText(rational(1n, 10n ** 12n)).text).toBe('0.000000000001');
});

test.each([
  ['1,234.5', '1234.5'],
  ['1,5', '1.5'],
  ['1 234', '1234'],
  ['.5', '0.5'],
  ['−3', '-3'],
])('amount %s is read as %s', (text, expected) => {
  expect(decimalText(readAmount(text) ?? rational(0n)).text).toBe(expected);
});

test.each(['', 'abc', '1e9', '1,2,3', '0x10', 'Infinity', '1'.repeat(41), '.', '-'])(
  'amount %j is rejected',
  (text) => {
    expect(readAmount(text)).toBeNull();
  },
);

test('values without a meaning are rejected', () => {
  const problem = (quantity: string, unit: string, value: string) => {
    const found = quantities.find(({ id }) => id === quantity);
    const from = found && findUnit(found, unit);
    return found && from ? amountProblem(found, from, readAmount(value) ?? rational(0n)) : 'unknown';
  };
  expect(problem('temperature', 'c', '-273.15')).toBeNull();
  expect(problem('temperature', 'c', '-273.16')).toContain('absolute zero');
  expect(problem('fuel', 'mpg-us', '0')).toContain('greater than zero');
  expect(problem('pressure', 'psi', '-5')).toBeNull();
});

test('units have unique ids and every sample names known units', () => {
  for (const quantity of quantities) {
    expect(new Set(quantity.units.map(({ id }) => id)).size).toBe(quantity.units.length);
    expect(findUnit(quantity, quantity.sample.from) && findUnit(quantity, quantity.sample.to)).toBeTruthy();
  }
});
