import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogSelection, Entry } from './vehicle-selection.ts';
import {
  chooseEngine,
  chooseMake,
  chooseModel,
  chooseTransmission,
  chooseYear,
  engineFailed,
  isVehicleSelected,
  listArrived,
  listFailed,
  listNames,
  listRequested,
  nothingPicked,
  reset,
  showDyno,
  showHpTorque,
  skipTransmission,
  sortYears,
  transmissionFailed,
  vehicleOf,
} from './vehicle-selection.ts';

const entries = (...slugs: string[]): Entry[] => slugs.map((slug) => ({ slug, name: slug }));
const golf = { make: 'volkswagen', year: '2015', model: 'golf', engine: '2.0-tdi', transmission: 'dsg' };
const record = { slug: '2.0-tdi', tunes: [] };

/** Everything is picked and loaded. */
const full: CatalogSelection = {
  ...nothingPicked,
  ...golf,
  skipTransmissionSelection: false,
  tune: 'stage-1',
  addOnTunes: ['pops'],
  transmissionTune: 'tcu',
  dsgTune: 'dsg-1',
  transmissionAddOnTunes: ['launch'],
  awdTune: 'awd',
  awdAddOnTunes: ['drift'],
  selectedDynoIndex: 2,
  currentHpTorque: 'regular',
  makes: entries('volkswagen', 'audi'),
  years: ['2015', '2014'],
  models: entries('golf'),
  engines: entries('2.0-tdi'),
  transmissions: entries('dsg', 'manual'),
  fullEngine: record,
  fullTransmission: { slug: 'dsg', tunes: [] },
};
const noTunes = {
  tune: null,
  addOnTunes: [],
  transmissionTune: null,
  dsgTune: null,
  transmissionAddOnTunes: [],
  awdTune: null,
  awdAddOnTunes: [],
};

describe('the catalogue selection', () => {
  test('holds the vehicle and every tune picked for it (S160)', () => {
    expect(nothingPicked).toMatchObject({ make: null, year: null, model: null, engine: null, transmission: null });
    expect(nothingPicked).toMatchObject(noTunes);
  });
  test('holds skipTransmissionSelection and selectedDynoIndex (S161)', () =>
    expect(nothingPicked).toMatchObject({ skipTransmissionSelection: false, selectedDynoIndex: 0 }));
  test('shows crank figures by default (S162)', () => expect(nothingPicked.currentHpTorque).toBe('crank'));
  test('holds the lists of makes, years, models and engines (S163)', () => {
    const listed = listArrived(listArrived(nothingPicked, 'makes', {}, entries('a')), 'years', { make: 'a' }, []);
    expect(listed.makes).toEqual(entries('a'));
    let s: CatalogSelection = { ...full, makes: null, years: null, models: null, engines: null };
    s = listArrived(s, 'makes', golf, entries('volkswagen'));
    s = listArrived(s, 'years', golf, entries('2014', '2015'));
    s = listArrived(s, 'models', golf, entries('golf', 'polo'));
    s = listArrived(s, 'engines', golf, entries('2.0-tdi'));
    expect(s).toMatchObject({ makes: entries('volkswagen'), years: ['2015', '2014'] });
    expect(s).toMatchObject({ models: entries('golf', 'polo'), engines: entries('2.0-tdi') });
  });
  test('has a loading flag per list (S165)', () => {
    for (const list of listNames) {
      const selected = listRequested(full, list);
      expect(Object.entries(selected.loading).filter(([, on]) => on)).toEqual([[list, true]]);
      expect(listArrived(selected, list, golf, []).loading[list]).toBe(false);
      expect(listFailed(selected, list, golf).loading[list]).toBe(false);
    }
  });
});

describe('choosing', () => {
  test('a make clears year, model, engine, transmission and all tunes (S252)', () => {
    const s = chooseMake(full, 'audi');
    expect(s).toEqual({ ...nothingPicked, make: 'audi', makes: full.makes });
  });
  test('a year clears model, engine, transmission and all tunes, and keeps the make (S253)', () => {
    const s = chooseYear(full, '2014');
    expect(s).toEqual({ ...nothingPicked, make: 'volkswagen', year: '2014', makes: full.makes, years: full.years });
  });
  test('a model clears engine, transmission and all tunes, and keeps make and year (S254)', () => {
    const { makes, years, models } = full;
    const kept = { make: 'volkswagen', year: '2015', model: 'polo', makes, years, models };
    expect(chooseModel(full, 'polo')).toEqual({ ...nothingPicked, ...kept });
  });
  test('an engine resets the HP/torque display to crank (S255)', () =>
    expect(chooseEngine(full, '1.4-tsi').currentHpTorque).toBe('crank'));
  test('another engine clears its tunes, the transmission and all below', () => {
    const { makes, years, models, engines } = full;
    const kept = { make: 'volkswagen', year: '2015', model: 'golf', makes, years, models, engines };
    expect(chooseEngine(full, '1.4-tsi')).toEqual({ ...nothingPicked, ...kept, engine: '1.4-tsi' });
  });
  test('a transmission clears the tunes of the previous one and keeps those of the engine', () => {
    const s = chooseTransmission(full, 'manual');
    expect(s).toMatchObject({ ...noTunes, tune: 'stage-1', addOnTunes: ['pops'], transmission: 'manual' });
    expect(s).toMatchObject({ fullTransmission: null, fullEngine: record, currentHpTorque: 'regular' });
    expect(skipTransmission(s)).toMatchObject({ transmission: null, skipTransmissionSelection: true });
    expect(chooseTransmission(skipTransmission(s), 'dsg').skipTransmissionSelection).toBe(false);
  });
  test('a list or flag of the previous selection is discarded', () => {
    const s = chooseMake(listRequested(listRequested(full, 'models'), 'makes'), 'audi');
    expect(s.loading).toEqual({ ...nothingPicked.loading, makes: true });
    expect(listArrived(s, 'years', golf, entries('2015'))).toBe(s);
    expect(listFailed(s, 'years', golf)).toBe(s);
    expect(listArrived(s, 'years', { make: 'audi' }, entries('2016')).years).toEqual(['2016']);
  });
  test('engine-dependent actions do nothing without an engine', () => {
    for (const act of [skipTransmission, () => chooseTransmission(nothingPicked, 'dsg')])
      expect(act(nothingPicked)).toBe(nothingPicked);
    expect(showHpTorque(nothingPicked, 'regular')).toBe(nothingPicked);
    expect(showHpTorque(full, 'crank').currentHpTorque).toBe('crank');
    expect(showDyno(full, 3).selectedDynoIndex).toBe(3);
    for (const index of [-1, 1.5, Number.NaN, 1000]) expect(showDyno(full, index)).toBe(full);
  });
  test('nothing resets the selection entirely (S257)', () =>
    expect(reset(full)).toEqual({ ...nothingPicked, makes: full.makes }));
});

describe('a record that cannot be fetched', () => {
  test('clears the engine selection (S259)', () => {
    const s = engineFailed(full, '2.0-tdi');
    expect(s).toMatchObject({ ...noTunes, engine: null, fullEngine: null, transmission: null, model: 'golf' });
    expect(isVehicleSelected(s)).toBe(false);
  });
  test('clears the transmission selection (S260)', () => {
    const s = transmissionFailed(full, 'dsg');
    expect(s).toMatchObject({ transmission: null, fullTransmission: null, dsgTune: null, awdTune: null });
    expect(s).toMatchObject({ engine: '2.0-tdi', tune: 'stage-1' });
  });
  test('clears nothing when the visitor has moved on', () => {
    expect(engineFailed(full, '1.4-tsi')).toBe(full);
    expect(transmissionFailed(full, 'manual')).toBe(full);
  });
});

describe('the years', () => {
  test('are sorted newest first, a half year before its whole year, Series last (S261)', () => {
    const years = ['2014', 'Series', '2015', '1998.25', '2015.5', '2026', '1998'];
    const sorted = ['2026', '2015.5', '2015', '2014', '1998.25', '1998', 'Series'];
    expect(sortYears(years)).toEqual(sorted);
    expect(listArrived(full, 'years', golf, entries(...years)).years).toEqual(sorted);
  });
  test('have a stable order whatever their input order', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Series', '2015', '2015.5', '2015.50', '99', '2020')), (years) => {
        expect(sortYears(years)).toEqual(sortYears([...years].reverse()));
        expect(sortYears(years).toSorted()).toEqual(years.toSorted());
      }),
      { seed: 7 },
    ));
});

describe('a vehicle', () => {
  const engine = { ...full, transmission: null };
  test('is not selected without an engine (S262)', () =>
    expect(isVehicleSelected({ ...full, engine: null, transmissions: 'none' })).toBe(false));
  test('is selected with an engine when there are no transmissions (S263)', () =>
    expect(isVehicleSelected({ ...engine, transmissions: 'none' })).toBe(true));
  test('is not selected while a transmission must be chosen (S264)', () => {
    expect(isVehicleSelected(engine)).toBe(false);
    expect(isVehicleSelected({ ...engine, transmissions: null })).toBe(false);
  });
  test('is selected with an engine when the transmission is skipped (S265)', () =>
    expect(isVehicleSelected(skipTransmission(engine))).toBe(true));
  test('is selected with an engine and a transmission (S266)', () => expect(isVehicleSelected(full)).toBe(true));
  test('has no transmissions to choose from when the server lists none (S267)', () => {
    expect(listArrived(full, 'transmissions', golf, []).transmissions).toBe('none');
    expect(listArrived(full, 'transmissions', golf, entries('dsg')).transmissions).toEqual(entries('dsg'));
  });
  test('includes the picked parts up to the first gap', () => {
    expect(vehicleOf(full)).toEqual(golf);
    expect(vehicleOf({ ...full, year: null })).toEqual({ make: 'volkswagen' });
    expect(vehicleOf(nothingPicked)).toEqual({});
  });
});
