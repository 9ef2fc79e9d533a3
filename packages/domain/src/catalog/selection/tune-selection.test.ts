import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CatalogSelection,
  chooseEngine,
  chooseTransmission,
  nothingPicked,
  type SelectableTune,
  showDyno,
} from '../vehicles/vehicle-selection.ts';
import { parseSelectionUrl, pickedOf, selectionUrl } from '../vehicles/vehicle-selection-url.ts';
import { exclusiveGroups } from './selection-rules.ts';
import { placeOf, type TuneUnit } from './tune-places.ts';
import {
  boughtTunes,
  chooseTune,
  removeEcuTunes,
  removeTune,
  requiredBy,
  selectedTunes,
  settleTunes,
} from './tune-selection.ts';

const none = { isDsg: false, isAwd: false };
const dsg = { isDsg: true, isAwd: false };
const awd = { isDsg: false, isAwd: true };
const tune = (id: number, slug: string, more: Partial<SelectableTune> = {}): SelectableTune => ({
  id,
  slug,
  isStock: false,
  optional: false,
  requires: [],
  recommended: [],
  tuneTypes: [none],
  ...more,
});

const engine = {
  slug: '2.0-tsi',
  tunes: [
    tune(1, 'stock', { isStock: true }),
    tune(2, 'stage-1', { recommended: [12, 4] }),
    tune(3, 'stage-2', { requires: [12], recommended: [12] }),
    tune(4, 'pops', { optional: true }),
    tune(5, 'launch', { optional: true, requires: [6] }),
    tune(6, 'two-step', { optional: true, requires: [5] }),
    tune(7, 'e85', { optional: true, requires: [2] }),
    tune(8, 'flex', { optional: true, requires: [99] }),
  ],
};
const transmission = {
  slug: 'dq250',
  tunes: [
    tune(11, 'tcu'),
    tune(12, 'dsg-1', { tuneTypes: [none, dsg] }),
    tune(13, 'haldex', { tuneTypes: [awd] }),
    tune(14, 'farts', { optional: true, tuneTypes: [dsg] }),
    tune(15, 'drift', { optional: true, tuneTypes: [awd], requires: [13] }),
    tune(16, 'both', { tuneTypes: [dsg, awd] }),
  ],
};

type Selection = CatalogSelection<SelectableTune>;
type Loaded = { readonly slug: string; readonly tunes: readonly SelectableTune[] };
/** Same as the page does when a record has loaded. */
const engineArrived = (s: Selection, record: Loaded): Selection => settleTunes({ ...s, fullEngine: record });
const transmissionArrived = (s: Selection, record: Loaded): Selection =>
  settleTunes({ ...s, fullTransmission: record });

const vehicle: CatalogSelection = { ...nothingPicked, make: 'vw', year: '2015', model: 'golf-r' };
const withEngine = engineArrived(chooseEngine(vehicle, engine.slug), engine);
const withBoth = transmissionArrived(chooseTransmission(withEngine, transmission.slug), transmission);
const choose = (s: CatalogSelection, ...slugs: string[]) =>
  slugs.reduce(
    (at, slug) => chooseTune(at, engine.tunes.some((t) => t.slug === slug) ? 'engine' : 'transmission', slug),
    s,
  );
const ids = (s: CatalogSelection) => selectedTunes(s).map((one) => one.tune.id);

describe('a tune is assigned', () => {
  test('by its types to the slot of DSG, AWD or any other transmission tune', () => {
    const s = choose(withBoth, 'tcu', 'dsg-1', 'haldex', 'farts', 'drift', 'stage-1', 'pops');
    expect(s).toMatchObject({ transmissionTune: 'tcu', dsgTune: 'dsg-1', awdTune: 'haldex' });
    expect(s).toMatchObject({ transmissionAddOnTunes: ['farts'], awdAddOnTunes: ['drift'] });
    expect(s).toMatchObject({ tune: 'stage-1', addOnTunes: ['pops'] });
    expect(choose(withBoth, 'both').dsgTune).toBe('both');
  });
  test('to the ECU when it is an engine tune, whatever its types', () =>
    expect(placeOf('engine', { tuneTypes: [awd, dsg] })).toEqual({ main: 'tune', addOns: 'addOnTunes', kind: 'ecu' }));
  test('to no slot when the record does not have it', () => {
    expect(chooseTune(withBoth, 'engine', 'dsg-1')).toBe(withBoth);
    expect(chooseTune(vehicle, 'engine', 'stage-1')).toBe(vehicle);
  });
});

describe('choosing a tune', () => {
  test('resets the dyno index to 0 (S256)', () => {
    const second = showDyno(choose(withBoth, 'stage-1'), 2);
    expect(second.selectedDynoIndex).toBe(2);
    for (const slug of ['stage-2', 'pops', 'dsg-1', 'stage-1'])
      expect([slug, choose(second, slug).selectedDynoIndex]).toEqual([slug, 0]);
  });
  test('replaces the main tune and keeps the add-ons', () =>
    expect(choose(withBoth, 'stage-1', 'pops', 'stage-2')).toMatchObject({ tune: 'stage-2', addOnTunes: ['pops'] }));
  test('adds its requirements, also on the other unit and with cycles', () => {
    expect(choose(withBoth, 'stage-2')).toMatchObject({ tune: 'stage-2', dsgTune: 'dsg-1' });
    expect(choose(withBoth, 'launch').addOnTunes).toEqual(['launch', 'two-step']);
    expect(choose(withBoth, 'e85')).toMatchObject({ tune: 'stage-1', addOnTunes: ['e85'] });
  });
  test('replaces the picked main tune with the required one (S443)', () =>
    expect(choose(withBoth, 'stage-2', 'e85')).toMatchObject({ tune: 'stage-1', addOnTunes: ['e85'], dsgTune: null }));
  test('adds a required transmission tune as soon as the transmission is known', () => {
    const later = transmissionArrived(chooseTransmission(choose(withEngine, 'stage-2'), 'dq250'), transmission);
    expect(later.dsgTune).toBe('dsg-1');
  });
});

describe('removing', () => {
  test('ECU tunes falls back to the stock tune of the engine (S258)', () => {
    const s = showDyno(choose(withBoth, 'stage-1', 'pops', 'e85', 'tcu'), 2);
    expect(removeEcuTunes(s)).toMatchObject({
      tune: 'stock',
      addOnTunes: [],
      transmissionTune: 'tcu',
      selectedDynoIndex: 0,
    });
    expect(removeTune(choose(withBoth, 'stage-1'), 'engine', 'stage-1').tune).toBe('stock');
    const without = { ...engine, tunes: engine.tunes.slice(1) };
    const bare = choose(engineArrived(chooseEngine(vehicle, engine.slug), without), 'stage-1');
    expect(removeEcuTunes(bare).tune).toBeNull();
  });
  test('a required tune alone does nothing, and returns the tunes that need it', () => {
    const s = choose(withBoth, 'stage-2');
    expect(requiredBy(s, 12)).toEqual([3]);
    expect(removeTune(s, 'transmission', 'dsg-1')).toBe(s);
    expect(removeTune(s, 'engine', 'pops')).toBe(s);
  });
  test('a tune also removes tunes added only as its requirements', () => {
    expect(ids(removeTune(choose(withBoth, 'stage-2'), 'engine', 'stage-2'))).toEqual([1]);
    expect(ids(choose(withBoth, 'stage-2', 'stage-1'))).toEqual([2]);
  });
  test('the main tune also removes the add-ons that need it', () =>
    expect(choose(withBoth, 'stage-1', 'e85', 'pops', 'stage-2')).toMatchObject({
      tune: 'stage-2',
      addOnTunes: ['pops'],
    }));
});

describe('a loaded record', () => {
  test('is stored: the full engine and the full transmission (S164)', () => {
    expect(vehicle).toMatchObject({ fullEngine: null, fullTransmission: null });
    expect([withBoth.fullEngine, withBoth.fullTransmission]).toEqual([engine, transmission]);
  });
  test('normalizes the tunes from the URL and drops those not for sale', () => {
    const named = { ...chooseEngine(vehicle, engine.slug), tune: 'pops', addOnTunes: ['stage-1', 'gone', 'pops'] };
    expect(engineArrived(named, engine)).toMatchObject({ tune: 'stage-1', addOnTunes: ['pops'] });
    const many = { ...chooseEngine(vehicle, engine.slug), tune: 'stage-1', addOnTunes: ['stage-2', 'pops'] };
    expect(engineArrived(many, engine)).toMatchObject({ tune: 'stage-1', addOnTunes: ['pops'] });
    const gone = { ...chooseEngine(vehicle, engine.slug), tune: 'gone' };
    expect(engineArrived(gone, engine)).toMatchObject({ tune: 'stock', addOnTunes: [] });
  });
});

test('stock tunes are not bought', () => {
  const s = choose(withBoth, 'stock', 'haldex', 'farts');
  expect(boughtTunes(s).map(({ kind, addOn, tune: { slug } }) => [slug, kind, addOn])).toEqual([
    ['haldex', 'awd', false],
    ['farts', 'tcu', true],
  ]);
});

type Step = { act: 'choose' | 'remove' | 'bare' | 'dyno'; unit: TuneUnit; at: number };
const tuneAny = (id: number) =>
  fc.record({
    id: fc.constant(id),
    slug: fc.constant(`t/${id} &=?#é`),
    isStock: fc.constant(id === 0),
    optional: id === 0 ? fc.constant(false) : fc.boolean(),
    requires: id === 0 ? fc.constant([]) : fc.array(fc.nat(12), { maxLength: 2 }),
    recommended: fc.array(fc.nat(12), { maxLength: 2 }),
    tuneTypes: fc.array(fc.constantFrom(none, dsg, awd), { maxLength: 2 }),
  });
const walk = fc.record({
  engineTunes: fc.tuple(...[0, 1, 2, 3, 4, 5].map(tuneAny)),
  transmissionTunes: fc.tuple(...[6, 7, 8, 9, 10].map(tuneAny)),
  steps: fc.array(
    fc.record<Step>({
      act: fc.constantFrom('choose', 'choose', 'choose', 'remove', 'bare', 'dyno'),
      unit: fc.constantFrom('engine', 'transmission'),
      at: fc.nat(5),
    }),
    { maxLength: 12 },
  ),
});

function walked({ engineTunes, transmissionTunes, steps }: typeof walk extends fc.Arbitrary<infer W> ? W : never) {
  let s: CatalogSelection = engineArrived(chooseEngine(vehicle, 'e'), { slug: 'e', tunes: engineTunes });
  s = transmissionArrived(chooseTransmission(s, 't'), { slug: 't', tunes: transmissionTunes });
  for (const { act, unit, at } of steps) {
    const slug = (unit === 'engine' ? engineTunes : transmissionTunes)[at]?.slug ?? '';
    if (act === 'choose') s = chooseTune(s, unit, slug);
    if (act === 'remove') s = removeTune(s, unit, slug);
    if (act === 'bare') s = removeEcuTunes(s);
    if (act === 'dyno') s = showDyno(s, at);
  }
  return s;
}

describe('after any sequence of picker actions', () => {
  const holds = (check: (s: CatalogSelection) => void) =>
    fc.assert(
      fc.property(walk, (w) => void check(walked(w))),
      { seed: 7, numRuns: 500 },
    );

  test('no tune is picked twice, and each has its requirements unless they are not for sale', () =>
    holds((s) => {
      const picked = ids(s);
      expect(new Set(picked).size).toBe(picked.length);
      // Tune 0 is stock, which the car already has.
      for (const { tune: one } of selectedTunes(s))
        for (const need of one.requires) expect(need > 10 || need === 0 || picked.includes(need)).toBe(true);
    }));
  test('no two tunes exclude each other (S443)', () =>
    holds((s) => expect(exclusiveGroups(selectedTunes(s))).toEqual([])));
  test('each tune is in its own slot, so normalizing changes nothing', () =>
    holds((s) => expect(settleTunes(s)).toEqual(s)));
  test('choosing a tune leaves it picked', () =>
    holds((s) => {
      for (const unit of ['engine', 'transmission'] as const)
        for (const { id, slug } of (unit === 'engine' ? s.fullEngine : s.fullTransmission)?.tunes ?? [])
          if (id !== 0) expect(ids(chooseTune(s, unit, slug))).toContain(id);
    }));
  test('the URL holds the whole selection', () =>
    holds((s) => {
      const { pathname, search } = selectionUrl(s);
      const url = new URL(`https://tuneport.example${pathname}${search}`);
      const splat = decodeURIComponent(url.pathname.slice('/catalog'.length));
      expect(parseSelectionUrl(splat, url.searchParams)).toEqual({ kind: 'selection', picked: pickedOf(s) });
    }));
});
