import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { RenderedUi, type UiState } from '../../../platform/ui-state.ts';
import { BuyBox } from './BuyBox.tsx';
import type { Product } from './product-types.ts';

const product = {
  name: 'Bench harness',
  slug: 'bench-harness',
  currency: 'EUR',
  price: { amount: '89.00', currency: 'EUR' },
  baseprice: null,
  prices_shown: true,
  availability: { state: 'available', month: null },
  options: [],
} as unknown as Product;

const shown = (included: boolean) => {
  const ui = { dealer: null, settings: { prices_include_tax: included } } as unknown as UiState;
  const box = (
    <BuyBox product={product} choice={{ selections: {}, quantity: 1 }} onChoose={() => undefined} currency={null} />
  );
  const router = createMemoryRouter([{ id: 'root', path: '*', element: box }]);
  return renderToStaticMarkup(
    <RenderedUi value={ui}>
      <RouterProvider router={router} />
    </RenderedUi>,
  ).replace(/<[^>]*>/g, '');
};

test('the buy box says once that the price includes VAT, and otherwise when tax is shown', () => {
  expect(shown(true)).toContain('89 EUR incl. VAT');
  expect(shown(true)).toContain('Prices include VAT; shipping is shown before you pay');
  expect(shown(true).match(/incl\. VAT/g)).toHaveLength(1);
  expect(shown(false)).not.toContain('VAT');
  expect(shown(false)).toContain('Tax and shipping are shown before you pay');
});
