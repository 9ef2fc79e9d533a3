import { expect, test } from 'vitest';
import { breadcrumbLd } from '../../shell/page-meta.ts';
import { asUnits, unitsOfRegion } from '../../ui/text/units-store.ts';
import type { FullEngine, Make, Model, Vehicle, Year } from './catalog-types.ts';
import { tuneProductsLd } from './json-ld.ts';
import { tuneListAddress, tuneListQuery } from './lists/tune-list.ts';
import { byDecade, byFamily, byLetter, filterModels } from './picker/groups.ts';
import { asLastVehicle } from './picker/last-vehicle.ts';
import { codeOf } from './vehicle/load-vehicle.ts';
import { crumbsOf, engineFacts, vehicleLabel, vehicleName } from './vehicle/vehicle-labels.ts';

const entry = (slug: string, name = slug) => ({ id: 1, slug, name });
const golf = {
  make: { ...entry('volkswagen', 'Volkswagen'), logo_url: null },
  year: entry('2015'),
  model: { ...entry('golf-r', 'Golf R'), family: 'Golf' },
  engine: { ...entry('2.0-tsi', '2.0 L TSI') },
  transmission: null,
  seo: null,
} as unknown as Vehicle;

test('a vehicle label uses the common spoken form', () => {
  expect(vehicleName(golf)).toBe('2015 Volkswagen Golf R');
  expect(vehicleLabel(golf)).toBe('2015 Volkswagen Golf R, 2.0 L TSI');
  expect(vehicleName({ ...golf, year: entry('Series') as Vehicle['year'], model: null })).toBe('Volkswagen Series');
});

test('each breadcrumb links to its step', () => {
  expect(crumbsOf('/catalog', golf).map((crumb) => crumb.to)).toEqual([
    '/catalog',
    '/catalog/volkswagen',
    '/catalog/volkswagen/2015',
    '/catalog/volkswagen/2015/golf-r',
    '/catalog/volkswagen/2015/golf-r/2.0-tsi',
  ]);
  expect(breadcrumbLd('https://t.test', crumbsOf('/guide', golf)).itemListElement).toMatchObject([
    { position: 1, name: 'Guides', item: 'https://t.test/guide' },
    { position: 2, name: 'Volkswagen' },
    {},
    {},
    { position: 5, name: '2.0 L TSI' },
  ]);
});

test('structured data contains only offers with a public price', () => {
  const tune = (more: object) => ({
    slug: 's 1',
    name: 'Stage 1',
    description: '',
    part_number: '',
    is_stock: false,
    optional: false,
    price: null,
    ...more,
  });
  const price = { amount: '599.00', currency: 'CAD' };
  const engine = {
    name: '2.0',
    tunes: [tune({ price }), tune({}), tune({ price, is_stock: true }), tune({ price, optional: true })],
  };
  const products = tuneProductsLd('https://t.test', '/catalog/x', '2015 X', engine as unknown as FullEngine);
  expect(products).toHaveLength(1);
  expect(products[0]).toMatchObject({
    '@type': 'Product',
    url: 'https://t.test/catalog/x?tune=s%201',
    offers: { price: '599.00', priceCurrency: 'CAD' },
  });
});

test('facts of an engine do not repeat its name', () => {
  const facts = {
    displacement_l: 2,
    cylinders: 4,
    fuel: 'petrol',
    aspiration: 'turbo',
    hybrid: 'none',
    code: 'CJXB',
    generation: '2008–2015',
  } as const;
  expect(engineFacts({ ...facts, name: '2.0L 4-cyl turbo' })).toEqual(['petrol', 'CJXB', '2008–2015']);
  expect(engineFacts({ ...facts, name: 'TSI CJXB' })).toEqual(['2.0 L', '4 cylinders', 'turbo petrol', '2008–2015']);
});

test('makes are grouped by letter, with accents under their base letter and digits first', () => {
  const makes = ['Škoda', '9ff', 'Audi', 'Saab'].map((name) => ({ ...entry(name), logo_url: null }) as Make);
  expect(byLetter(makes).map(({ letter, entries }) => [letter, entries.length])).toEqual([
    ['0–9', 1],
    ['A', 1],
    ['S', 2],
  ]);
});

test('years are grouped by decade, Series last', () => {
  const years = ['2021', '2019', '2015.5', 'Series'].map((year) => entry(year) as Year);
  expect(byDecade(years).map(({ title, entries }) => [title, entries.length])).toEqual([
    ['2020s', 1],
    ['2010s', 2],
    ['All years', 1],
  ]);
});

test('models are grouped by family, and the filter matches every word', () => {
  const models = [
    { ...entry('a', 'Silverado 2500 HD 4WD'), family: 'Silverado' },
    { ...entry('b', 'Silverado 1500'), family: 'Silverado' },
    { ...entry('c', 'Spark'), family: '' },
  ] as Model[];
  expect(byFamily(models).map(({ family, models: list }) => [family, list.length])).toEqual([
    ['Silverado', 2],
    ['Spark', 1],
  ]);
  expect(filterModels(models, ' 4wd silv ').map((model) => model.slug)).toEqual(['a']);
});

test('only an engine of the catalogue is offered as the last vehicle', () => {
  const good = { path: '/catalog/volkswagen/2015/golf-r/2.0-tsi', label: 'Golf R' };
  expect(asLastVehicle(good)).toEqual(good);
  for (const bad of [
    null,
    'x',
    { path: 'https://evil.example/catalog/a/2015/b/c', label: 'x' },
    { path: '/catalog/a/b', label: 'x' },
    { path: '/catalog/a/twenty/b/c', label: 'x' },
    { path: '/catalog/%', label: 'x' },
    { ...good, label: '' },
  ])
    expect(asLastVehicle(bad)).toBeNull();
});

test('units default to those of the region until the user chooses others', () => {
  expect(unitsOfRegion(2)).toEqual({ power: 'hp', torque: 'Nm' });
  expect(asUnits({ power: 'kW', torque: 'Nm' })).toEqual({ power: 'kW', torque: 'Nm' });
  expect(asUnits({ power: 'W', torque: 'Nm' })).toBeNull();
});

test('a tune list has one canonical URL, and invalid parameters show the first page', () => {
  const query = tuneListQuery(new URLSearchParams('page=2&search= golf '));
  expect(query).toMatchObject({ page: 2, search: 'golf' });
  expect(tuneListAddress('/x', query)).toBe('/x?search=golf&page=2');
  for (const page of ['0', '-1', 'x', '1e9', '2.5'])
    expect(tuneListAddress('/x', tuneListQuery(new URLSearchParams({ page })))).toBe('/x');
});

test('an error code is read from every kind of error object', () => {
  expect(codeOf({ data: { code: 'region_mismatch' } })).toBe('region_mismatch');
  expect(codeOf(Object.assign(new Error('x'), { code: 'not_found' }))).toBe('not_found');
  expect(codeOf(new Error('x'))).toBeNull();
});
