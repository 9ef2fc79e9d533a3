import { expect, test } from 'vitest';
import { changedNames, mergedValues, mergeRows, sameValue } from './merge.ts';

const names = ['name', 'price', 'note', 'tags'];
const base = { name: 'Stage 1', price: '100.00', note: '', tags: ['a'] };

test('a field both changed differently is a conflict, and mine is only suggested', () => {
  const rows = mergeRows(names, base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
  expect(rows).toEqual([
    { name: 'name', base: 'Stage 1', mine: 'Mine', theirs: 'Theirs', conflict: true, suggested: 'mine' },
  ]);
});

test('a field only they changed keeps their value, one only I changed keeps mine', () => {
  const rows = mergeRows(names, base, { ...base, price: '120.00' }, { ...base, note: 'seen' });
  expect(rows.map((r) => [r.name, r.conflict, r.suggested])).toEqual([
    ['price', false, 'mine'],
    ['note', false, 'theirs'],
  ]);
  expect(mergedValues({ ...base, note: 'seen' }, rows, {})).toEqual({ ...base, price: '120.00', note: 'seen' });
});

test('the same change on both sides is no question', () => {
  expect(mergeRows(names, base, { ...base, tags: ['b'] }, { ...base, tags: ['b'] })).toEqual([]);
});

test('a choice beats the suggestion', () => {
  const theirs = { ...base, name: 'Theirs' };
  const rows = mergeRows(names, base, { ...base, name: 'Mine' }, theirs);
  expect(mergedValues(theirs, rows, { name: 'theirs' }).name).toBe('Theirs');
});

test('fields the form does not show are taken from the newest record', () => {
  const theirs = { ...base, hidden: 'new' };
  expect(mergedValues(theirs, mergeRows(names, base, base, theirs), {}).hidden).toBe('new');
});

test('an empty box is no change from no value', () => {
  expect(sameValue('', null)).toBe(true);
  expect(sameValue(false, null)).toBe(false);
  expect(changedNames(names, base, { ...base, note: null })).toEqual([]);
  expect(changedNames(names, base, { ...base, note: 'x' })).toEqual(['note']);
});
