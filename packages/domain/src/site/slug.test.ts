import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseVehiclePath, vehiclePath } from '../catalog/vehicles/vehicle-path.ts';
import { freeSlug, identityKey, reservedMakeSlugs, slugLengthMax, slugOf } from './slug.ts';

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
  test('of any name is a path segment and its own slug', () =>
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
  test('that is taken gets the next free number, within its length limit', () => {
    expect(freeSlug('Golf R', new Set(['golf-r', 'golf-r-2']))).toBe('golf-r-3');
    expect(freeSlug('Add-on tunes', new Set())).toBe('add-on-tunes-2');
    const long = 'x'.repeat(200);
    expect(freeSlug(long, new Set([slugOf(long)]))).toBe(`${'x'.repeat(slugLengthMax - 2)}-2`);
  });
});

describe('under one parent', () => {
  test('MINI and Mini are equal, and so are Citroën and CITROEN', () => {
    expect(identityKey('MINI')).toBe(identityKey('Mini'));
    expect(identityKey(' Citroën  DS ')).toBe(identityKey('CITROEN ds'));
  });
  test('no make takes the path of a catalogue page', () => {
    const slugs = ['Engine', 'Eco', 'Stage 1', 'Audi'].map((name) => freeSlug(name, new Set(reservedMakeSlugs)));
    expect(slugs).toEqual(['engine-2', 'eco-2', 'stage-1-2', 'audi']);
  });
});
