import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenderedUi, type UiState } from '../../../platform/ui-state.ts';
import { SummarySums } from './Summary.tsx';

const euros = (amount: string) => ({ amount, currency: 'EUR' });

const shown = (included: boolean, isTaxed: boolean) => {
  const ui = { settings: { prices_include_tax: included } } as unknown as UiState;
  const tax = { tax_included: included, reverse_charge: false, tax_removed: euros('0.00'), taxes: [] };
  const sums = {
    list: euros('749.00'),
    discount: euros('0.00'),
    discountName: '',
    shipping: null,
    shippingNeeded: false,
    tax: isTaxed ? tax : null,
    total: isTaxed ? euros('749.00') : null,
  };
  return renderToStaticMarkup(
    <RenderedUi value={ui}>
      <SummarySums sums={sums} />
    </RenderedUi>,
  ).replace(/<[^>]*>/g, ' ');
};

test('subtotal says that it includes VAT where prices do, before and after the address is known', () => {
  for (const isTaxed of [false, true]) {
    expect(shown(true, isTaxed)).toContain('Subtotal, incl. VAT');
    expect(shown(false, isTaxed)).not.toContain('VAT');
  }
});
