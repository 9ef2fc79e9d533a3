import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nothingPicked, type Picked } from './vehicle-selection.ts';
import { parseSelectionUrl, pickedOf, selectionUrl } from './vehicle-selection-url.ts';

const nothing = pickedOf(nothingPicked);
const picked = (splat: string, search = '') => {
  const result = parseSelectionUrl(splat, search);
  return result.kind === 'selection' ? result.picked : result.kind;
};

test('a selection is written as a URL', () => {
  const golf = { ...nothing, make: 'volkswagen', year: '2015.5', model: 'golf-r', engine: '2.0-tsi' };
  expect(selectionUrl(nothing)).toEqual({ pathname: '/catalog', search: '' });
  expect(selectionUrl(golf)).toEqual({ pathname: '/catalog/volkswagen/2015.5/golf-r/2.0-tsi', search: '' });
  const all: Picked = {
    ...golf,
    transmission: 'dq250',
    tune: 'stage-2',
    addOnTunes: ['pops', 'e85'],
    dsgTune: 'dsg-1',
    awdTune: 'haldex',
    selectedDynoIndex: 1,
    currentHpTorque: 'regular',
  };
  expect(selectionUrl(all)).toEqual({
    pathname: '/catalog/volkswagen/2015.5/golf-r/2.0-tsi/dq250',
    search: '?tune=stage-2&dsg=dsg-1&awd=haldex&add=pops&add=e85&dyno=1&power=regular',
  });
  expect(selectionUrl({ ...golf, skipTransmissionSelection: true }).search).toBe('?transmission=skip');
});

test('a URL restores its selection', () => {
  expect(picked('')).toEqual(nothing);
  expect(picked('vw/2015/golf', 'tune=stage-1&power=regular&dyno=2&transmission=skip')).toEqual({
    ...nothing,
    make: 'vw',
    year: '2015',
    model: 'golf',
  });
  expect(picked('vw/2015/golf/e', 'tcu=x&tune=a&tune=b&add=p&add=p&utm_source=mail')).toMatchObject({
    engine: 'e',
    tune: 'a',
    addOnTunes: ['p'],
    transmissionTune: null,
  });
});

describe('invalid input', () => {
  test('in the path responds 404, or redirects to the path without add-on-tunes with its query', () => {
    expect(picked('vw/last-year')).toBe('not-found');
    const to = '/catalog/vw/2015/golf/e?tune=a';
    expect(parseSelectionUrl('vw/2015/golf/e/add-on-tunes', '?tune=a')).toEqual({ kind: 'redirect', to });
  });
  test('in the query is ignored', () => {
    const bad = `tune=${'x'.repeat(121)}&add=&add=a%00b&dyno=-1&power=warp&transmission=maybe`;
    expect(picked('vw/2015/golf/e', bad)).toEqual(picked('vw/2015/golf/e'));
    expect(picked('vw/2015/golf/e', 'dyno=0999')).toMatchObject({ selectedDynoIndex: 0 });
    const flood = Array.from({ length: 500 }, (_, at) => `add=${at}`).join('&');
    expect((picked('vw/2015/golf/e', flood) as Picked).addOnTunes).toHaveLength(60);
  });
  test('never throws, and parsed selections are a round trip', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.boolean(), (a, b, path) => {
        const result = parseSelectionUrl(path ? `vw/2015/golf/e/${a}` : a, b);
        if (result.kind !== 'selection') return;
        const { pathname, search } = selectionUrl(result.picked);
        let splat = '';
        try {
          splat = decodeURIComponent(pathname.slice('/catalog'.length));
        } catch {
          expect.unreachable();
        }
        expect(parseSelectionUrl(splat, search)).toEqual(result);
      }),
      { seed: 7, numRuns: 500 },
    ));
});
