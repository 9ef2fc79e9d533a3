import type { RefSearch } from '../form/form-fields.ts';
import type { Option } from '../form/NativeSelect.tsx';

// The URL is the state of a list: search, filters, sorting and page. Pure functions, so that links, the back button and
// tests agree.

export type FilterSpec = { id: string; label: string } & (
  | { kind: 'text' }
  | { kind: 'date' }
  | { kind: 'boolean'; yes?: string; no?: string }
  | { kind: 'select'; options: readonly Option[] }
  /** Another record, searched by its name; the value is its id. `nameOf` names one that a link brought. */
  | { kind: 'ref'; search: RefSearch; nameOf: (id: number) => Promise<string> }
);

export type ListSpec = {
  /** Ids of the sortable columns. */
  sortable: readonly string[];
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
};

/** The response of every list endpoint. */
export type ListAnswer<Row> = { data: readonly Row[]; page: number; page_count: number; total: number };

/** The query of every list endpoint, in addition to its filters. */
export type ListQuery = { page: number; search?: string; sort?: string } & Readonly<
  Record<string, string | number | undefined>
>;

export const rowsPerPage = 25;
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
  if (filter.kind === 'select') return filter.options.some((o) => o.value === value);
  return value.length <= searchMax;
}

/** Parses a URL. Invalid values are ignored, because URLs are typed and shortened by hand. */
export function parseListState(params: URLSearchParams, spec: ListSpec): ListState {
  const pageText = params.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Math.min(Number(pageText), pageMax) : 1;
  const filters: Record<string, string> = {};
  for (const filter of spec.filters) {
    const value = params.get(filter.id)?.trim() ?? '';
    if (isFilterValue(filter, value)) filters[filter.id] = value;
  }
  return {
    search: (params.get('search') ?? '').trim().slice(0, searchMax),
    sort: parseSort(params.get('sort'), spec) ?? parseSort(spec.defaultSort, spec),
    page,
    filters,
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
  for (const filter of spec.filters) put(filter.id, state.filters[filter.id] ?? '');
  const sort = state.sort ? sortText(state.sort) : '';
  put('sort', sort === spec.defaultSort ? '' : sort);
  put('page', state.page > 1 ? String(state.page) : '');
  return params;
}

// Any change of the row set resets to page 1.
export const withSearch = (state: ListState, search: string): ListState => ({ ...state, search, page: 1 });
export const withSort = (state: ListState, sort: Sort): ListState => ({ ...state, sort, page: 1 });
export const withPage = (state: ListState, page: number): ListState => ({ ...state, page: Math.max(1, page) });
export const withoutFilters = (state: ListState): ListState => ({ ...state, search: '', filters: {}, page: 1 });

export function withFilter(state: ListState, id: string, value: string | null): ListState {
  const { [id]: _old, ...rest } = state.filters;
  const filters = value ? { ...rest, [id]: value } : rest;
  return { ...state, filters, page: 1 };
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
  return { ...state, sort: next, page: 1 };
}

export const isNarrowed = (state: ListState): boolean => state.search !== '' || Object.keys(state.filters).length > 0;

/** The query for the endpoint. */
export function listQuery(state: ListState): ListQuery {
  return {
    ...state.filters,
    page: state.page,
    ...(state.search ? { search: state.search } : {}),
    ...(state.sort ? { sort: sortText(state.sort) } : {}),
  };
}

/** "26–50 of 312" */
export function rangeText(answer: ListAnswer<unknown>): string {
  if (answer.total === 0 || answer.data.length === 0) return `0 of ${grouped(answer.total)}`;
  const from = (answer.page - 1) * rowsPerPage + 1;
  return `${grouped(from)}–${grouped(from + answer.data.length - 1)} of ${grouped(answer.total)}`;
}

export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ' ');

export function filterText(filter: FilterSpec, value: string): string {
  if (filter.kind === 'select') return filter.options.find((o) => o.value === value)?.label ?? value;
  if (filter.kind === 'boolean') return value === 'true' ? (filter.yes ?? 'yes') : (filter.no ?? 'no');
  return value;
}
