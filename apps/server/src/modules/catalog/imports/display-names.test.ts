import { expect, test } from 'vitest';
import { shippedTable } from '../../../seeds/catalog/catalog.ts';
import { displayName, prominenceOf } from './display-names.ts';
import { readTable } from './read-table.ts';

async function shippedNames() {
  const rows = new Map<string, { make: string; family: string; model: string }>();
  let isHeader = true;
  for await (const { cells } of readTable(shippedTable)) {
    const [make = '', family = '', model = ''] = cells;
    if (!isHeader) rows.set(`${make}\t${model}`, { make, family, model });
    isHeader = false;
  }
  return [...rows.values()].map((source) => ({ source, ...displayName(source.make, source.family, source.model) }));
}

test.each([
  ['Ford', 'F150 Pickup 4WD', 'Ford', 'F-150'],
  ['Ford', 'F150 2.7L 2WD GVWR>6649 LBS PAYLOAD PACKAGE', 'Ford', 'F-150'],
  ['Ford', 'F150 RAPTOR R 4WD', 'Ford', 'F-150 Raptor R'],
  ['Volkswagen', 'Golf R', 'Volkswagen', 'Golf R'],
  ['Volkswagen', 'Golf-R', 'Volkswagen', 'Golf R'],
  ['Volkswagen', 'Golf SportWagen 4motion', 'Volkswagen', 'Golf SportWagen'],
  ['Audi', 'RS3', 'Audi', 'RS 3'],
  ['Audi', 'RS 3', 'Audi', 'RS 3'],
  ['BMW', '335i Coupe xDrive', 'BMW', '335i'],
  ['Porsche', 'Turbo 4 911 Cab Kit', 'Porsche', '911 Turbo'],
  ['Chevrolet', 'Silverado K15 4WD', 'Chevrolet', 'Silverado 1500'],
  ['McLaren Automotive', '720S Spider', 'McLaren', '720S'],
  ['PAS, Inc', 'Pas-Syclone', 'GMC', 'Syclone'],
  ['Rolls-Royce', 'Turbo R', 'Bentley', 'Turbo R'],
])('display name of %s %s is %s %s', (make, model, wantedMake, wantedModel) => {
  expect(displayName(make, '', model)).toMatchObject({ make: wantedMake, model: wantedModel });
});

test('display names separate trims and bodies from the name', () => {
  expect(displayName('Acura', 'MDX', 'MDX AWD A-SPEC')).toMatchObject({ model: 'MDX', trims: ['A-Spec'] });
  expect(displayName('BMW', '3 Series', '335i Convertible')).toMatchObject({ model: '335i', bodies: ['Convertible'] });
  expect(displayName('Toyota', 'Camry', 'Camry XLE/XSE').trims).toEqual(['XLE', 'XSE']);
});

test('display name of a vehicle missing from the table is its original name', () => {
  expect(displayName('Škoda', 'Octavia', 'Octavia 4x4')).toEqual({
    make: 'Škoda',
    family: 'Octavia',
    model: 'Octavia 4x4',
    trims: [],
    bodies: [],
  });
});

test('display names in the shipped table contain no drive, weight, wheel or table terms', async () => {
  const names = await shippedNames();
  expect(names.length).toBe(5569);
  const odd =
    /\b(2WD|4WD|AWD|FWD|RWD|4matic|quattro|xDrive|4motion|FFV|CNG|GVWR|LBS|Pickup 2|inch|wheels?|tires?|battery|Kit)\b|[()]|\s\s|^\s|\s$|\/$/i;
  const found = new Set(names.filter(({ model }) => odd.test(model)).map(({ make, model }) => `${make} ${model}`));
  expect([...found]).toEqual(['Audi Quattro']);
});

test('display names never differ only in case or spaces', async () => {
  const spellings = new Map<string, Set<string>>();
  for (const { make, model } of await shippedNames()) {
    const key = `${make} ${model}`.toLowerCase().replace(/[^a-z0-9+]/g, '');
    spellings.set(key, (spellings.get(key) ?? new Set()).add(`${make} ${model}`));
  }
  const several = [...spellings.values()].filter((each) => each.size > 1).map((each) => [...each]);
  expect(several).toEqual([]);
});

test('makes have a prominence: popular, listed or hidden', () => {
  expect(prominenceOf('Volkswagen')).toBe('popular');
  expect(prominenceOf('Saab')).toBe('listed');
  expect(prominenceOf('J.K. Motors')).toBe('hidden');
  expect(prominenceOf('Somebody New')).toBe('listed');
});
