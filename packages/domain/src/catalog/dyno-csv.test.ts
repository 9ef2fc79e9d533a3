import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curveOf, type DynoCsvProblem, parseDynoCsv } from './dyno-csv.ts';

const rows = (text: string) => {
  const csv = parseDynoCsv(text);
  return csv.kind === 'dyno' ? csv.rows : csv.problems;
};
const problems = (file: string | Uint8Array): [number, DynoCsvProblem['problem'], string | null][] => {
  const csv = parseDynoCsv(file);
  return csv.kind === 'dyno' ? [] : csv.problems.map(({ line, problem, column }) => [line, problem, column]);
};

describe('a dyno file', () => {
  test('has rpm and any of the five power columns in any order, and is sorted by rpm', () => {
    const text = 'crank_torque,rpm,horsepower,Notes\n300.5,3000,200,a\n250,2000,120,b\n,2500,160,\n';
    expect(parseDynoCsv(text)).toEqual({
      kind: 'dyno',
      rows: [
        { rpm: 2000, crank_torque: 250, horsepower: 120 },
        { rpm: 2500, horsepower: 160 },
        { rpm: 3000, crank_torque: 300.5, horsepower: 200 },
      ],
      units: { crank_torque: 'lb-ft', horsepower: 'hp' },
      ignored: ['Notes'],
    });
    const csv = parseDynoCsv(text);
    if (csv.kind === 'dyno') expect(curveOf(csv.rows, 'crank_torque').map((point) => point.rpm)).toEqual([2000, 3000]);
  });
  test('may contain units and spreadsheet formatting', () => {
    const text =
      '\uFEFF\r\nRPM;"Crank Torque (Nm)";Horsepower [kW];Torque Limit (ft-lbs)\r\n"1000";100,5;+1.5e2;.5\r\n\r\n';
    expect(parseDynoCsv(text)).toMatchObject({
      kind: 'dyno',
      rows: [{ rpm: 1000, crank_torque: 100.5, horsepower: 150, torque_limit: 0.5 }],
      units: { crank_torque: 'Nm', horsepower: 'kW', torque_limit: 'lb-ft' },
    });
    expect(rows('rpm\ttorque\n1000\t5')).toEqual([{ rpm: 1000, torque: 5 }]);
    expect(rows('rpm,torque,"a ""b"", c"\r1000,5,"x, y"')).toEqual([{ rpm: 1000, torque: 5 }]);
  });
  test('as bytes is decoded as UTF-8, and an invalid line is reported', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(parseDynoCsv(bytes('\uFEFFrpm,torque,Größe\n1000,5,é\n')).kind).toBe('dyno');
    const latin = Uint8Array.from([...bytes('rpm,torque,note\n1000,5,ok\n2000,6,'), 0xe9, 10, ...bytes('3000,7,x')]);
    expect(problems(latin)).toEqual([[3, 'not-utf-8', null]]);
  });
});

describe('an invalid line is reported with its number', () => {
  test.each<[string, string, [number, string, string | null][]]>([
    ['a word', 'rpm,torque\n1000,5\n2000,abc\n', [[3, 'not-a-number', 'torque']]],
    ['no speed', 'rpm,torque\n,5\n', [[2, 'not-a-number', 'rpm']]],
    ['a speed of nothing', 'rpm,torque\n0,5', [[2, 'out-of-range', 'rpm']]],
    ['an impossible speed', 'rpm,torque\n30001,5', [[2, 'out-of-range', 'rpm']]],
    ['an endless value', 'rpm,torque\n1000,1e99', [[2, 'out-of-range', 'torque']]],
    ['a hexadecimal', 'rpm,torque\n0x10,5', [[2, 'not-a-number', 'rpm']]],
    ['a cell too many', 'rpm,torque\n1000,5,6', [[2, 'wrong-number-of-cells', null]]],
    ['a cell too few', 'rpm,torque\n1000', [[2, 'wrong-number-of-cells', null]]],
    ['no values', 'rpm,torque\n1000,\n', [[2, 'no-values', null]]],
    ['the same speed again', 'rpm,torque\n\n1000,5\n1000.0,6', [[4, 'rpm-twice', 'rpm']]],
    ['an open quote', 'rpm,torque\n"1000,5', [[2, 'open-quote', null]]],
    [
      'several',
      'rpm,torque\nx,1\n2000,2\n3000,y',
      [
        [2, 'not-a-number', 'rpm'],
        [4, 'not-a-number', 'torque'],
      ],
    ],
    ['nothing at all', ' \n\n', [[1, 'no-header', null]]],
    ['only a header', '\nrpm,torque\n', [[2, 'no-lines', null]]],
    ['no rpm', 'speed,torque\n1,2', [[1, 'no-rpm-column', 'speed torque']]],
    ['no power', 'rpm,boost\n1,2', [[1, 'no-power-column', 'rpm boost']]],
    ['a column twice', 'rpm,torque,Torque (Nm)\n1,2,3', [[1, 'column-twice', 'Torque (Nm)']]],
    ['a foreign unit', 'rpm,torque (hp)\n1,2', [[1, 'unknown-unit', 'torque (hp)']]],
  ])('%s', (_, text, expected) => expect(problems(text)).toEqual(expected));
  test('up to a few, and a file that is too large is not read', () => {
    const many = `rpm,torque\n${'x,1\n'.repeat(500)}`;
    expect(problems(many)).toHaveLength(20);
    expect(problems('x'.repeat(2_000_001))).toEqual([[1, 'too-large', null]]);
    const long = Array.from({ length: 20_001 }, (_, at) => `${1 + at / 10},1`).join('\n');
    expect(problems(`rpm,torque\n${long}`)).toEqual([[20_002, 'too-many-lines', null]]);
    expect(problems(`rpm,torque\n1,1${'\n'.repeat(40_000)}`)).toEqual([[40_001, 'too-many-lines', null]]);
    expect(problems(`rpm,torque${','.repeat(20_000)}\n1,2`)).toEqual([[1, 'line-too-long', null]]);
    expect(problems(`rpm,torque\n1000,5\n${','.repeat(20_001)}`)).toEqual([[3, 'line-too-long', null]]);
  });
});

describe('for any file', () => {
  const piece = fc.constantFrom(
    'rpm',
    'torque',
    'horsepower',
    ',',
    ';',
    '\t',
    '\n',
    '\r\n',
    '"',
    '1000',
    '2.5',
    '-',
    'é',
    '(Nm)',
    '',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 60 }).map((pieces) => `rpm,torque\n1000,5\n${pieces.join('')}`),
  );
  const sound = (file: string | Uint8Array) => {
    const csv = parseDynoCsv(file);
    if (csv.kind === 'bad') {
      expect(csv.problems.length).toBeGreaterThan(0);
      for (const { line } of csv.problems) expect(line).toBeGreaterThanOrEqual(1);
      return;
    }
    expect(csv.rows.length).toBeGreaterThan(0);
    for (const [at, row] of csv.rows.entries()) {
      expect(Object.values(row).every(Number.isFinite)).toBe(true);
      expect(row.rpm).toBeGreaterThan(csv.rows[at - 1]?.rpm ?? 0);
    }
  };
  test('reading never throws, and returns valid rows or reported lines', () => {
    fc.assert(
      fc.property(anyText, (text) => void sound(text)),
      { seed: 7, numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void sound(bytes)),
      { seed: 7, numRuns: 1000 },
    );
  });
  test('writing and reading is a round trip', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.double({ min: -9e4, max: 9e4, noNaN: true })), {
          minLength: 1,
          selector: ([rpm]) => rpm,
        }),
        (points) => {
          const text = `rpm,torque\n${points.map(([rpm, value]) => `${rpm},${value}`).join('\n')}`;
          const expected = points.map(([rpm, value]) => ({ rpm, torque: value + 0 })).sort((a, b) => a.rpm - b.rpm);
          const found = rows(text);
          expect(found).toEqual(expected);
        },
      ),
      { seed: 7, numRuns: 300 },
    ));
});

test('an invalid number of nineteen thousand digits is refused immediately', () => {
  expect(problems(`rpm,torque\n1000,${'0'.repeat(19_000)}E\n`)).toEqual([[2, 'not-a-number', 'torque']]);
});
