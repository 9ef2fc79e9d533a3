import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignSlugs, freeSlug, identityKey, reservedMakeSlugs, slugLengthMax, slugOf } from './slug.ts';
import { parseVehiclePath, vehiclePath } from './vehicle-path.ts';

describe('a slug', () => {
  test.each([
    ['Mercedes-Benz', 'mercedes-benz'],
    ['2.2CL/3.0CL', '2.2cl-3.0cl'],
    ['Golf/GTI', 'golf-gti'],
    ['911', '911'],
    ['E. P. Dutton, Inc.', 'e-p-dutton-inc'],
    ['Citroën', 'citroen'],
    ['ŠKODA', 'skoda'],
    ['Møller & Søn', 'moller-and-son'],
    ['ARIYA ENGAGE+/EVOLVE+', 'ariya-engage-plus-evolve-plus'],
    ['F150 2.7L 4WD GVWR>6799 LBS', 'f150-2.7l-4wd-gvwr-6799-lbs'],
    ["Cee'd", 'ceed'],
    ['ＧＴ−Ｒ', 'gt-r'],
    ['Лада Нива', 'лада-нива'],
    ['...', 'unnamed'],
    ['', 'unnamed'],
  ])('of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));
  test('of any name is a part of a path, and its own slug', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 200 })), (name) => {
        const slug = slugOf(name);
        expect(slug.length).toBeLessThanOrEqual(slugLengthMax);
        expect(slugOf(slug)).toBe(slug);
        const path = vehiclePath('/catalog', { make: slug });
        const splat = decodeURIComponent(path.slice('/catalog'.length));
        expect(parseVehiclePath(splat)).toEqual({ kind: 'vehicle', vehicle: { make: slug } });
      }),
      { seed: 7, numRuns: 2000 },
    ));
  test('that is taken gets the next free number, within its length', () => {
    expect(freeSlug('Golf R', new Set(['golf-r', 'golf-r-2']))).toBe('golf-r-3');
    expect(freeSlug('Add-on tunes', new Set())).toBe('add-on-tunes-2');
    const long = 'x'.repeat(200);
    expect(freeSlug(long, new Set([slugOf(long)]))).toBe(`${'x'.repeat(slugLengthMax - 2)}-2`);
  });
});

describe('under one parent', () => {
  test('MINI and Mini are one, and so are Citroën and CITROEN', () => {
    expect(identityKey('MINI')).toBe(identityKey('Mini'));
    expect(identityKey(' Citroën  DS ')).toBe(identityKey('CITROEN ds'));
    expect([...assignSlugs(['MINI', 'Mini', 'mini'])]).toEqual([['mini', 'mini']]);
  });
  test('different names have different slugs, whatever their order', () => {
    const names = ['Golf R', 'Golf-R', 'Golf/R', 'Golf R 2', 'GOLF R'];
    const slugs = assignSlugs(names);
    expect(Object.fromEntries(slugs)).toEqual({
      'golf r': 'golf-r',
      'golf r 2': 'golf-r-2',
      'golf-r': 'golf-r-3',
      'golf/r': 'golf-r-4',
    });
    expect(assignSlugs([...names].reverse())).toEqual(slugs);
    const numbered = assignSlugs(['A B', 'A-B', 'A/B 2']);
    expect(Object.fromEntries(numbered)).toEqual({ 'a b': 'a-b', 'a-b': 'a-b-3', 'a/b 2': 'a-b-2' });
  });
  test('a slug once given stays, however many names come later', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'A', 'a.', 'a-2', 'a/2', 'á', 'b', '', '!')),
        fc.nat(9),
        (names, cut) => {
          const first = assignSlugs(names.slice(0, cut));
          const all = assignSlugs(names, first);
          for (const [key, slug] of first) expect(all.get(key)).toBe(slug);
          expect(new Set(all.values()).size).toBe(all.size);
          expect(all.size).toBe(new Set(names.map(identityKey)).size);
        },
      ),
      { seed: 7, numRuns: 500 },
    ));
  test('no make takes the address of a page of the catalogue', () => {
    const slugs = assignSlugs(['Engine', 'Eco', 'Stage 1', 'Audi'], new Map(), reservedMakeSlugs);
    expect([...slugs.values()].sort()).toEqual(['audi', 'eco-2', 'engine-2', 'stage-1-2']);
  });
});
