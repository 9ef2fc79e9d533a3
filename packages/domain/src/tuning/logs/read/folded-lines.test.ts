import { expect, test } from 'vitest';
import { foldedLines } from './folded-lines.ts';

test('a name across a line break belongs to one row, and the rows below keep their positions (C240)', () => {
  const lines = ['"Time', '(s)","Engine', 'speed (rpm)"', '0,800', '1,"9""00"'];
  expect(foldedLines(lines)).toEqual({
    lines: ['"Time (s)","Engine speed (rpm)"', '0,800', '1,"9""00"'],
    startOf: [0, 3, 4],
  });
});

test('lines with closed quotes, and an inch sign within a cell, are unchanged (C240)', () => {
  expect(foldedLines(['"a","b"', 'pipe 3" wide,1', '0,800'])).toBeNull();
});

test('after an unclosed quote no further quote is scanned, so such a file costs one pass (C240)', () => {
  const open = `a"b,"c${'x'.repeat(100)}`;
  const before = ['"x', 'y",1'];
  const read = foldedLines([...before, ...Array<string>(900).fill(open), ...before]);
  expect(read?.lines).toHaveLength(903);
  expect(read?.lines[0]).toBe('"x y",1');
  expect(read?.lines.slice(-2)).toEqual(before);
});
