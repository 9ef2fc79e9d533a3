import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparedSumsQuery,
  filterText,
  isNarrowed,
  type ListSpec,
  listParams,
  listQuery,
  parseListState,
  rangeText,
  sumsQuery,
  withFilter,
  withNeighbour,
  withNextSort,
  withoutFilters,
  withPage,
  withPageSize,
  withSearch,
} from './list-state.ts';

const spec: ListSpec = {
  sortable: ['name', 'created_at'],
  defaultSort: '-created_at',
  filters: [
    { id: 'state', label: 'Status', kind: 'select', options: [{ value: 'open', label: 'Open' }] },
    { id: 'since', label: 'Since', kind: 'date' },
    { id: 'paid', label: 'Paid', kind: 'boolean', yes: 'paid' },
    { id: 'city', label: 'City', kind: 'text' },
    {
      id: 'kind',
      label: 'Kind',
      kind: 'select',
      many: true,
      options: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'Second' },
      ],
    },
    { id: 'date', label: 'Date', kind: 'range' },
  ],
  groupable: ['name'],
};
const read = (text: string) => parseListState(new URLSearchParams(text), spec);

test('presets count from the day of the company, where the list has it', () => {
  const range = { id: 'date', label: 'Date', kind: 'range' } as const;
  const own = (today: string): ListSpec => ({ sortable: [], filters: [{ ...range, today }] });
  const query = (today: string, text: string) => {
    const { from, to } = listQuery(parseListState(new URLSearchParams(`date=${text}`), own(today)), own(today));
    return [from, to];
  };
  expect(query('2026-01-31', 'today')).toEqual(['2026-01-31', '2026-01-31']);
  expect(query('2026-02-01', 'this-month')).toEqual(['2026-02-01', '2026-02-28']);
  expect(query('2026-03-01', 'last-month')).toEqual(['2026-02-01', '2026-02-28']);
});

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
  expect(rangeText({ data: Array(25), page: 2, page_count: 50, total: 1234 })).toBe('26–50 of 1,234');
  expect(rangeText({ data: [], page: 9, page_count: 1, total: 3 })).toBe('0 of 3');
});

test('a chip shows the label of a value', () => {
  const [state, , paid] = spec.filters;
  expect(state && filterText(state, 'open')).toBe('Open');
  expect(paid && filterText(paid, 'true')).toBe('paid');
  expect(paid && filterText(paid, 'false')).toBe('no');
});

test('a filter takes several values and "is not", and none that it does not offer', () => {
  expect(read('kind=a,b').filters).toEqual({ kind: 'a,b' });
  expect(read('kind=!b').filters).toEqual({ kind: '!b' });
  for (const text of ['kind=a,c', 'kind=!', 'kind=,']) expect(read(text).filters).toEqual({});
  const kind = spec.filters.find(({ id }) => id === 'kind');
  expect(kind && filterText(kind, '!a,b')).toBe('is not First, Second');
});

test('a range is sent as its first and last day, and a link may name the days', () => {
  expect(listQuery(read('date=2026-01-01..2026-01-31~previous'), spec)).toMatchObject({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  const linked = read('from=2026-01-01&to=2026-01-31');
  expect(linked.filters).toEqual({ date: '2026-01-01..2026-01-31' });
  expect(listParams(linked, spec, new URLSearchParams('from=2026-01-01&to=2026-01-31')).get('from')).toBeNull();
});

test('the sums of a compared range are asked for both periods, whatever page is shown', () => {
  const state = read('date=2026-02-01..2026-02-28~previous&page=4&search=a');
  expect(sumsQuery(state, spec)).toEqual({ from: '2026-02-01', to: '2026-02-28', search: 'a', page: 1, sums: 'yes' });
  expect(comparedSumsQuery(state, spec)).toMatchObject({ from: '2026-01-01', to: '2026-01-28', sums: 'yes' });
  expect(comparedSumsQuery(read('date=2026-02-01..2026-02-28'), spec)).toBeNull();
});

test('pages are numbered at first and reached by cursor behind 1,000 rows; any other change starts anew', () => {
  const answer = { data: [], page: 40, page_count: 400, total: 10_000, next: 'after-40', previous: 'before-40' };
  expect(withNeighbour(read('page=3'), 4, { ...answer, page: 3 }).after).toBeUndefined();
  const deep = withNeighbour(read('page=40'), 41, answer);
  expect(deep).toMatchObject({ page: 41, after: 'after-40' });
  expect(listQuery(deep)).toMatchObject({ page: 41, after: 'after-40' });
  expect(withSearch(deep, 'x').after).toBeUndefined();
  expect(withPageSize(deep, 100)).toMatchObject({ page: 1, perPage: 100 });
});

test('a grouped list is sorted by its group, and a click on another column ends the grouping', () => {
  expect(read('group=name&sort=-created_at').sort).toEqual({ id: 'name', descending: false });
  expect(read('group=created_at').group).toBeUndefined();
  expect(withNextSort(read('group=name'), 'created_at', spec).group).toBeUndefined();
});

test('a list that is not counted to its end says so', () => {
  expect(rangeText({ data: Array(50), page: 2, page_count: 200, total: 10_000, capped: true }, 50)).toBe(
    '51–100 of 10,000+',
  );
});
