import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyCodes, money } from '../money/money.ts';
import {
  addEntry,
  type CartCurrency,
  cartQuantityMax,
  cartQuantityMin,
  clampQuantity,
  entryHash,
  isEmpty,
  mergeEntries,
  type NewCartEntry,
  pricedCart,
  pricePerUnit,
  removeEntry,
  setQuantity,
} from './cart.ts';

const cad: CartCurrency = { currency: 'CAD', defaultCurrency: 'CAD', rate: null };
const option = (id: number | string, selection: number | string, price?: string) => ({
  option: { id, name: `Option ${id}` },
  selection: {
    id: selection,
    name: `Selection ${selection}`,
    pricesByCurrency: price === undefined ? {} : { CAD: price },
  },
});
const entry = (slug: string, quantity: number, options: NewCartEntry['options'] = []): NewCartEntry => ({
  product: { slug, name: slug, pricesByCurrency: { CAD: '100.00', USD: '80.00' } },
  options,
  quantity,
});

test('a quantity is at least 1 and at most 20 (S425)', () =>
  expect([cartQuantityMin, cartQuantityMax]).toEqual([1, 20]));

test.each([
  [0, 1],
  [-5, 1],
  [Number.NaN, 1],
  [Number.NEGATIVE_INFINITY, 1],
  [1, 1],
  [7.9, 7],
  [20, 20],
  [21, 20],
  [Number.POSITIVE_INFINITY, 20],
])('a quantity of %d becomes %d (S221 S222 S280)', (given, kept) => expect(clampQuantity(given)).toBe(kept));

describe('an added item', () => {
  test('with the same product and options is merged into the existing entry (S223)', () => {
    const entries = mergeEntries([entry('kess', 2, [option(1, 5)]), entry('kess', 3, [option(1, 5)])]);
    expect(entries.map(({ quantity }) => quantity)).toEqual([5]);
  });
  test('is capped at 20: 15 and 10 make 20 (S224)', () =>
    expect(mergeEntries([entry('kess', 15), entry('kess', 10)])[0]?.quantity).toBe(20));
  test('with other options is a separate line (S225)', () => {
    const lines = mergeEntries([entry('kess', 1, [option(1, 5)]), entry('kess', 1, [option(1, 6)]), entry('kess', 1)]);
    expect(lines).toHaveLength(3);
  });
  test('never exceeds 20 by writing the same options differently', () => {
    const lines = mergeEntries([
      entry('kess', 20, [option(1, 5), option(2, 7)]),
      entry('kess', 20, [option('2', '7'), option('1', '5')]),
      entry('kess', 20, [option(1, 5), option(2, 7), option(1, 5)]),
    ]);
    expect(lines.map(({ quantity }) => quantity)).toEqual([20]);
  });
});

describe('the hash of an entry (S157)', () => {
  const pairs = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 6 });
  const optionsOf = (list: readonly (readonly [number, number])[], text = false) =>
    list.map(([a, b]) => (text ? option(`${a}`, `${b}`) : option(a, b)));
  test('is equal for the same product and options in any order and number type', () =>
    fc.assert(
      fc.property(fc.string(), pairs, fc.boolean(), (slug, list, text) => {
        expect(entryHash(slug, optionsOf([...list].reverse(), text))).toBe(entryHash(slug, optionsOf(list)));
      }),
    ));
  test('differs for another product or other options', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), pairs, pairs, (a, b, one, two) => {
        const set = (list: typeof one) => JSON.stringify([...new Set(list.map((pair) => pair.join()))].sort());
        const same = a === b && set(one) === set(two);
        expect(entryHash(a, optionsOf(one)) === entryHash(b, optionsOf(two))).toBe(same);
      }),
    ));
  test('is not confused by delimiters inside a slug or an id', () => {
    expect(entryHash('a', [option('1,2', '3')])).not.toBe(entryHash('a', [option('1', '2,3')]));
    expect(entryHash('a"', [])).not.toBe(entryHash('a', []));
  });
});

describe('the unit price (S153 S154 S155 S156 S190)', () => {
  const input = entry('kess', 2, [option(1, 5, '20.50'), option(2, 7), option(3, 9, '-10.00')]);
  test('is the product plus its selections in the currency of the cart', () =>
    expect(pricePerUnit(input, cad)).toEqual(money(11_050n, 'CAD')));
  test('is converted from the default currency where missing, and rounded', () => {
    const eur: CartCurrency = { currency: 'EUR', defaultCurrency: 'CAD', rate: '0.6789' };
    expect(pricePerUnit(entry('kess', 1), eur)).toEqual(money(6789n, 'EUR'));
    const yen: CartCurrency = { currency: 'JPY', defaultCurrency: 'CAD', rate: '108.129' };
    expect(pricePerUnit(entry('kess', 1), yen)).toEqual(money(10_813n, 'JPY'));
    expect(pricePerUnit(entry('kess', 1), { ...eur, currency: 'USD' })).toEqual(money(8000n, 'USD'));
  });
  test('is null without a price and a rate, never zero', () => {
    const eur: CartCurrency = { currency: 'EUR', defaultCurrency: 'CAD', rate: null };
    expect(pricePerUnit(entry('kess', 1), eur)).toBeNull();
    expect(pricedCart(mergeEntries([entry('kess', 1)]), eur).subtotal).toBeNull();
  });
});

test('the subtotal is the sum of price times quantity, in the currency of the cart (S158 S159 S012)', () => {
  const cart = pricedCart(mergeEntries([entry('kess', 3), entry('flex', 2, [option(1, 1, '0.01')])]), cad);
  expect([cart.currency, cart.subtotal]).toEqual(['CAD', money(50_002n, 'CAD')]);
  expect(pricedCart(mergeEntries([entry('kess', 3)]), { ...cad, currency: 'USD' }).subtotal).toEqual(
    money(24_000n, 'USD'),
  );
});

test('a cart is empty exactly when it has no entries (S109)', () => {
  const entries = mergeEntries([entry('kess', 1)]);
  expect([isEmpty([]), isEmpty(entries), isEmpty(removeEntry(entries, entries[0]?.hash ?? ''))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(pricedCart([], cad).subtotal).toEqual(money(0n, 'CAD'));
});

test('changing a quantity clamps it and changes no other entry', () => {
  const entries = mergeEntries([entry('kess', 1), entry('flex', 2)]);
  const changed = setQuantity(entries, entries[1]?.hash ?? '', 99);
  expect(changed.map(({ quantity }) => quantity)).toEqual([1, 20]);
  expect(changed.reduce((count, { quantity }) => count + quantity, 0)).toBe(21);
});

test('any additions keep every entry between 1 and 20 and all entries distinct', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ slug: fc.constantFrom('a', 'b', 'c'), pick: fc.nat(2), quantity: fc.integer() })),
      (adds) => {
        const entries = adds.reduce<ReturnType<typeof addEntry>>(
          (all, { slug, pick, quantity }) => addEntry(all, entry(slug, quantity, [option(1, pick)])),
          [],
        );
        expect(new Set(entries.map(({ hash }) => hash)).size).toBe(entries.length);
        expect(entries.every(({ quantity }) => quantity >= 1 && quantity <= 20)).toBe(true);
      },
    ),
  ));

test('the subtotal is exact in every currency, whatever its decimals', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...currencyCodes),
      fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 1, max: 20 })), { maxLength: 8 }),
      (currency, rows) => {
        const shown: CartCurrency = { currency, defaultCurrency: currency, rate: null };
        const decimals = { JPY: 0, KWD: 3 }[currency as string] ?? 2;
        const text = (minor: bigint) => {
          const digits = minor.toString().padStart(decimals + 1, '0');
          return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        };
        const entries = mergeEntries(
          rows.map(([minor, quantity], at) => ({
            product: { slug: `p${at}`, name: 'p', pricesByCurrency: { [currency]: text(minor) } },
            options: [],
            quantity,
          })),
        );
        const expected = rows.reduce((all, [minor, quantity]) => all + minor * BigInt(quantity), 0n);
        expect(pricedCart(entries, shown).subtotal).toEqual(money(expected, currency));
      },
    ),
  ));
