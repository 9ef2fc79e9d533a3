import { expect, test } from 'vitest';
import { type FormField, followers } from './form-fields.ts';

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'slug', label: 'Slug', kind: 'text', follows: { name: 'name', as: (text) => text.toLowerCase() } },
];

test('a field follows another one in a new record until it is typed', () => {
  const blank = { name: '', slug: '' };
  expect(followers(fields, blank, blank, 'name', 'Kit')).toEqual({ slug: 'kit' });
  expect(followers(fields, blank, { name: 'Kit', slug: 'kit' }, 'name', 'Kits')).toEqual({ slug: 'kits' });
  expect(followers(fields, blank, { name: 'Kit', slug: 'own' }, 'name', 'Kits')).toEqual({});
  const stored = { name: 'Kit', slug: 'kit' };
  expect(followers(fields, stored, stored, 'name', 'Kits'), 'an address that exists stays').toEqual({});
  expect(followers(fields, blank, blank, 'slug', 'x')).toEqual({});
});
