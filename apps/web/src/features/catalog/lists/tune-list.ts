import type { Call, CallReply } from '@tuneport/contract/index';
import { pageNumber } from '../../../platform/page-number.ts';

export type TunePage = CallReply<'GET /v1/catalog/tunes'>;

export const tuneFuels = ['petrol', 'diesel', 'flex', 'cng', 'lpg'] as const;
export const tuneAspirations = ['natural', 'turbo', 'supercharged', 'twincharged'] as const;
/** Steps of the smallest gain, in per cent. */
export const tuneGains = [5, 10, 20, 30, 50] as const;
/** Steps of the highest price, in whole units of the currency shown. */
export const tunePrices = [250, 500, 750, 1000, 1500, 2500] as const;
const tuneSorts = ['gain', 'power', 'price', '-price'] as const;

export type TuneListQuery = {
  readonly page: number;
  readonly search: string;
  readonly make: string;
  readonly fuel: '' | (typeof tuneFuels)[number];
  readonly aspiration: '' | (typeof tuneAspirations)[number];
  readonly gain: number;
  readonly price: number;
  readonly tool: string;
  readonly sort: '' | (typeof tuneSorts)[number];
};

const filterNames = ['make', 'fuel', 'aspiration', 'gain', 'price', 'tool'] as const;

const slugPattern = /^[a-z0-9][a-z0-9.-]{0,118}$/;
const slugIn = (text: string | null) => (text !== null && slugPattern.test(text) ? text : '');
const oneOf = <T extends string>(known: readonly T[], text: string | null): T | '' =>
  known.find((each) => each === text) ?? '';
const stepOf = (known: readonly number[], text: string | null) => known.find((each) => String(each) === text) ?? 0;

/** Parses the query of a tune list; invalid values are ignored. */
export function tuneListQuery(params: URLSearchParams): TuneListQuery {
  return {
    page: pageNumber(params),
    search: (params.get('search') ?? '').trim().slice(0, 120),
    make: slugIn(params.get('make')),
    fuel: oneOf(tuneFuels, params.get('fuel')),
    aspiration: oneOf(tuneAspirations, params.get('aspiration')),
    gain: stepOf(tuneGains, params.get('gain')),
    price: stepOf(tunePrices, params.get('price')),
    tool: slugIn(params.get('tool')),
    sort: oneOf(tuneSorts, params.get('sort')),
  };
}

/** The number of filters that narrow the list, besides the search. */
export const filterCount = (query: TuneListQuery): number => filterNames.filter((name) => query[name]).length;

export const withoutFilters = (query: TuneListQuery): TuneListQuery => ({
  ...tuneListQuery(new URLSearchParams()),
  search: query.search,
  sort: query.sort,
});

/** One URL per state of a list: default values are omitted. */
export function tuneListAddress(path: string, query: Partial<TuneListQuery>): string {
  const params = new URLSearchParams();
  for (const name of ['search', ...filterNames, 'sort'] as const) {
    const value = query[name];
    if (value) params.set(name, String(value));
  }
  if (query.page && query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

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
type CategorySlug = (typeof categorySlugs)[number];

/** Filters without a value are left out, so that equal lists share one cached response. */
export function loadTunes(
  call: Call,
  { page, ...query }: TuneListQuery,
  only: { category?: CategorySlug | undefined; curve?: 'true' } = {},
): Promise<TunePage> {
  const { search, make, fuel, aspiration, gain, price, tool, sort } = query;
  return call('GET /v1/catalog/tunes', {
    query: {
      page,
      ...(search ? { search } : {}),
      ...(make ? { make } : {}),
      ...(fuel ? { fuel } : {}),
      ...(aspiration ? { aspiration } : {}),
      ...(gain ? { gain } : {}),
      ...(price ? { price } : {}),
      ...(tool ? { tool } : {}),
      ...(sort ? { sort } : {}),
      ...only,
    },
  });
}
