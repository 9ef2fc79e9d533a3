import { expect, test } from 'vitest';
import { groupTunes, stageOf } from './tune-groups.ts';
import { filterCount, tuneListAddress, tuneListQuery, withoutFilters } from './tune-list.ts';

const read = (text: string) => tuneListQuery(new URLSearchParams(text));

test('filters and order of a tune list survive a round trip through the URL', () => {
  const text =
    'search=golf&make=volkswagen&fuel=petrol&aspiration=turbo&gain=20&price=500&tool=kess-link&sort=-price&page=3';
  expect(tuneListAddress('/catalog/all-tunes', read(text))).toBe(`/catalog/all-tunes?${text}`);
  expect(filterCount(read(text))).toBe(6);
  expect(tuneListAddress('/dyno', withoutFilters(read(text)))).toBe('/dyno?search=golf&sort=-price');
});

test('a tune list ignores empty and invalid filters in the URL', () => {
  const text = 'search=&make=&fuel=coal&aspiration=x&gain=7&price=-1&tool=../etc&sort=name&page=0';
  expect(tuneListAddress('/dyno', read(text))).toBe('/dyno');
  expect(filterCount(read(text))).toBe(0);
});

const tune = (id: number, path: string, engine_count = 1) => ({
  id,
  engine_count,
  vehicles: path === '' ? [] : [{ path, label: '', name: '', years: '', body: '' }],
});

test('neighbouring tunes of one vehicle form one group, in the order of the list', () => {
  const list = [
    tune(1, '/a'),
    tune(2, '/a'),
    tune(3, '/b'),
    tune(4, '/a'),
    tune(5, ''),
    tune(6, '/a', 400),
    tune(7, '/a', 400),
  ];
  expect(groupTunes(list).map((group) => group.map(({ id }) => id))).toEqual([[1, 2], [3], [4], [5], [6], [7]]);
});

test('the stage of a tune is its first type, or its name without one', () => {
  const type = { id: 1, slug: 'stage-1', name: 'Stage 1', is_awd: false, is_dsg: false, categories: [] };
  expect(stageOf({ name: 'Performance map', tune_types: [type] })).toBe('Stage 1');
  expect(stageOf({ name: 'Launch control', tune_types: [] })).toBe('Launch control');
});
