import type { Call } from '@tuneport/contract/index';
import { pageNumber } from '../../../platform/page-number.ts';
import type { ListedTune } from '../catalog-types.ts';

export type TuneListQuery = { readonly page: number; readonly search: string };

/** Parses the query of a tune list; invalid values fall back to the first page of all tunes. */
export function tuneListQuery(params: URLSearchParams): TuneListQuery {
  return {
    page: pageNumber(params),
    search: (params.get('search') ?? '').trim().slice(0, 120),
  };
}

/** The URL of another page of the same list; the first page without a search has no query. */
export function tuneListAddress(path: string, { page, search }: TuneListQuery): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export type TunePage = {
  readonly data: readonly ListedTune[];
  readonly page: number;
  readonly page_count: number;
  readonly total: number;
};

export const categorySlugs = [
  'engine',
  'turbo',
  'performance',
  'eco',
  'tcu',
  'stage-1',
  'stage-2',
  'stage-3',
  'stage-4',
  'diesel-tuning',
] as const;
export type CategorySlug = (typeof categorySlugs)[number];

export const loadTunes = (
  call: Call,
  { page, search }: TuneListQuery,
  only: { category?: CategorySlug | undefined; curve?: 'true' } = {},
): Promise<TunePage> => call('GET /v1/catalog/tunes', { query: { page, search: search || undefined, ...only } });
