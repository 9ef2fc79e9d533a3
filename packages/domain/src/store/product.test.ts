import { describe, expect, test } from 'vitest';
import { type Currency, money } from '../money/money.ts';
import { unreachable } from '../testing/unreachable.ts';
import {
  afterPercentOff,
  chosenSelections,
  configuredPrice,
  priceIn,
  productMachine,
  shortagesOn,
  unitPrice,
} from './product.ts';
import { filterText, listProducts, parseFilters } from './product-list.ts';

const source = (currency: Currency, rate: string | null = null, isDealer = false) => ({
  currency,
  defaultCurrency: 'CAD' as const,
  rate,
  isDealer,
});
const prices = { base: { CAD: 74_900n, USD: 54_900n }, dealer: { CAD: 59_900n } };

describe('the price of a product', () => {
  test('is its own in the requested currency', () => {
    expect(priceIn(prices.base, source('USD', '0.5'))).toEqual(money(54_900n, 'USD'));
  });

  test('is converted from the default currency and rounded once where missing', () => {
    expect(priceIn(prices.base, source('EUR', '0.6789'))).toEqual(money(50_850n, 'EUR'));
    expect(priceIn(prices.base, source('JPY', '108.337'))).toEqual(money(81_144n, 'JPY'));
    expect(priceIn(prices.base, source('KWD', '0.2245'))).toEqual(money(168_151n, 'KWD'));
    expect(priceIn(prices.base, source('EUR'))).toBeNull();
  });

  test('for a dealer is the dealer price where there is one, and never the higher of the two', () => {
    expect(unitPrice(prices, source('CAD', null, true))?.amountMinor).toBe(59_900n);
    expect(unitPrice(prices, source('CAD'))?.amountMinor).toBe(74_900n);
    expect(unitPrice({ base: { CAD: 100n }, dealer: { CAD: 200n } }, source('CAD', null, true))?.amountMinor).toBe(
      100n,
    );
  });

  test('includes its selections; one without any price adds nothing, one missing this currency has none', () => {
    const priced = { base: { CAD: 5_000n }, dealer: {} };
    expect(configuredPrice(prices, [priced, { base: {}, dealer: {} }], source('CAD'))?.amountMinor).toBe(79_900n);
    expect(configuredPrice(prices, [priced], source('USD'))).toBeNull();
  });

  test('after a sale is rounded to a payable amount', () => {
    expect(afterPercentOff(money(999n, 'CAD'), '12.5').amountMinor).toBe(874n);
    expect(afterPercentOff(money(81_145n, 'JPY'), '10').amountMinor).toBe(73_030n);
  });
});

test('a buyer must choose one selection of each option', () => {
  const selection = (id: number) => ({ id, name: `s${id}`, prices: { base: {}, dealer: {} } });
  const options = [
    { id: 1, name: 'Cable', selections: [selection(11), selection(12)] },
    { id: 2, name: 'Case', selections: [selection(21)] },
  ];
  const chosen = (...pairs: [number, number][]) =>
    chosenSelections(
      options,
      pairs.map(([option, of]) => ({ option, selection: of })),
    )?.map(({ id }) => id);
  expect(chosen([2, 21], [1, 12])).toEqual([12, 21]);
  expect(chosen([1, 12])).toBeUndefined();
  expect(chosen([1, 12], [1, 11])).toBeUndefined();
  expect(chosen([1, 21], [2, 21])).toBeUndefined();
});

test('every state of a product is reachable', () => expect(unreachable(productMachine)).toEqual([]));

test('active shortages include their month', () => {
  const off = {
    'fz-shortage': false,
    'fz-shortage-month': '2027-01',
    'fzl-shortage': false,
    'fzl-shortage-month': null,
  };
  expect(shortagesOn(off)).toEqual({});
  expect(shortagesOn({ ...off, 'fz-shortage': true, 'fzl-shortage': true })).toEqual({ fz: '2027-01', fzl: null });
});

describe('a list of products', () => {
  const product = (slug: string, category: string, price: bigint | null, connectors: string[], position = 0) => ({
    slug,
    name: slug.toUpperCase(),
    summary: '',
    sku: '',
    category,
    position,
    price,
    attributes: [{ name: 'Plug', values: connectors }],
  });
  const products = [
    product('b', 'tools', 200n, ['OBD-II', 'Bench'], 2),
    product('a', 'tools', 300n, ['OBD-II'], 1),
    product('c', 'cables', 50n, ['Bench'], 3),
    product('d', 'cables', null, ['Bench'], 4),
  ];
  const list = (input: Partial<Parameters<typeof listProducts>[1]>) =>
    listProducts(products, { filters: new Map(), sort: 'featured', ...input }, (one) => one.price);
  const slugs = (input: Parameters<typeof list>[0]) => list(input).found.map(({ slug }) => slug);

  test('is sorted as requested, with unpriced products last', () => {
    expect(slugs({})).toEqual(['a', 'b', 'c', 'd']);
    expect(slugs({ sort: 'price' })).toEqual(['c', 'b', 'a', 'd']);
    expect(slugs({ sort: '-price' })).toEqual(['a', 'b', 'c', 'd']);
  });

  test('matches any value within a filter and all filters together', () => {
    expect(slugs({ filters: parseFilters('plug:bench') })).toEqual(['b', 'c', 'd']);
    expect(slugs({ filters: parseFilters('plug:bench,plug:obd-ii'), category: 'tools' })).toEqual(['a', 'b']);
    expect(slugs({ filters: parseFilters('plug:bench,colour:red') })).toEqual([]);
  });

  test('counts the results of each further filter value', () => {
    const { facets, categoryCounts } = list({ category: 'tools', filters: parseFilters('plug:bench') });
    expect(facets).toEqual([
      {
        key: 'plug',
        name: 'Plug',
        values: [
          { value: 'bench', label: 'Bench', count: 1 },
          { value: 'obd-ii', label: 'OBD-II', count: 2 },
        ],
      },
    ]);
    expect(Object.fromEntries(categoryCounts)).toEqual({ tools: 1, cables: 2 });
  });

  test('is searched by all words', () => expect(slugs({ search: 'bench obd' })).toEqual(['b']));

  test('ignores invalid filters', () => {
    expect(filterText(parseFilters('a:b,,x,:y,z:,a:c,q:w:e'))).toBe('a:b,a:c');
  });
});
