import { expect, test } from 'vitest';
import { derivedValues, type FormField } from './form-fields.ts';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'slug', label: 'Slug', kind: 'text', derivedFrom: { name: 'name', as: (text) => text.toLowerCase() } },
];

test('a field follows another one in a new record until it is typed', () => {
  const blank = { name: '', slug: '' };
  expect(derivedValues(fields, blank, blank, 'name', 'Kit')).toEqual({ slug: 'kit' });
  expect(derivedValues(fields, blank, { name: 'Kit', slug: 'kit' }, 'name', 'Kits')).toEqual({ slug: 'kits' });
  expect(derivedValues(fields, blank, { name: 'Kit', slug: 'own' }, 'name', 'Kits')).toEqual({});
  const stored = { name: 'Kit', slug: 'kit' };
  expect(derivedValues(fields, stored, stored, 'name', 'Kits'), 'an address that exists stays').toEqual({});
  expect(derivedValues(fields, blank, blank, 'slug', 'x')).toEqual({});
});
