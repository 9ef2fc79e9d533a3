import { describe, expect, test } from 'vitest';
import {
  activeRegionOptions,
  defaultRegions,
  isEuropeanTimeZone,
  regionNames,
  regionOffer,
  regions,
} from './regions.ts';

describe('regions', () => {
  test('the default regions are [1] (S422)', () => expect(defaultRegions).toEqual([1]));
  test('region 1 is North America (S423)', () => {
    expect(regions.NorthAmerica).toBe(1);
    expect(regionNames[1]).toBe('North America');
  });
  test('region 2 is Europe (S424)', () => {
    expect(regions.Europe).toBe(2);
    expect(regionNames[2]).toBe('Europe');
  });
});

test('a time zone is European by its name or by the list of islands and territories', () => {
  const european = [
    'Europe/Berlin',
    'Europe/London',
    'Atlantic/Azores',
    'Atlantic/Canary',
    'Atlantic/Faroe',
    'Atlantic/Faeroe',
    'Atlantic/Madeira',
    'Atlantic/Reykjavik',
    'Arctic/Longyearbyen',
    'Asia/Nicosia',
  ];
  for (const zone of european) expect([zone, isEuropeanTimeZone(zone)]).toEqual([zone, true]);
  for (const zone of [
    'America/Vancouver',
    'Asia/Tokyo',
    'Atlantic/Bermuda',
    'UTC',
    'Africa/Ceuta',
    'europe/berlin',
    '',
  ])
    expect([zone, isEuropeanTimeZone(zone)]).toEqual([zone, false]);
});

describe('the region switch offer', () => {
  const visit = { active: 1, regions: [1, 2], timeZone: 'Europe/Berlin', dismissed: false } as const;
  test('is never shown on a site with one region (S206)', () => {
    expect(regionOffer({ ...visit, regions: [1] })).toBeNull();
    expect(regionOffer({ ...visit, active: 2, regions: [2], timeZone: 'America/Toronto' })).toBeNull();
    expect(regionOffer({ ...visit, regions: [] })).toBeNull();
  });
  test('is not shown after it was dismissed (S207)', () =>
    expect(regionOffer({ ...visit, dismissed: true })).toBeNull());
  test('is Europe for a North American visitor in a European time zone (S208)', () =>
    expect(regionOffer(visit)).toBe(2));
  test('is none for a North American visitor in another time zone (S209)', () => {
    for (const timeZone of ['America/Toronto', 'Asia/Tokyo']) expect(regionOffer({ ...visit, timeZone })).toBeNull();
  });
  test('is North America for a European visitor outside the European time zones (S210)', () => {
    for (const timeZone of ['America/Toronto', 'Asia/Tokyo'])
      expect(regionOffer({ ...visit, active: 2, timeZone })).toBe(1);
  });
  test('is none for a European visitor in a European time zone (S211)', () =>
    expect(regionOffer({ ...visit, active: 2 })).toBeNull());
  test('is none for a visitor whose browser reports no time zone', () => {
    for (const timeZone of [undefined, null, '']) expect(regionOffer({ ...visit, active: 2, timeZone })).toBeNull();
  });
});

describe('window.trActiveRegionOptions', () => {
  test('is read from the page', () => {
    const options = {
      active: 2,
      regions: [1, 2],
      names: { 1: 'North America', 2: 'Europe' },
      urls: { 1: '/', 2: '/' },
    };
    expect(activeRegionOptions({ trActiveRegionOptions: options })).toEqual(options);
  });
  test('stops the page with a message that names it when missing (S406)', () => {
    for (const bad of [
      undefined,
      null,
      'x',
      {},
      { active: 3, regions: [1] },
      { active: 1, regions: [9] },
      { active: 1 },
    ])
      expect(() => activeRegionOptions({ trActiveRegionOptions: bad })).toThrow('Missing window.trActiveRegionOptions');
    expect(() => activeRegionOptions({})).toThrow(new Error('Missing window.trActiveRegionOptions'));
  });
});
