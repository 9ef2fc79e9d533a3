import { beforeAll, expect, test } from 'vitest';
import { shippedTable } from '../../../seeds/catalog/catalog.ts';
import { mapColumns } from './map-columns.ts';
import { readTable } from './read-table.ts';
import { readVehicle, type VehicleRecord } from './read-vehicle.ts';
import { canShareFigure, readSharedFigures } from './shared-figures.ts';

const records: VehicleRecord[] = [];
beforeAll(async () => {
  let map: ReturnType<typeof mapColumns> | null = null;
  let withFigure: (record: VehicleRecord) => VehicleRecord = (record) => record;
  for await (const { cells } of readTable(shippedTable)) {
    if (map) {
      const record = readVehicle(cells, map);
      if (typeof record !== 'string') records.push(withFigure(record));
      continue;
    }
    map = mapColumns(cells);
    withFigure = await readSharedFigures(shippedTable, map);
  }
});

test('a model of the shipped table has no engine twice, with a figure and without', () => {
  const engines = new Map<string, Set<string>>();
  const named = records.filter(({ engine }) => !engine.name.endsWith(' premium fuel'));
  for (const { make, model, years, engine } of named.filter(canShareFigure)) {
    const { displacementL, cylinders, fuel, aspiration, hybrid } = engine;
    for (const year of years) {
      const key = [make, model, year, displacementL, cylinders, fuel, aspiration, hybrid].join(' ');
      const names = engines.get(key) ?? new Set();
      engines.set(key, names.add(engine.powerHp === null ? '' : engine.name));
    }
  }
  const twice = [...engines].filter(([, names]) => names.has('') && names.size === 2);
  expect(twice.map(([key]) => key)).toEqual([]);
  // Two figures and none: it is unknown which of the two applies.
  const open = [...engines].filter(([, names]) => names.has('') && names.size > 2);
  expect(open.length).toBeLessThan(20);
});

test('the V6 of the Camry of 2023 is one engine', () => {
  const camry = records.filter(({ model, years, engine }) => {
    return model === 'Camry' && years.includes('2023') && engine.displacementL === 3.5;
  });
  expect(new Set(camry.map(({ engine }) => engine.name))).toEqual(new Set(['3.5L 6-cyl 301 hp']));
});

test('a version that states its output does not get the figure of its model', () => {
  const version = records.find(({ source }) => source.model === 'F-Pace (296 Hp)');
  expect(version?.engine.powerHp).toBeNull();
});

// Versions that the table lists beside their base model with the same figure.
test.each([
  ['RSX', '2005', 2, '2.0L 4-cyl 160 hp'],
  ['Celica', '2003', 1.8, '1.8L 4-cyl 140 hp'],
  ['Prelude', '1994', 2.2, '2.2L 4-cyl 135 hp'],
  ['Mustang', '2003', 4.6, '4.6L 8-cyl 260 hp'],
])('the %s of %s does not give its figure to the version for premium petrol', (model, year, litres, base) => {
  const all = records.filter(
    (one) => one.model === model && one.years.includes(year) && one.engine.displacementL === litres,
  );
  const of = (grade: string) => all.filter(({ fuelGrade }) => fuelGrade === grade).map(({ engine }) => engine);
  expect(new Set(of('regular').map(({ name }) => name))).toEqual(new Set([base]));
  const [premium] = of('premium');
  expect([premium?.name, premium?.powerHp]).toEqual([base.replace(/\d+ hp$/, 'premium fuel'), null]);
});

test('a version with a figure of its own keeps it', () => {
  const names = (model: string, year: string) =>
    new Set(records.filter((one) => one.model === model && one.years.includes(year)).map(({ engine }) => engine.name));
  expect(names('Camaro', '2012')).toContain('6.2L 8-cyl supercharged 580 hp');
  expect(names('GTI', '2015')).toContain('2.0L 4-cyl turbo 211 hp');
});

test('engines with one power and another torque are two engines', () => {
  const names = (model: string, year: string, litres: number) =>
    new Set(
      records
        .filter((one) => one.model === model && one.years.includes(year) && one.engine.displacementL === litres)
        .map(({ engine }) => engine.name),
    );
  expect(names('Explorer', '2013', 3.5)).toContain('3.5L 6-cyl turbo 365 hp 475 Nm');
  expect(names('F-150', '2013', 3.5)).toContain('3.5L 6-cyl turbo 365 hp 569 Nm');
  // A difference of rounding.
  expect(names('Camaro', '2017', 6.2)).toContain('6.2L 8-cyl 455 hp');
});
