import { expect, test } from 'vitest';
import { type AdminProduct, blankProduct, fieldOf, sentProduct, shownProduct } from './product-form.ts';

const product = {
  id: 1,
  slug: 'kit',
  name: 'Kit',
  summary: 'One',
  description: 'Two',
  sku: 'K-1',
  category: 'tools',
  state: 'published',
  regions: [1, 2],
  shipping_class: 'parcel',
  weight_g: 500,
  is_digital: false,
  tracks_stock: true,
  back_orders: true,
  low_stock_at: null,
  shortage_switch: 'fz',
  is_rental: false,
  is_loaner: false,
  art: 'handheld',
  highlights: ['Fast', 'Small'],
  included: ['Kit'],
  attributes: [{ name: 'Connection', values: ['OBD-II', 'Bench'] }],
  prices: [{ currency: 'CAD', price: '749.00', dealer_price: '599.00', deposit: null }],
  options: [
    {
      name: 'Cable, long',
      selections: [
        { name: 'None', prices: [] },
        { name: '3 m: red; soft', prices: [{ currency: 'CAD', price: '25.00', dealer_price: null }] },
      ],
    },
  ],
  images: [{ id: 7, alt: 'From above', url: '/x', width: 800, height: 600 }],
  position: 3,
  stock: { on_hand: 0, allocated: 0, sellable: 0 },
  created_at: '2026-11-15T00:00:00.000Z',
  updated_at: '2026-11-15T00:00:00.000Z',
} as AdminProduct;

test('a product shown and sent unchanged stays the same', () => {
  const { id, stock, created_at, updated_at, images, ...fields } = product;
  expect(sentProduct(shownProduct(product))).toEqual({
    ...fields,
    weight_g: '500',
    position: '3',
    images: images.map(({ id: image, alt }) => ({ id: image, alt })),
  });
});

test('a new product is an empty draft, and an empty number counts as none', () => {
  const sent = sentProduct({ ...blankProduct, weight_g: '' });
  expect([sent.state, sent.weight_g, sent.options, sent.prices]).toEqual(['draft', 0, [], []]);
});

test('an error inside a list is shown at the list', () => expect(fieldOf('prices.0.price')).toBe('prices'));
