import {
  filterText,
  type ProductSort,
  parseFilters,
  productSorts,
  type WantedFilters,
} from '@tuneport/domain/store/product-list';
import { pageNumber } from '../../../platform/page-number.ts';

/** The state encoded in the URL of a product list; the page depends on nothing else. */
export type ProductListState = {
  readonly category: string | null;
  readonly filters: WantedFilters;
  readonly search: string;
  readonly sort: ProductSort;
  readonly currency: string | null;
  readonly page: number;
};

export function readListState(query: URLSearchParams): ProductListState {
  const sort = query.get('sort');
  return {
    category: query.get('category') || null,
    filters: parseFilters((query.get('filters') ?? '').slice(0, 500)),
    search: (query.get('search') ?? '').trim().slice(0, 120),
    sort: productSorts.find((known) => known === sort) ?? 'featured',
    currency: currencyOf(query),
    page: pageNumber(query),
  };
}

export const currencyOf = (query: URLSearchParams): string | null => {
  const code = query.get('currency')?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
};

/** One URL per state: default values are omitted. */
export function listAddress(state: ProductListState, change: Partial<ProductListState> = {}): string {
  // A change of filter resets to the first page.
  const next = { ...state, page: 1, ...change };
  const query = new URLSearchParams();
  if (next.category) query.set('category', next.category);
  const filters = filterText(next.filters);
  if (filters) query.set('filters', filters);
  if (next.search) query.set('search', next.search);
  if (next.sort !== 'featured') query.set('sort', next.sort);
  if (next.currency) query.set('currency', next.currency);
  if (next.page > 1) query.set('page', String(next.page));
  // Colons and commas are allowed in a query; leaving them unescaped keeps the URL readable.
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? '/products' : `/products?${text}`;
}

export const productAddress = (slug: string, currency: string | null): string =>
  `/products/${slug}${currency ? `?currency=${currency}` : ''}`;

export function toggled(filters: WantedFilters, key: string, value: string): WantedFilters {
  const next = new Map([...filters].map(([name, values]) => [name, new Set(values)]));
  const values = next.get(key) ?? new Set();
  if (!values.delete(value)) values.add(value);
  if (values.size === 0) next.delete(key);
  else next.set(key, values);
  return next;
}
