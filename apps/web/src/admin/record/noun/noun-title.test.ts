import { expect, test } from 'vitest';
import { makes } from '../../catalog/entities/makes.ts';
import { recordMeta } from '../../catalog/RecordPage.tsx';
import { brandNoun } from '../../tuners/brand-noun.ts';
import { nounMeta } from './NounPage.tsx';

test('the title of a record is not that of a new one while it is read', () => {
  const at = (pathname: string, id?: string) =>
    nounMeta(brandNoun)({ location: { pathname }, params: id === undefined ? {} : { id } })[0]?.title;
  expect(at('/admin/tuner-brands/new')).toBe('New tuner brand · Tuneport');
  expect(at('/admin/tuner-brands/1', '1')).toBe('Tuner brand · Tuneport');
  expect(at('/admin/tuner-brands/1/edit', '1')).toBe('Edit tuner brand · Tuneport');
  expect(recordMeta(makes)({ params: {} })[0]?.title).toBe('New make · Tuneport');
  expect(recordMeta(makes)({ params: { id: '1' } })[0]?.title).toBe('Make · Tuneport');
});
