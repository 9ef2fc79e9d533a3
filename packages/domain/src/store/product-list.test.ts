import { expect, test } from 'vitest';
import { listProducts, parseFilters } from './product-list.ts';

const product = (nth: number) => ({
  slug: `tool-${nth}`,
  name: `Tool ${nth}`,
  summary: 'Reads and writes control units in the car and on the bench.',
  sku: `SKU-${nth}`,
  category: nth % 2 === 0 ? 'tools' : 'cables',
  position: 1,
  attributes: [
    { name: 'Connector', values: ['OBD-II', `Plug ${nth % 7}`] },
    { name: 'Fits', values: ['Diesel', 'Petrol'] },
  ],
});
const none = { filters: parseFilters(''), sort: 'featured' } as const;

test('products are found by word, misspelt word and filter, in the order of their numbers', () => {
  const products = [10, 2, 1].map(product);
  const slugs = (input: object) =>
    listProducts(products, { ...none, ...input }, ({ slug }) => BigInt(slug.length)).found.map(({ slug }) => slug);
  expect(slugs({})).toEqual(['tool-1', 'tool-2', 'tool-10']);
  expect(slugs({ search: 'sku-10' })).toEqual(['tool-10']);
  expect(slugs({ search: 'contrl' })).toHaveLength(3);
  expect(slugs({ search: 'gearbox' })).toEqual([]);
  expect(slugs({ filters: parseFilters('connector:plug-2,fits:diesel') })).toEqual(['tool-2']);
  expect(slugs({ sort: '-price' })).toEqual(['tool-10', 'tool-1', 'tool-2']);
  const { facets } = listProducts(products, none, () => null);
  expect(facets.map(({ key, values }) => [key, values.map(({ value, count }) => `${value} ${count}`)])).toEqual([
    ['connector', ['obd-ii 3', 'plug-1 1', 'plug-2 1', 'plug-3 1']],
    ['fits', ['diesel 3', 'petrol 3']],
  ]);
});

test('further lists of the same products read their texts no more', () => {
  let reads = 0;
  const products = Array.from({ length: 20 }, (_, nth) => {
    const made = product(nth);
    Object.defineProperty(made, 'summary', {
      get() {
        reads += 1;
        return 'Reads and writes control units.';
      },
    });
    return made;
  });
  for (const search of ['one', 'two', 'three']) listProducts(products, { ...none, search }, () => null);
  expect(reads).toBe(products.length);
});
