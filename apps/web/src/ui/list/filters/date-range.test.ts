import { expect, test } from 'vitest';
import {
  changeText,
  comparedDays,
  parseRange,
  presetDays,
  rangeLabel,
  rangePresets,
  rangeValue,
} from './date-range.ts';

const now = new Date('2026-03-31T23:30:00Z');
const read = (text: string) => {
  const range = parseRange(text, now);
  if (!range) throw new Error(text);
  return range;
};

test('a preset is resolved to days in UTC, both included', () => {
  expect(presetDays('last-7-days', now)).toEqual({ from: '2026-03-25', to: '2026-03-31' });
  expect(presetDays('this-month', now)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(presetDays('last-month', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(presetDays('last-quarter', now)).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(presetDays('last-year', now)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(presetDays('yesterday', new Date('2026-01-01T00:00:00Z')).from).toBe('2025-12-31');
});

test('every preset and a range of days survive the round trip through the address', () => {
  const values = [...rangePresets.map(({ value }) => value), '2026-01-01..2026-01-31', '2026-01-01..', '..2026-02-01'];
  for (const value of values) expect(rangeValue(read(value))).toBe(value);
  expect(rangeValue(read('this-year~year'))).toBe('this-year~year');
});

test('a range that is not one is rejected', () => {
  for (const text of ['', '..', 'soon', '2026-02-30..', '2026-02-01..2026-01-01', '2026-01-01', 'a..b..c'])
    expect(parseRange(text, now)).toBeNull();
});

test('a comparison covers as many days before, whole months for whole months, or the same days a year ago', () => {
  expect(comparedDays(read('last-30-days~previous'), now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  expect(comparedDays(read('last-month~previous'), now)).toEqual({ from: '2026-01-01', to: '2026-01-28' });
  expect(comparedDays(read('2024-02-29..2024-02-29~year'), now)).toEqual({ from: '2023-02-28', to: '2023-02-28' });
  expect(comparedDays(read('last-month'), now)).toBeNull();
  expect(comparedDays(read('2026-01-01..~previous'), now)).toBeNull();
});

test('a running period is compared up to today', () => {
  const middle = new Date('2026-03-10T12:00:00Z');
  const range = parseRange('this-month~previous', middle);
  expect(range && comparedDays(range, middle)).toEqual({ from: '2026-02-01', to: '2026-02-10' });
});

test('a range and a change are shown in words', () => {
  expect(rangeLabel('last-7-days~previous', now)).toBe('Last 7 days, vs previous');
  expect(rangeLabel('2026-01-01..2026-01-31', now)).toBe('1 Jan 2026 – 31 Jan 2026');
  expect([changeText(108, 100), changeText(80, 100), changeText(5, 5), changeText(5, 0)]).toEqual([
    '+8%',
    '−20%',
    '±0%',
    null,
  ]);
});
