import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  missesFor,
  parseVehicleQuery,
  respelt,
  type SearchCandidate,
  searchVehicles,
  searchWordsMax,
  withinSlips,
} from './vehicle-search.ts';

const words = (text: string) => parseVehicleQuery(text).words.map((word) => word.text);
const years = (text: string) => parseVehicleQuery(text).words.flatMap((word) => word.year ?? []);

describe('free text', () => {
  test('is split into words, keeping decimals whole', () => {
    expect(words('golf r 2015 dsg')).toEqual(['golf', 'r', '2015', 'dsg']);
    expect(words('  CITROËN C4/Picasso, 2.0HDi ')).toEqual(['citroen', 'c4', 'picasso', '2.0hdi']);
    expect(words('Golf GOLF golf')).toEqual(['golf']);
    expect(words('')).toEqual([]);
    expect(words('x '.repeat(50) + Array.from({ length: 50 }, (_, at) => `w${at}`).join(' '))).toHaveLength(
      searchWordsMax,
    );
  });
  test('recognizes years: whole, with a decimal, short, and Series', () => {
    expect(years('golf 2015')).toEqual(['2015']);
    expect(years('cooper 2015.5')).toEqual(['2015.5']);
    expect(years("golf '15")).toEqual(['2015']);
    expect(years('’98 civic')).toEqual(['1998']);
    expect(years('land rover series')).toEqual(['Series']);
    expect(years("320i 1.8 911 15 o'15 3000 20155")).toEqual([]);
  });
  test('of any kind is parsed without failing', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const found = parseVehicleQuery(text).words;
        expect(found.length).toBeLessThanOrEqual(searchWordsMax);
        searchVehicles(text, garage);
      }),
      { seed: 7, numRuns: 500 },
    ));
});

const vw = (model: string, year: string, engine: string, transmission: string): SearchCandidate => ({
  make: 'Volkswagen',
  model,
  year,
  engine,
  transmission,
});
const garage: SearchCandidate[] = [
  vw('Golf', '2015', '1.8 TSI', 'Automatic (S6)'),
  vw('Golf', '2014', '2.0 TDI', 'Automatic (AM-S6)'),
  vw('Golf R', '2015', '2.0 TSI', 'Automatic (AM-S6)'),
  vw('Golf R', '2015', '2.0 TSI', 'Manual 6-spd'),
  vw('Golf R', '2016', '2.0 TSI', 'Automatic (AM-S6)'),
  vw('Golf R Wagon', '2015', '2.0 TSI', 'Automatic (AM-S6)'),
  vw('e-Golf', '2015', '', 'Automatic (A1)'),
  { make: 'BMW', model: '2002', year: '1974', engine: '2.0' },
  { make: 'BMW', model: '320i', year: '2002', engine: '2.2' },
  { make: 'Ford', model: 'F-150 2WD', year: '2015', engine: '2.7L V6' },
  { make: 'Mercedes-Benz', model: 'C63 AMG', year: '2012', engine: '6.2 V8' },
  { make: 'Mini', model: 'Cooper S', year: '2015.5', engine: '2.0 B48' },
  { make: 'Land Rover', model: 'Defender', year: 'Series', engine: '2.5' },
];
const first = (text: string) => searchVehicles(text, garage)[0]?.candidate;

describe('the best match', () => {
  test('contains all words and little else', () => {
    expect(first('golf r 2015 dsg')).toBe(garage[2]);
    expect(first('vw golf r manual')).toBe(garage[3]);
    expect(first('golf 2015')).toBe(garage[0]);
    expect(first('golf r wagon')).toBe(garage[5]);
    expect(first('golfr 2016')).toBe(garage[4]);
    expect(first('golf tdi')).toBe(garage[1]);
  });
  test('reads a number as a year or as a model', () => {
    expect(first('bmw 2002')).toBe(garage[7]);
    expect(first('bmw 320i 2002')).toBe(garage[8]);
    expect(first('mini 2015')).toBe(garage[11]);
    expect(first("mini cooper '15")).toBe(garage[11]);
    expect(first('defender series')).toBe(garage[12]);
  });
  test('is found by partial words, joined words and small typos', () => {
    expect(first('f150')).toBe(garage[9]);
    expect(first('merc c63')).toBe(garage[10]);
    expect(first('mercdes amg')).toBe(garage[10]);
    expect(first('volkswagne golf 2014')).toBe(garage[1]);
    expect(first('LÁND rov')).toBe(garage[12]);
  });
  test('is none when a word matches nothing', () => {
    expect(searchVehicles('golf hovercraft', garage)).toEqual([]);
    expect(searchVehicles('golf 1999', garage)).toEqual([]);
    expect(searchVehicles('  ', garage)).toEqual([]);
    expect(searchVehicles('constructor __proto__', garage)).toEqual([]);
  });
  test('has a stable order whatever the order of the records', () => {
    const found = searchVehicles('golf', garage).map((one) => one.candidate);
    expect(searchVehicles('golf', [...garage].reverse()).map((one) => one.candidate)).toEqual(found);
    expect(searchVehicles('golf', garage, 2)).toHaveLength(2);
  });
  test('is any vehicle when its own make, model and year are typed', () =>
    fc.assert(
      fc.property(fc.constantFrom(...garage), (one) => {
        const found = searchVehicles(`${one.make} ${one.model} ${one.year}`, garage)[0]?.candidate;
        expect([found?.make, found?.model, found?.year]).toEqual([one.make, one.model, one.year]);
      }),
      { seed: 7 },
    ));
});

test('typos are letters omitted, inserted, changed or swapped', () => {
  for (const word of ['gold', 'gol', 'golff', 'oglf', 'glof']) expect(withinSlips(word, 'golf', 1)).toBe(true);
  for (const word of ['gdld', 'go', 'flog', 'polo']) expect(withinSlips(word, 'golf', 1)).toBe(false);
  expect(withinSlips('volkswagne', 'volkswagen', 1)).toBe(true);
});

describe('words without a match', () => {
  test.each([
    ['vw golf r 15', "vw golf r '15"],
    ['c 300 2016', 'c300 2016'],
    ['audi a4 2.0t quattro', 'audi a4 2.0 turbo quattro'],
    ['golf r 2015', null],
    ['f-150 3.5', 'f150 3.5'],
  ])('%s may mean %s', (typed, meant) => {
    expect(respelt(typed)).toBe(meant);
  });

  test('an optional word without a match is ignored, and the others still rank', () => {
    const cars = [
      { make: 'Audi', model: 'S3', year: '2016' },
      { make: 'Audi', model: 'A3', year: '2016' },
    ];
    expect(searchVehicles('audi s3 8v', cars)).toEqual([]);
    const missesMax = missesFor(parseVehicleQuery('audi s3 8v'));
    expect(searchVehicles('audi s3 8v', cars, 20, missesMax).map(({ candidate }) => candidate.model)).toEqual(['S3']);
    expect(missesFor(parseVehicleQuery('8v'))).toBe(0);
  });
});
