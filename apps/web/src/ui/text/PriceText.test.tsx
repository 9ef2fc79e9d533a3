import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenderedUi, type UiState } from '../../platform/ui-state.ts';
import { PriceText } from './PriceText.tsx';

const shown = (included: boolean) => {
  const ui = { settings: { prices_include_tax: included } } as UiState;
  const html = renderToStaticMarkup(
    <RenderedUi value={ui}>
      <PriceText money={{ amount: '404.10', currency: 'EUR' }} />
    </RenderedUi>,
  );
  return html.replace(/<[^>]*>/g, '');
};

test('a price says that it includes VAT only where prices include it', () => {
  expect(shown(true)).toBe('404.10 EUR incl. VAT');
  expect(shown(false)).toBe('404.10 EUR');
});
