import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SaleName } from './earnings-labels.tsx';

const shown = (sale: { title: string; number: string; note?: string }) =>
  renderToStaticMarkup(<SaleName {...sale} />).replace(/<[^>]+>/g, '|');

test('a sale is shown with its number, and one without a title by its number alone', () => {
  expect(shown({ title: 'Store order', number: 'TP-000042' })).toBe('Store order|TP-000042|');
  expect(shown({ title: '', number: 'request:7' })).toBe('request:7');
  expect(shown({ title: '', number: 'TP-000042', note: 'TP-000042, refunded' })).toBe('TP-000042|TP-000042, refunded|');
});
