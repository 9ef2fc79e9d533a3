import { expect, test } from 'vitest';
import { foldedLines } from './folded-lines.ts';

test('C240 a name that goes over the end of its line belongs to one row, and the rows below keep their places', () => {
  const lines = ['"Time', '(s)","Engine', 'speed (rpm)"', '0,800', '1,"9""00"'];
  expect(foldedLines(lines)).toEqual({
    lines: ['"Time (s)","Engine speed (rpm)"', '0,800', '1,"9""00"'],
    startOf: [0, 3, 4],
  });
});

test('C240 lines whose quotes close, and a sign of inches within a cell, are left as they are', () => {
  expect(foldedLines(['"a","b"', 'pipe 3" wide,1', '0,800'])).toBeNull();
});

test('C240 after a quote that is never closed none is looked at, so that a file of them costs one look', () => {
  const open = `a"b,"c${'x'.repeat(100)}`;
  const before = ['"x', 'y",1'];
  const read = foldedLines([...before, ...Array<string>(900).fill(open), ...before]);
  expect(read?.lines).toHaveLength(903);
  expect(read?.lines[0]).toBe('"x y",1');
  expect(read?.lines.slice(-2)).toEqual(before);
});
