import { importColumns } from '@tuneport/contract/catalog/catalog-import-admin';
import { expect, test } from 'vitest';
import { type ColumnChoice, chooseColumn, meaningOf } from '../imports/column-choice.ts';
import { columnNames } from './import-labels.ts';

test('each meaning maps to one column of the file, and each column to one meaning', () => {
  const guessed: ColumnChoice<'make' | 'model' | 'family'> = { make: 0, model: 1 };
  expect(chooseColumn(guessed, 2, 'make')).toEqual({ model: 1, make: 2 });
  expect(chooseColumn(guessed, 0, 'family')).toEqual({ model: 1, family: 0 });
  expect(chooseColumn(guessed, 1, null)).toEqual({ make: 0 });
  expect(meaningOf(guessed, 1)).toBe('model');
  expect(meaningOf(guessed, 7)).toBeNull();
});

test('every meaning of a column has a label', () => {
  expect(Object.keys(columnNames)).toEqual([...importColumns]);
});
