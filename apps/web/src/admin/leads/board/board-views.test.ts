import { expect, test } from 'vitest';
import { shownPipeline, viewQuery } from './board-views.ts';

const two = [
  { value: '1', label: 'Sales' },
  { value: '2', label: 'Fleet' },
];
const of = (query: string) => new URLSearchParams(query);

test('a list without a pipeline says that it has all of them, a board shows the first', () => {
  expect(shownPipeline(of('show=list'), 'list', two)).toBe('');
  expect(shownPipeline(of('show=list&pipeline=2'), 'list', two)).toBe('2');
  expect(shownPipeline(of(''), 'board', two)).toBe('1');
});

test('the list that is opened from a board has the pipeline of the board', () => {
  expect(viewQuery(of('owner=3'), 'list', two)).toBe('?owner=3&show=list&pipeline=1');
  expect(viewQuery(of('pipeline=2'), 'list', two)).toBe('?pipeline=2&show=list');
  expect(viewQuery(of('show=list&page=3'), 'list', two), 'a list of all stays one of all').toBe('?show=list');
  expect(viewQuery(of(''), 'list', two.slice(0, 1))).toBe('?show=list');
  expect(viewQuery(of('show=list&pipeline=2&after=x'), 'board', two)).toBe('?pipeline=2');
});
