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
  for (const { make, model, years, engine } of records.filter(canShareFigure)) {
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
