import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const cell = (value: Parameters<typeof toCsv>[1][number][number]) => toCsv([], [[value]]).split('\r\n')[1];

test.each(['=1+1', '+41 79', '-cmd', '@sum', '\tx', '\rx', '\0x', '\nx'])('text %j is never a formula', (text) => {
  const line = toCsv([], [[text]]).slice(2);
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
});

test('numbers stay numbers, also negative ones and exact amounts', () => {
  expect(cell(-12)).toBe('-12');
  expect(cell(-5n)).toBe('-5');
  expect(cell({ number: '-1234.50' })).toBe('-1234.50');
  expect(cell({ number: '=1' })).toBe("'=1");
  expect(cell(Number.NaN)).toBe('');
});

test('quotes, commas and line ends are wrapped', () => {
  expect(cell('a "b", c')).toBe('"a ""b"", c"');
  expect(toCsv(['a'], [['x\ny']])).toBe('a\r\n"x\ny"\r\n');
});

test('nothing is an empty cell, and a truth is a word', () => {
  expect(toCsv(['a', 'b', 'c'], [[null, undefined, true]])).toBe('a,b,c\r\n,,yes\r\n');
});

test('no text at all can start a cell with a formula sign', () => {
  fc.assert(fc.property(fc.string(), (text) => !/^"?[=+\-@\t\r\n\0]/.test(toCsv([], [[text, 'end']]).slice(2))));
});
