import { readFileSync } from 'node:fs';
import { type FindableVehicle, findVehicles } from '@tuneport/domain/catalog/vehicles/find-vehicles';
import { meaningsOf, withinSlips } from '@tuneport/domain/catalog/vehicles/vehicle-search';
import { folded } from '@tuneport/domain/site/slug';
import { beforeAll, expect, test } from 'vitest';
import { shippedTable } from '../../../seeds/catalog/catalog.ts';
import { displayName } from '../imports/display-names.ts';
import { readTable } from '../imports/read-table.ts';
import { vehicleCodes } from './vehicle-codes.ts';

type Row = Readonly<Record<string, string>>;

function rowsOf(name: string): Row[] {
  const text = readFileSync(new URL(`../../../../data/testing/${name}`, import.meta.url), 'utf8');
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])));
}

let byMake = new Map<string, FindableVehicle[]>();
let models = new Map<string, FindableVehicle[]>();

beforeAll(async () => {
  const vehicles: FindableVehicle[] = [];
  let header: readonly string[] | null = null;
  const seen = new Map<string, { names: string[]; extra: string[] }>();
  for await (const { cells } of readTable(shippedTable)) {
    if (!header) {
      header = cells;
      continue;
    }
    const cell = (name: string) => cells[header?.indexOf(name) ?? -1] ?? '';
    const fuel = /diesel/i.test(cell('fuel')) ? 'diesel' : cell('aspiration') === 'electric' ? 'electric' : 'petrol';
    const aspiration = cell('aspiration') === 'na_or_unknown' ? 'natural' : cell('aspiration');
    const litres = Number(cell('displacement_l')) || null;
    const size = `${litres?.toFixed(1) ?? ''}L ${cell('cylinders')}-cyl`;
    const engine = [size, aspiration, fuel].filter((word) => !/natural|petrol/.test(word)).join(' ');
    const { make, family, model } = displayName(cell('make'), cell('base_model'), cell('model'));
    const key = [make, model, cell('year'), engine].join('|');
    const merged = seen.get(key) ?? { names: [], extra: [cell('drive'), family] };
    if (!merged.names.includes(cell('model'))) {
      merged.names.push(cell('model'));
      merged.extra.push(cell('model'));
    }
    if (seen.has(key)) continue;
    seen.set(key, merged);
    const coded = { litres, cylinders: Number(cell('cylinders')) || null, aspiration, fuel };
    vehicles.push({ make, model, year: cell('year'), engine, ...merged, coded });
  }
  byMake = Map.groupBy(vehicles, ({ make }) => make);
  models = Map.groupBy(vehicles, ({ make, model, extra }) => {
    const name = folded(`${make} ${model} ${extra?.slice(1).join(' ') ?? ''}`);
    return `${name} ${name.replace(/[^a-z0-9 ]/g, '')}`;
  });
});

const modelsMax = 40;

/** As the database does it: the models with most of the words in their name, or those that begin like one or differ by one slip. */
function ofWords(words: readonly string[], years: readonly string[], how: 'like' | 'near'): FindableVehicle[] {
  const meant = words.flatMap((word) => [word, ...meaningsOf(word)]);
  const parts = how === 'like' ? meant : words.filter((word) => word.length > 3).map((word) => word.slice(0, 3));
  const short = how === 'like' ? [] : words.filter((word) => word.length > 3);
  const slipsIn = (name: string) =>
    short.filter((word) => name.split(' ').some((other) => withinSlips(word, other, 1))).length;
  const scored = [...models].map(([name, own]) => ({
    own,
    score: parts.filter((part) => name.includes(part)).length + slipsIn(name) - name.length / 1000,
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, modelsMax)
    .flatMap(({ own }) => own.filter(({ year }) => years.length === 0 || years.includes(year ?? '')));
}

const find = (text: string) =>
  findVehicles(
    text,
    vehicleCodes(),
    {
      makes: async () => [...byMake.keys()],
      async ofCodes(make, codes) {
        const patterns = codes.map(({ model }) => new RegExp(model, 'i'));
        return (
          byMake
            .get(make)
            ?.filter((each) => patterns.some((pattern) => each.names.some((name) => pattern.test(name)))) ?? []
        );
      },
      ofWords: async (words, years, how) => ofWords(words, years, how),
    },
    10,
  );

function isWanted(vehicle: FindableVehicle, row: Row): boolean {
  const year = Number(vehicle.year);
  const { litres, cylinders, aspiration, fuel } = vehicle.coded;
  const isEngine = (row.expect_engine ?? '').split(',').some((text) => {
    if (text === '') return true;
    const [size = '', ...words] = text.split(' ');
    const [wantedLitres, wantedCylinders] = size.split('/').map(Number);
    return (
      litres === wantedLitres &&
      cylinders === wantedCylinders &&
      (!words.includes('turbo') || /turbo|twin/.test(aspiration)) &&
      (!words.includes('sc') || /super|twin/.test(aspiration)) &&
      (!words.includes('diesel') || fuel === 'diesel')
    );
  });
  return (
    isEngine &&
    vehicle.make === row.expect_make &&
    vehicle.names.some((name) => new RegExp(row.expect_model_regex ?? '', 'i').test(name)) &&
    year >= Number(row.expect_year_from) &&
    year <= Number(row.expect_year_to)
  );
}

test('search finds the intended car by codes, trims, nicknames and misspellings before any other make', async () => {
  const rows = rowsOf('search-phrases.tsv');
  const missed: string[] = [];
  for (const row of rows) {
    const found = await find(row.phrase ?? '');
    const at = found.findIndex((vehicle) => isWanted(vehicle, row));
    const other = found.findIndex(({ make }) => make !== row.expect_make);
    if (at === -1 || (other !== -1 && other < at)) missed.push(row.phrase ?? '');
  }
  expect(rows.length).toBeGreaterThan(180);
  expect(1 - missed.length / rows.length, missed.join(', ')).toBeGreaterThanOrEqual(0.97);
});

test.each([
  ['9-5 aero', 'Saab', /^9-5/, undefined],
  ['aero 9-5 2001', 'Saab', /^9-5/, undefined],
  ['9-3 aero', 'Saab', /^9-3/, undefined],
  ['f150 5.0 coyote 2020', 'Ford', /^F-150/, 5],
  ['f150 5.0 2020', 'Ford', /^F-150/, 5],
  ['mustang 5.0 coyote 2015', 'Ford', /^Mustang/, 5],
  ['wrx fa20 2015', 'Subaru', /^WRX/, 2],
  ['95 civic', 'Honda', /^Civic/, undefined],
])('search finds the model of "%s" although other models share its codes', async (phrase, make, model, litres) => {
  const [first] = await find(phrase);
  expect(first?.make).toBe(make);
  expect(first?.model).toMatch(model);
  if (litres !== undefined) expect(first?.coded.litres).toBe(litres);
});

test.each([
  ['mustang gt 15', '2015 Ford Mustang', 5],
  ['mustang gt 2003', '2003 Ford Mustang', 4.6],
  ['mustang gt', '2026 Ford Mustang', 5],
  ['porshe 911', '2026 Porsche 911 Carrera', 3],
  ['porsche 911', '2026 Porsche 911 Carrera', 3],
  ['911 1986', '1986 Porsche 911', 3.2],
  ['glof', '2021 Volkswagen Golf', 1.4],
  ['frs', '2016 Scion FR-S', 2],
  ['2017 ram 1500 5.7 hemi', '2017 Ram 1500', 5.7],
  ['2016 dodge ram 1500 hemi', '2016 Ram 1500', 5.7],
  ['2008 dodge ram 1500 hemi', '2008 Dodge Ram 1500', 5.7],
  ['jeep grand cherokee hemi 2014', '2014 Jeep Grand Cherokee', 5.7],
  // There was no E 63 in 2017: the nearest years, and no GLE 63.
  ['2017 e63 s', '2018 Mercedes-Benz AMG E 63 S', 4],
])('search puts first for "%s" the %s', async (phrase, name, litres) => {
  const [first] = await find(phrase);
  expect([`${first?.year} ${first?.make} ${first?.model}`, first?.coded.litres]).toEqual([name, litres]);
});

test.each([
  ['mustang v6', 'Ford', /^Mustang/, 6, [1994, 2017]],
  ['camaro v8', 'Chevrolet', /^Camaro/, 8, [1984, 2024]],
  ['r8 v8', 'Audi', /^R8/, 8, [2008, 2015]],
  ['v10 m5', 'BMW', /^M5/, 10, [2006, 2010]],
  ['outback h6', 'Subaru', /^(Legacy )?Outback|^Outback/, 6, [2001, 2019]],
  ['flat 6 cayman', 'Porsche', /Cayman/, 6, [2006, 2026]],
  ['bentley w12', 'Bentley', /./, 12, [2003, 2026]],
  ['v6 tdi', 'Volkswagen', /^Touareg/, 6, [2009, 2016]],
  ['gen 5 camaro', 'Chevrolet', /^Camaro/, null, [2010, 2015]],
  ['f150 raptor gen 2', 'Ford', /^F-150 Raptor/, 6, [2017, 2020]],
  ['second generation raptor', 'Ford', /^F-150 Raptor/, 6, [2017, 2020]],
  ['gen 2 volt', 'Chevrolet', /^Volt/, null, [2011, 2019]],
  ['golf vii gti', 'Volkswagen', /^(Golf )?GTI/, 4, [2015, 2021]],
  ['evo viii', 'Mitsubishi', /^Lancer Evolution/, 4, [2003, 2006]],
  ['s550 gt', 'Ford', /^Mustang/, null, [2015, 2023]],
  ['s197 gt', 'Ford', /^Mustang/, null, [2005, 2014]],
] as const)('search reads the layout and the generation in "%s"', async (phrase, make, model, cylinders, years) => {
  const found = await find(phrase);
  expect(found.length).toBeGreaterThan(0);
  for (const vehicle of found) {
    const name = `${phrase}: ${vehicle.year} ${vehicle.make} ${vehicle.model}`;
    expect(vehicle.make, name).toBe(make);
    expect(vehicle.model, name).toMatch(model);
    if (cylinders !== null) expect(vehicle.coded.cylinders, name).toBe(cylinders);
    expect(Number(vehicle.year), name).toBeGreaterThanOrEqual(years[0]);
    expect(Number(vehicle.year), name).toBeLessThanOrEqual(years[1]);
  }
});

test('search shows no other car for one missing from the catalogue', async () => {
  for (const { phrase = '' } of rowsOf('search-phrases-absent.tsv')) {
    const [first] = await find(phrase);
    expect(first && `${first.make} ${first.model}`, phrase).toBeUndefined();
  }
});

test.each([
  ['gtr', 'Nissan'],
  ['GT-R', 'Nissan'],
  ['nissan gtr', 'Nissan'],
  ['2017 gtr', 'Nissan'],
  ['amg gtr', 'Mercedes-Benz'],
  ['amg gt r', 'Mercedes-Benz'],
  ['mercedes gt r', 'Mercedes-Benz'],
])('%s finds cars of %s', async (text, make) => {
  expect([...new Set((await find(text)).map((vehicle) => vehicle.make))]).toEqual([make]);
});
