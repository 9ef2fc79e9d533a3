import { expect, test } from 'vitest';
import { changedNames, mergedValues, mergeRows, sameValue } from './merge.ts';

const names = ['name', 'price', 'note', 'tags'];
const base = { name: 'Stage 1', price: '100.00', note: '', tags: ['a'] };

test('a field changed differently by both is a conflict with my value as the suggestion', () => {
  const rows = mergeRows(names, base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
  expect(rows).toEqual([
    { name: 'name', base: 'Stage 1', mine: 'Mine', theirs: 'Theirs', conflict: true, suggested: 'mine' },
  ]);
});

test('a field changed only by them keeps their value, one changed only by me keeps mine', () => {
  const rows = mergeRows(names, base, { ...base, price: '120.00' }, { ...base, note: 'seen' });
  expect(rows.map((r) => [r.name, r.conflict, r.suggested])).toEqual([
    ['price', false, 'mine'],
    ['note', false, 'theirs'],
  ]);
  expect(mergedValues({ ...base, note: 'seen' }, rows, {})).toEqual({ ...base, price: '120.00', note: 'seen' });
});

test('the same change on both sides is not a conflict', () => {
  expect(mergeRows(names, base, { ...base, tags: ['b'] }, { ...base, tags: ['b'] })).toEqual([]);
});

test('a choice overrides the suggestion', () => {
  const theirs = { ...base, name: 'Theirs' };
  const rows = mergeRows(names, base, { ...base, name: 'Mine' }, theirs);
  expect(mergedValues(theirs, rows, { name: 'theirs' }).name).toBe('Theirs');
});

test('fields not shown in the form are taken from the newest record', () => {
  const theirs = { ...base, hidden: 'new' };
  expect(mergedValues(theirs, mergeRows(names, base, base, theirs), {}).hidden).toBe('new');
});

test('an empty input is not a change from no value', () => {
  expect(sameValue('', null)).toBe(true);
  expect(sameValue(false, null)).toBe(false);
  expect(changedNames(names, base, { ...base, note: null })).toEqual([]);
  expect(changedNames(names, base, { ...base, note: 'x' })).toEqual(['note']);
});

test('structured values are compared by what they hold', () => {
  const row = { currency: 'CAD', amount: '10' };
  expect(sameValue([row], [{ ...row }])).toBe(true);
  expect(sameValue([row], [{ ...row, amount: '11' }])).toBe(false);
  expect(sameValue({ id: 7, name: 'Torque Talk' }, null)).toBe(false);
});
