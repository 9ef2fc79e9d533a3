import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeVin, readVinMakers } from './decode-vin.ts';
import { cutVins, looksLikeVin } from './vin-text.ts';

const data = (name: string) =>
  readFileSync(new URL(`../../../../../apps/server/data/${name}`, import.meta.url), 'utf8');
const makers = readVinMakers(data('vin-makers.tsv'));
const today = new Date('2026-11-16T00:00:00Z');
const decode = (text: string) => decodeVin(text, makers, today);

const samples = data('testing/vin-samples.tsv')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [vin = '', valid = '', reason = '', checkDigit = '', make = '', year = ''] = line.split('\t');
    return { vin, valid, reason, checkDigit, make, year };
  });

describe('VIN samples', () => {
  test('samples are complete', () => {
    expect(samples).toHaveLength(80);
  });

  test.each(samples.filter(({ valid }) => valid === 'yes'))('$vin is a $make of $year', ({ vin, make, year }) => {
    const decoded = decode(vin);
    expect(decoded).toMatchObject({ vin, status: 'valid', problem: null });
    expect(decoded.makes[0]).toBe(make);
    expect(decoded.country).not.toBeNull();
    expect(decoded.years[0]).toBe(year === '' ? undefined : Number(year));
  });

  test.each(samples.filter(({ valid }) => valid === 'no'))('$vin has a $reason', ({ vin, make, year, reason }) => {
    const decoded = decode(vin);
    // Outside North America and China not every maker uses a check digit, so a wrong one is only a hint.
    const isFormal = /letter|characters|hyphen/i.test(reason);
    expect(decoded.status).toBe(isFormal || /^[1-5]/.test(vin) ? 'invalid' : 'doubtful');
    expect(decoded.problem).not.toBeNull();
    expect(decoded.makes[0]).toBe(make);
    expect(decoded.years[0]).toBe(year === '' ? undefined : Number(year));
  });

  test.each(samples)('$vin is recognized as a VIN in a search, in any case and with blanks', ({ vin }) => {
    expect(looksLikeVin(vin)).toBe(true);
    expect(looksLikeVin(`  ${vin.toLowerCase()} `)).toBe(true);
    expect(decode(` ${vin.slice(0, 3)} ${vin.slice(3, 9).toLowerCase()}\t${vin.slice(9)} `)).toEqual(decode(vin));
  });
});

test.each([
  ['1FTTISTC7JR900002', 5, 'Character 5 is “I”. A VIN never contains I, O or Q: it may be a 1.'],
  ['2HGTEO1YXTK900021', 6, 'Character 6 is “O”. A VIN never contains I, O or Q: it may be a 0.'],
  ['JA3TESQRX6G900037', 7, 'Character 7 is “Q”. A VIN never contains I, O or Q: it may be a 0.'],
  ['1G6TESTK5B-900009', 11, 'Character 11 is “-”. A VIN contains only the letters A to Z and digits.'],
  ['WVW-ZZZ-1KZ-AW-123456', 4, 'Character 4 is “-”. A VIN contains only the letters A to Z and digits.'],
  ['WВATES1X68C900043', 2, 'Character 2 is “В”. It is not a Latin letter: type B.'],
  ['2FATES1E9XF90000', null, 'A VIN has 17 characters. This one has 16.'],
  ['3FATESTF9DN9000050', null, 'A VIN has 17 characters. This one has 18.'],
  [
    '1FATESTBXFH900001',
    9,
    'Character 9 is “X”, but the other characters require “9”. Compare the VIN with the one on the vehicle.',
  ],
  [
    '2G1TESTM6UJ900011',
    10,
    'Character 10 is “U”, which is not a model year. Compare the VIN with the one on the vehicle.',
  ],
])('problem of %s reports the character and its position', (vin, problemAt, problem) => {
  expect(decode(vin)).toMatchObject({ problemAt, problem });
});

test('both model years are proposed when ambiguous', () => {
  // Position 7 is decisive only for light vehicles of North America.
  expect(decode('WVWZZZ1KZGW900101').years).toEqual([2016, 1986]);
  expect(decode('1XP5DB9X7TN900001').years).toEqual([1996, 2026]);
});

test('a code shared by several makes proposes all of them', () => {
  expect(decode('1C4TESTR2EG900014').makes).toEqual(['Chrysler', 'Jeep', 'Dodge']);
  expect(decode('JF1TES1N84S900035').makes).toEqual(['Subaru', 'Scion', 'Toyota']);
});

test('an unknown manufacturer leaves the make open and returns the country', () => {
  expect(decode('11111111111111111')).toMatchObject({ status: 'valid', makes: [], country: 'United States' });
});

test.each([
  'golf r 2015 dsg',
  'volkswagengolf2015',
  'subaru fa20 wrx 2015',
  'subaru wrx 2015 fa20',
  'mercedes a45 amg 2014',
  'f150 5.0 coyote 2020',
  'bmw m3 e46 2004 12345',
  'TP-GOLF-R-2015-0012',
  '4111111111111111',
  '0261S02345',
  '',
])('"%s" is searched as words', (text) => {
  expect(looksLikeVin(text)).toBe(false);
});

test('VINs are redacted in free text and paths', () => {
  expect(cutVins('GET /catalog?search=wvwzzz1kz8w900101&page=2')).toBe('GET /catalog?search=-&page=2');
  expect(cutVins('/assets/abcdefghijklmnopq.js')).toBe('/assets/abcdefghijklmnopq.js');
});
