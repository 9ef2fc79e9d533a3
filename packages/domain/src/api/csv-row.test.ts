import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow, toCsv } from './csv-row.ts';

const cell = (value: Parameters<typeof csvRow>[0][number]) => csvRow([value]).split('\r\n')[0];

test.each(['=1+1', '+41 79', '-cmd', '@sum', '\tx', '\rx', '\0x', '\nx'])('text %j is never a formula', (text) => {
  expect(csvRow([text]).replace(/^"/, '').startsWith("'")).toBe(true);
});

test('numbers stay numbers, including negative ones and exact amounts', () => {
  expect(cell(-12)).toBe('-12');
  expect(cell(-5n)).toBe('-5');
  expect(cell({ number: '-1234.50' })).toBe('-1234.50');
  expect(cell({ number: '=1' })).toBe("'=1");
  expect(cell(Number.NaN)).toBe('');
});

test('quotes, commas and line ends are quoted', () => {
  expect(cell('a "b", c')).toBe('"a ""b"", c"');
  expect(toCsv(['a'], [['x\ny']])).toBe('a\r\n"x\ny"\r\n');
  expect(csvRow(['a,b', 'say "hi"', { number: '-12.50' }, 3])).toBe('"a,b","say ""hi""",-12.50,3\r\n');
});

test('null is an empty cell, and a boolean is a word', () => {
  expect(toCsv(['a', 'b', 'c'], [[null, undefined, true]])).toBe('a,b,c\r\n,,yes\r\n');
});

test('no text can start a cell with a formula character', () => {
  fc.assert(fc.property(fc.string(), (text) => !/^"?[=+\-@\t\r\n\0]/.test(csvRow([text, 'end']))));
});
