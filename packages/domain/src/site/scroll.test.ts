import { describe, expect, test } from 'vitest';
import { type Place, scrollResets } from './scroll.ts';

const place = (path: string, part: Partial<Place> = {}): Place => ({
  path,
  query: '',
  hash: '',
  routeName: null,
  ...part,
});
const resets = (from: Place | null, to: Place) => scrollResets(from, to, false);

describe('scrolling to the top', () => {
  test('happens when navigating to another route (S045)', () => {
    expect(resets(place('/a'), place('/b'))).toEqual([0]);
    expect(resets(place('/a', { routeName: 'Catalog' }), place('/b', { routeName: 'Guide' }))).toEqual([0]);
    expect(resets(place('/a', { routeName: 'Catalog' }), place('/b'))).toEqual([0]);
    expect(resets(place('/a'), place('/b', { hash: '#part' }))).toEqual([0]);
  });
  test('does not happen when only the hash changes (S046)', () => {
    expect(resets(place('/a'), place('/a', { hash: '#part' }))).toEqual([]);
    expect(resets(place('/a', { hash: '#part' }), place('/a'))).toEqual([]);
    expect(resets(place('/a', { query: '?x=1' }), place('/a', { query: '?x=1', hash: '#part' }))).toEqual([]);
  });
  test('does not happen between two paths of one named route (S047)', () =>
    expect(
      resets(place('/catalog/a', { routeName: 'Vehicle' }), place('/catalog/b', { routeName: 'Vehicle' })),
    ).toEqual([]));
  test('happens between two routes without a name, which are different routes', () =>
    expect(resets(place('/a'), place('/b'))).toEqual([0]));
  test('does not happen when a link leads to the current page', () =>
    expect(resets(place('/a'), place('/a'))).toEqual([]));
  test('happens when only the query of an unnamed route changes', () =>
    expect(resets(place('/a'), place('/a', { query: '?page=2' }))).toEqual([0]));
  test('does not happen on the first page', () => expect(resets(null, place('/a'))).toEqual([]));
  test('is repeated after 2500 ms for an ad-conversion script, and only then (S434)', () => {
    expect(scrollResets(place('/a'), place('/b'), true)).toEqual([0, 2500]);
    expect(scrollResets(place('/a'), place('/b'), false)).toEqual([0]);
    expect(scrollResets(place('/a'), place('/a', { hash: '#x' }), true)).toEqual([]);
  });
});
