import { chooseTune } from '@tuneport/domain/catalog/selection/tune-selection';
import { parseSelectionUrl, selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { expect, test } from 'vitest';
import type { Tune } from '../catalog-types.ts';
import { drawnTune, estimateInput, neededBy, recordFor, selectionFor, stockTune, tuneGroups } from './selection.ts';

const tune = (id: number, slug: string, more: Partial<Tune> = {}): Tune =>
  ({
    id,
    slug,
    name: slug,
    is_stock: false,
    optional: false,
    requires: [],
    recommended: [],
    tune_types: [],
    dyno_csvs: [],
    ...more,
  }) as Partial<Tune> as Tune;

const type = (is_awd: boolean, is_dsg: boolean) => ({ id: 1, slug: 't', name: 't', is_awd, is_dsg, categories: [] });

const engine = {
  slug: 'e',
  tunes: [
    tune(1, 'stock', { is_stock: true }),
    tune(2, 'stage-1'),
    tune(3, 'stage-2'),
    tune(4, 'e85', { optional: true, requires: [3] }),
  ],
};
const gearbox = {
  slug: 'g',
  tunes: [
    tune(10, 'tcu'),
    tune(11, 'dsg', { tune_types: [type(false, true)] }),
    tune(12, 'awd', { tune_types: [type(true, false)] }),
  ],
};

function selected(address: string, withGearbox = false) {
  const [path = '', search = ''] = address.split('?');
  const read = parseSelectionUrl(path, search);
  if (read.kind !== 'selection') throw new Error(`${address} is no selection`);
  return selectionFor(read.picked, {
    engine: recordFor(engine),
    transmission: withGearbox ? recordFor(gearbox) : null,
    transmissions: [],
  });
}

test('the lists of a page are engine, transmission, DSG and all-wheel drive, each with separate add-ons', () => {
  const groups = tuneGroups(selected('m/2015/x/e/g', true));
  expect(groups.map(({ key, tunes, addOns }) => [key, tunes.map((t) => t.slug), addOns.map((t) => t.slug)])).toEqual([
    ['tune', ['stage-1', 'stage-2'], ['e85']],
    ['transmissionTune', ['tcu'], []],
    ['dsgTune', ['dsg'], []],
    ['awdTune', ['awd'], []],
  ]);
});

test('a list without tunes for sale is not shown', () => {
  const bare = selectionFor(selected('m/2015/x/e'), {
    engine: recordFor({ slug: 'e', tunes: [tune(1, 'stock', { is_stock: true })] }),
    transmission: null,
    transmissions: [],
  });
  expect(tuneGroups(bare)).toEqual([]);
});

test('the first tune is previewed before a pick; picking stock shows stock', () => {
  const fresh = drawnTune(selected('m/2015/x/e'));
  expect([fresh.tune?.slug, fresh.isPreview]).toEqual(['stage-1', true]);
  expect(drawnTune(selected('m/2015/x/e?tune=stock'))).toEqual({ tune: null, isPreview: false });
  const second = drawnTune(selected('m/2015/x/e?tune=stage-2'));
  expect([second.tune?.slug, second.isPreview]).toEqual(['stage-2', false]);
  expect(stockTune(selected('m/2015/x/e'))?.slug).toBe('stock');
});

test('an add-on adds its required main tune and replaces the one picked before', () => {
  const before = selected('m/2015/x/e?tune=stage-1');
  const [group] = tuneGroups(before);
  const addOn = group?.addOns[0];
  if (!group || !addOn) throw new Error('no add-on');
  const after = chooseTune(before, group.unit, addOn.slug);
  expect(selectionUrl(after).search).toBe('?tune=stage-2&add=e85');
  expect(neededBy(after, 3)).toEqual(['e85']);
});

test('an estimate is requested for the selected tunes, and not while only stock is picked', () => {
  const ids = { engine: { id: 7 }, transmission: { id: 9 } } as const;
  const input = (address: string) =>
    estimateInput(selected(address, true), ids.engine as never, ids.transmission as never);
  expect(input('m/2015/x/e/g?tune=stock')).toBeNull();
  expect(input('m/2015/x/e/g?tune=stage-1&dsg=dsg')).toEqual({
    engine: 7,
    tunes: [2],
    transmission: 9,
    transmission_tunes: [11],
  });
});
