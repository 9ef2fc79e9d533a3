import { parseFilters } from '@tuneport/domain/store/product-list';
import { describe, expect, test } from 'vitest';
import { toolLabels, toolTextAt } from '../tools/tool-labels.ts';
import { chosenPrice, firstChoice } from './product-choice.ts';
import { monthText, shopAmount, stockLabel, totalOf } from './product-labels.ts';
import { listAddress, readListState, toggled } from './product-list-address.ts';
import type { Product } from './product-types.ts';
import { productLd } from './store-meta.ts';
import { typedQuantity } from './typed-quantity.ts';

test.each([
  ['1', 1],
  ['20', 20],
  ['21', 20],
  ['999999', 20],
  ['0', 1],
  ['-5', 1],
  ['2.9', 2],
  ['3,5', 3],
  ['', 1],
  ['many', 1],
])('a quantity typed as "%s" becomes %i (S280)', (text, quantity) => expect(typedQuantity(text)).toBe(quantity));

describe('the URL of a product list', () => {
  test('is read and written the same, and omits defaults', () => {
    const address =
      '/products?category=tools&filters=connection:bench,connection:obd-ii&search=flash&sort=-price&currency=USD&page=3';
    const state = readListState(new URL(address, 'http://store').searchParams);
    expect(listAddress(state, { page: state.page })).toBe(address);
    expect(listAddress(readListState(new URLSearchParams('sort=odd&page=0&currency=x')))).toBe('/products');
  });

  test('resets to the first page when a filter changes', () => {
    const state = readListState(new URLSearchParams('page=4'));
    const chosen = toggled(state.filters, 'fuel', 'diesel');
    expect(listAddress(state, { filters: chosen })).toBe('/products?filters=fuel:diesel');
    expect(toggled(parseFilters('fuel:diesel'), 'fuel', 'diesel').size).toBe(0);
  });
});

test('availability has a label, with the month where known', () => {
  expect(stockLabel({ state: 'back-order', month: '2027-03' }).text).toBe('Ships in March 2027');
  expect(stockLabel({ state: 'sold-out', month: null }).tone).toBe('bad');
  expect(monthText('soon')).toBe('soon');
});

test('amounts are added exactly and drop only zero cents', () => {
  const cad = (amount: string) => ({ amount, currency: 'CAD' });
  expect(totalOf([cad('0.10'), cad('0.20')])).toEqual(cad('0.30'));
  expect(totalOf([cad('1.00'), null])).toBeNull();
  expect(shopAmount(cad('749.00')).amount).toBe('749');
  expect(shopAmount(cad('749.50')).amount).toBe('749.50');
  expect(shopAmount({ amount: '81200', currency: 'JPY' }).amount).toBe('81200');
});

const product = {
  slug: 'kit',
  name: 'Kit',
  summary: 'A kit',
  description: '',
  sku: '',
  category: null,
  images: [],
  price: { amount: '100.00', currency: 'CAD' },
  baseprice: { amount: '120.00', currency: 'CAD' },
  currency: 'CAD',
  availability: { state: 'few', month: null },
  options: [
    {
      id: 1,
      name: 'Cable',
      selections: [
        { id: 11, name: 'Short', pricesByCurrency: {}, price: null },
        { id: 12, name: 'Long', pricesByCurrency: { CAD: '25.50' }, price: { amount: '25.50', currency: 'CAD' } },
      ],
    },
  ],
} as unknown as Product;

test('a page starts with the first selection of each option, and a more expensive one is added to the price', () => {
  const first = firstChoice(product);
  expect(chosenPrice(product, first)).toEqual({ price: product.price, baseprice: product.baseprice });
  expect(chosenPrice(product, { ...first, selections: { 1: 12 } }).price?.amount).toBe('125.50');
});

test('structured data contains price and availability; without a price there is no offer', () => {
  expect(productLd('https://x.test', product)).toMatchObject({
    url: 'https://x.test/products/kit',
    offers: { price: '100.00', priceCurrency: 'CAD', availability: 'https://schema.org/LimitedAvailability' },
  });
  expect(productLd('https://x.test', { ...product, price: null })).not.toHaveProperty('offers');
});

test('every tool page has its texts, sells one product and links to others', () => {
  for (const path of ['/flashzilla', '/fzpro', '/kess', '/cmd', '/flex', '/dealertools']) {
    const text = toolTextAt(path);
    expect(text?.points.length, path).toBe(3);
    expect(text?.beside.includes(text.product), path).toBe(false);
  }
  expect(new Set(toolLabels().map(({ product: slug }) => slug)).size).toBe(toolLabels().length);
});
