import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  filterText,
  isNarrowed,
  type ListSpec,
  listParams,
  listQuery,
  parseListState,
  rangeText,
  withFilter,
  withNextSort,
  withoutFilters,
  withPage,
  withSearch,
} from './list-state.ts';

const spec: ListSpec = {
  sortable: ['name', 'created_at'],
  defaultSort: '-created_at',
  filters: [
    { id: 'state', label: 'State', kind: 'select', options: [{ value: 'open', label: 'Open' }] },
    { id: 'since', label: 'Since', kind: 'date' },
    { id: 'paid', label: 'Paid', kind: 'boolean', yes: 'paid' },
    { id: 'city', label: 'City', kind: 'text' },
  ],
};
const read = (text: string) => parseListState(new URLSearchParams(text), spec);

test('an empty URL is the first page in the default order', () => {
  expect(read('')).toEqual({ search: '', sort: { id: 'created_at', descending: true }, page: 1, filters: {} });
});

test('a URL with all parameters is read', () => {
  expect(read('search=golf&state=open&since=2026-02-03&paid=true&city=Bern&sort=name&page=3')).toEqual({
    search: 'golf',
    sort: { id: 'name', descending: false },
    page: 3,
    filters: { state: 'open', since: '2026-02-03', paid: 'true', city: 'Bern' },
  });
});

test('invalid parameters are ignored', () => {
  expect(read('page=0&sort=password&state=gone&since=yesterday&paid=perhaps&colour=red')).toEqual(read(''));
  expect(read('page=-2').page).toBe(1);
  expect(read('page=1e9').page).toBe(1);
});

test('defaults are not written, and unrelated parameters stay in the URL', () => {
  expect(listParams(read(''), spec).toString()).toBe('');
  expect(listParams(read('page=2'), spec, new URLSearchParams('tab=notes&page=9')).toString()).toBe('tab=notes&page=2');
});

test('every state survives a round trip through the URL', () => {
  const states = fc.record({
    search: fc.string({ maxLength: 50 }).map((s) => s.trim()),
    sort: fc.constantFrom({ id: 'name', descending: true }, { id: 'created_at', descending: true }),
    page: fc.integer({ min: 1, max: 99_999 }),
    filters: fc.dictionary(
      fc.constant('city'),
      fc.string({ minLength: 1, maxLength: 20 }).filter((s) => s === s.trim()),
      {
        noNullPrototype: true,
      },
    ),
  });
  fc.assert(
    fc.property(states, (state) => {
      expect(parseListState(listParams(state, spec), spec)).toEqual(state);
    }),
  );
});

test('a new search or filter resets to page 1; paging keeps both', () => {
  const deep = read('search=a&page=7');
  expect(withSearch(deep, 'b').page).toBe(1);
  expect(withFilter(deep, 'state', 'open')).toMatchObject({ page: 1, filters: { state: 'open' } });
  expect(withPage(deep, 8)).toMatchObject({ page: 8, search: 'a' });
  expect(withPage(deep, 0).page).toBe(1);
});

test('an emptied filter is removed, and all can be cleared together', () => {
  const narrow = read('search=a&state=open&city=Bern');
  expect(isNarrowed(narrow)).toBe(true);
  expect(withFilter(narrow, 'city', null).filters).toEqual({ state: 'open' });
  expect(isNarrowed(withoutFilters(narrow))).toBe(false);
});

test('a column header sorts ascending, then descending, then restores the default order', () => {
  const up = withNextSort(read(''), 'name', spec);
  expect(up.sort).toEqual({ id: 'name', descending: false });
  const down = withNextSort(up, 'name', spec);
  expect(down.sort).toEqual({ id: 'name', descending: true });
  expect(withNextSort(down, 'name', spec).sort).toEqual({ id: 'created_at', descending: true });
});

test('the list query contains only the parameters that were set', () => {
  expect(listQuery(read('state=open'))).toEqual({ state: 'open', page: 1, sort: '-created_at' });
});

test('the list footer shows a readable range', () => {
  expect(rangeText({ data: Array(25), page: 2, page_count: 50, total: 1234 })).toBe('26–50 of 1 234');
  expect(rangeText({ data: [], page: 9, page_count: 1, total: 3 })).toBe('0 of 3');
});

test('a chip shows the label of a value', () => {
  const [state, , paid] = spec.filters;
  expect(state && filterText(state, 'open')).toBe('Open');
  expect(paid && filterText(paid, 'true')).toBe('paid');
  expect(paid && filterText(paid, 'false')).toBe('no');
});
