import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containedTaxes, taxesAt, taxesOf } from './tax-table.ts';

describe('the taxes contained in a price', () => {
  test.each([
    [11_900n, '19', 1_900n],
    [100n, '19', 16n],
    [12_345n, '20', 2_058n],
    [999n, '25.5', 203n],
    [1n, '19', 0n],
    [0n, '19', 0n],
    [5_000n, '0', 0n],
  ])('%s at %s percent contain %s', (gross, percent, tax) => {
    expect(containedTaxes(gross, [{ name: 'VAT', percent }])).toEqual([{ name: 'VAT', percent, amountMinor: tax }]);
  });
  test('are what the net amount is taxed with, to the minor unit, for every rate', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.array(
          fc.nat(30_000).map((n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`),
          { maxLength: 3 },
        ),
        (gross, percents) => {
          const rows = percents.map((percent) => ({ name: percent, percent }));
          const { taxes, taxMinor, containedMinor } = taxesOf(gross, rows, { included: true, reverseCharge: false });
          expect(containedMinor).toBe(taxMinor);
          expect(taxes.every(({ amountMinor }) => amountMinor >= 0n)).toBe(true);
          // Adding the taxes to the net amount again differs by roundings only.
          const again = taxesOf(gross - taxMinor, rows, { included: false, reverseCharge: false });
          const off = gross - (gross - taxMinor) - again.taxMinor;
          const most = BigInt(rows.length);
          expect(off <= most && off >= -most).toBe(true);
        },
      ),
    );
  });
  test('are none where the table has no row for the place', () => {
    const table = [{ countryCode: 'DE', state: null, name: 'VAT', percent: '19' }];
    const included = { included: true, reverseCharge: false };
    expect(taxesOf(11_900n, taxesAt(table, { countryCode: 'DE' }), included).taxMinor).toBe(1_900n);
    expect(taxesOf(11_900n, taxesAt(table, { countryCode: 'CH' }), included)).toMatchObject({
      taxMinor: 0n,
      containedMinor: 0n,
    });
  });
});
