import { numberText, t } from '@tuneport/domain/text/text';
import type { RefSearch } from '../form/form-fields.ts';
import type { Option } from '../form/NativeSelect.tsx';
import { comparedDays, type Days, parseRange, rangeLabel, rangeNow } from './filters/date-range.ts';

// The URL is the state of a list: search, filters, sorting and page. Pure functions, so that links, the back button and
// tests agree.

/** Text of a filter that does not match its `pattern` is ignored. */
export type FilterSpec = { id: string; label: string } & (
  | { kind: 'text'; pattern?: RegExp }
  | { kind: 'date' }
  | { kind: 'boolean'; yes?: string; no?: string }
  /** `many`: the call takes several values and "is not": "paid,refunded" and "!paid". */
  | { kind: 'select'; options: readonly Option[]; many?: true }
  /** A range of days. The call takes its first and last day as `from` and `to`, or by the names given here. */
  | {
      kind: 'range';
      names?: readonly [from: string, to: string];
      /** The company's day, of a list whose call counts days in its time zone. Without it days are in UTC. */
      today?: string;
    }
  /** Another record, searched by its name; the value is its id. `nameOf` names one that a link brought. */
  | { kind: 'ref'; search: RefSearch; nameOf: (id: number) => Promise<string> }
);

export type ListSpec = {
  /** Ids of the sortable columns. */
  sortable: readonly string[];
  /** Ids of the sortable columns that rows can be grouped by. */
  groupable?: readonly string[];
  filters: readonly FilterSpec[];
  /** As in the URL: `name`, or `-created_at` for newest first. */
  defaultSort?: string;
};

export type Sort = { id: string; descending: boolean };

export type ListState = {
  search: string;
  sort: Sort | null;
  page: number;
  filters: Readonly<Record<string, string>>;
  /** Undefined: the default size. */
  perPage?: number;
  /** The cursor of the page, of a list too long to be paged by number. */
  after?: string;
  before?: string;
  /** The column whose values are headings above their rows. It is also what the list is sorted by. */
  group?: string;
};

type Sum = readonly { readonly amount: string; readonly currency: string | null }[];
export type Sums = Readonly<Record<string, Sum>>;

/** The response of every list endpoint. */
export type ListAnswer<Row> = {
  data: readonly Row[];
  page: number;
  page_count: number;
  total: number;
  capped?: true;
  next?: string;
  previous?: string;
  sums?: Sums;
};

/** The query of every list endpoint, in addition to its filters. */
export type ListQuery = { page: number; search?: string; sort?: string } & Readonly<
  Record<string, string | number | undefined>
>;

export const rowsPerPage = 25;
export const pageSizes: readonly number[] = [25, 50, 100];
/** Up to here pages are numbered, which keeps addresses short; behind it the cursor is as fast as the first page. */
const numberedRowsMax = 1000;
const cursorMax = 1000;
const pageMax = 100_000;
const searchMax = 200;

function parseSort(text: string | null | undefined, spec: ListSpec): Sort | null {
  if (!text) return null;
  const descending = text.startsWith('-');
  const id = descending ? text.slice(1) : text;
  return spec.sortable.includes(id) ? { id, descending } : null;
}

const sortText = (sort: Sort): string => `${sort.descending ? '-' : ''}${sort.id}`;

function isFilterValue(filter: FilterSpec, value: string): boolean {
  if (value === '') return false;
  if (filter.kind === 'boolean') return value === 'true' || value === 'false';
  if (filter.kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (filter.kind === 'ref') return /^[1-9]\d{0,9}$/.test(value);
  if (filter.kind === 'range') return parseRange(value, rangeNow(filter.today)) !== null;
  if (filter.kind === 'select') {
    const { values } = filter.many ? chosenValues(value) : { values: [value] };
    return values.length > 0 && values.every((one) => filter.options.some((o) => o.value === one));
  }
  if (filter.kind === 'text' && filter.pattern && !filter.pattern.test(value)) return false;
  return value.length <= searchMax;
}

type Chosen = { readonly not: boolean; readonly values: readonly string[] };
export function chosenValues(text: string): Chosen {
  const not = text.startsWith('!');
  return { not, values: [...new Set((not ? text.slice(1) : text).split(','))].filter((value) => value !== '') };
}
export const chosenText = ({ not, values }: Chosen): string | null =>
  values.length === 0 ? null : `${not ? '!' : ''}${values.join(',')}`;

const rangeNames = (filter: { names?: readonly [string, string] }) => filter.names ?? (['from', 'to'] as const);

/** A link may name the first and last day instead of a range. */
function filterValue(params: URLSearchParams, filter: FilterSpec): string {
  const own = params.get(filter.id)?.trim() ?? '';
  if (own !== '' || filter.kind !== 'range') return own;
  const [from, to] = rangeNames(filter).map((name) => params.get(name)?.trim() ?? '');
  return from || to ? `${from}..${to}` : '';
}

/** Parses a URL. Invalid values are ignored, because URLs are typed and shortened by hand. */
export function parseListState(params: URLSearchParams, spec: ListSpec): ListState {
  const pageText = params.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Math.min(Number(pageText), pageMax) : 1;
  const filters: Record<string, string> = {};
  for (const filter of spec.filters) {
    const value = filterValue(params, filter);
    if (isFilterValue(filter, value)) filters[filter.id] = value;
  }
  const perPage = Number(params.get('per_page'));
  const cursor = (name: 'after' | 'before') => {
    const text = params.get(name) ?? '';
    return text !== '' && text.length <= cursorMax && page > 1 ? { [name]: text } : {};
  };
  const group = params.get('group') ?? '';
  const sort = parseSort(params.get('sort'), spec) ?? parseSort(spec.defaultSort, spec);
  return {
    search: (params.get('search') ?? '').trim().slice(0, searchMax),
    // A grouped list is sorted by what it is grouped by.
    sort: spec.groupable?.includes(group) && sort?.id !== group ? { id: group, descending: false } : sort,
    page,
    filters,
    ...(perPage !== rowsPerPage && pageSizes.includes(perPage) ? { perPage } : {}),
    ...cursor('after'),
    ...cursor('before'),
    ...(spec.groupable?.includes(group) ? { group } : {}),
  };
}

/** Writes the state into the query: defaults are omitted, unrelated parameters are kept. */
export function listParams(
  state: ListState,
  spec: ListSpec,
  base: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams(base);
  const put = (name: string, value: string) => {
    if (value) params.set(name, value);
    else params.delete(name);
  };
  put('search', state.search.trim());
  for (const filter of spec.filters) {
    if (filter.kind === 'range') for (const name of rangeNames(filter)) params.delete(name);
    put(filter.id, state.filters[filter.id] ?? '');
  }
  const sort = state.sort ? sortText(state.sort) : '';
  put('sort', sort === spec.defaultSort ? '' : sort);
  put('page', state.page > 1 ? String(state.page) : '');
  put('per_page', state.perPage ? String(state.perPage) : '');
  put('after', state.after ?? '');
  put('before', state.before ?? '');
  put('group', state.group ?? '');
  return params;
}

// Any change of the row set resets to page 1.
const first = ({ after: _after, before: _before, ...state }: ListState): ListState => ({ ...state, page: 1 });
export const withSearch = (state: ListState, search: string): ListState => ({ ...first(state), search });
export const withSort = (state: ListState, sort: Sort): ListState => ({ ...first(state), sort });
export const withPage = (state: ListState, page: number): ListState => ({ ...first(state), page: Math.max(1, page) });
export const withoutFilters = (state: ListState): ListState => ({ ...first(state), search: '', filters: {} });
export const withPageSize = (state: ListState, size: number): ListState => ({
  ...first(state),
  perPage: size === rowsPerPage ? undefined : size,
});
export const withGroup = (state: ListState, group: string | null): ListState => ({
  ...first(state),
  group: group ?? undefined,
  sort: group ? { id: group, descending: false } : null,
});

/** The page before or after the shown one is reached by cursor once the list is long. */
export function withNeighbour(state: ListState, page: number, answer: ListAnswer<unknown>): ListState {
  const numbered = withPage(state, page);
  if (page * (state.perPage ?? rowsPerPage) <= numberedRowsMax) return numbered;
  if (page === answer.page + 1 && answer.next) return { ...numbered, after: answer.next };
  if (page === answer.page - 1 && answer.previous) return { ...numbered, before: answer.previous };
  return numbered;
}

export function withFilter(state: ListState, id: string, value: string | null): ListState {
  const { [id]: _old, ...rest } = state.filters;
  const filters = value ? { ...rest, [id]: value } : rest;
  return { ...first(state), filters };
}

/** A click on a column header: ascending, descending, then the default order. */
export function withNextSort(state: ListState, id: string, spec: ListSpec): ListState {
  const own = parseSort(spec.defaultSort, spec);
  const now = state.sort;
  const next: Sort | null =
    now?.id !== id
      ? { id, descending: false }
      : !now.descending
        ? { id, descending: true }
        : own?.id === id
          ? { id, descending: false }
          : own;
  return { ...first(state), sort: next, ...(state.group ? { group: undefined } : {}) };
}

export const isNarrowed = (state: ListState): boolean => state.search !== '' || Object.keys(state.filters).length > 0;

/** The query for the endpoint. With its spec, ranges become their first and last day. */
export function listQuery(state: ListState, spec?: ListSpec): ListQuery {
  return {
    ...filterQuery(state, spec, (text, now) => parseRange(text, now)?.days ?? {}),
    page: state.page,
    ...(state.search ? { search: state.search } : {}),
    ...(state.sort ? { sort: sortText(state.sort) } : {}),
    ...(state.perPage ? { per_page: state.perPage } : {}),
    ...(state.after ? { after: state.after } : {}),
    ...(state.before ? { before: state.before } : {}),
  };
}

function filterQuery(state: ListState, spec: ListSpec | undefined, daysOf: (text: string, now: Date) => Days) {
  const query: Record<string, string> = { ...state.filters };
  for (const filter of spec?.filters ?? []) {
    const value = state.filters[filter.id];
    if (filter.kind !== 'range' || value === undefined) continue;
    delete query[filter.id];
    const [from, to] = rangeNames(filter);
    const days = daysOf(value, rangeNow(filter.today));
    if (days.from) query[from] = days.from;
    if (days.to) query[to] = days.to;
  }
  return packed(query);
}

/** Filters with a dot in their names, such as "custom.3.min", are one parameter `custom` of JSON. */
function packed(query: Readonly<Record<string, string>>): Record<string, string> {
  const plain: Record<string, string> = {};
  const groups: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(query)) {
    const dot = name.indexOf('.');
    if (dot < 0) plain[name] = value;
    else groups[name.slice(0, dot)] = { ...groups[name.slice(0, dot)], [name.slice(dot + 1)]: value };
  }
  for (const [name, group] of Object.entries(groups)) plain[name] = JSON.stringify(group);
  return plain;
}

/** Search and filters as the call takes them: the matching rows, whatever page is shown. */
export const matchingQuery = (state: ListState, spec: ListSpec): Readonly<Record<string, string>> => ({
  ...filterQuery(state, spec, (text, now) => parseRange(text, now)?.days ?? {}),
  ...(state.search ? { search: state.search } : {}),
});

/** The query of the totals. */
export const sumsQuery = (state: ListState, spec: ListSpec): ListQuery => ({
  ...matchingQuery(state, spec),
  page: 1,
  sums: 'yes',
});

/** The same for the period that the range of the list is compared with; null when it is not compared. */
export function comparedSumsQuery(state: ListState, spec: ListSpec): ListQuery | null {
  const compared = spec.filters.map((filter) => {
    if (filter.kind !== 'range') return null;
    const now = rangeNow(filter.today);
    const range = parseRange(state.filters[filter.id] ?? '', now);
    return range && comparedDays(range, now);
  });
  if (!compared.some(Boolean)) return null;
  const days = (text: string, now: Date) => {
    const range = parseRange(text, now);
    return (range && (comparedDays(range, now) ?? range.days)) ?? {};
  };
  return { ...sumsQuery(state, spec), ...filterQuery(state, spec, days) };
}

/** "26–50 of 312" */
export function rangeText(answer: ListAnswer<unknown>, perPage = rowsPerPage): string {
  const total = totalText(answer);
  if (answer.total === 0 || answer.data.length === 0) return t('0 of {total}', { total });
  const from = (answer.page - 1) * perPage + 1;
  const to = grouped(from + answer.data.length - 1);
  return t('{from}–{to} of {total}', { from: grouped(from), to, total });
}

/** "312", or "10,000+" for a list that is not counted to its end. */
export const totalText = ({ total, capped }: ListAnswer<unknown>): string => `${grouped(total)}${capped ? '+' : ''}`;

/** "1,234", as money is written. */
export const grouped = (n: number): string => numberText(n);

export function filterText(filter: FilterSpec, value: string): string {
  if (filter.kind === 'range') return rangeLabel(value, rangeNow(filter.today));
  if (filter.kind === 'select') {
    const label = (one: string) => filter.options.find((o) => o.value === one)?.label ?? one;
    if (!filter.many) return label(value);
    const { not, values } = chosenValues(value);
    const names = values.map(label).join(', ');
    return not ? t('is not {names}', { names }) : names;
  }
  if (filter.kind === 'boolean') return value === 'true' ? (filter.yes ?? t('yes')) : (filter.no ?? t('no'));
  return value;
}
