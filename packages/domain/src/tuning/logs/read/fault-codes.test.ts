import { expect, test } from 'vitest';
import { removeFaultCodes } from './fault-codes.ts';
import { readLog } from './read-log.ts';

const temperature = { name: 'Oil temp', unit: '°C', quantity: 'oilTemp' } as const;
const kept = (values: number[], about: Parameters<typeof removeFaultCodes>[1] = temperature): number[] => {
  const list = Float64Array.from(values);
  removeFaultCodes(list, about);
  return [...list].filter((value) => !Number.isNaN(value));
};

test.each([
  -2147483648, -2147483647, -2147483640, 2147483647, 4294967295, -214748364.8, -21474836.48, 65535, 65534, 6553.5,
  655.35, 32767, -32768, 3276.7, -327.68, 511.99, 511.9921875, 3.4028235e38, -9.223372036854776e18,
])('fault code %s between readings is a gap', (code) => {
  expect(kept([88, 90, code, 91, code, 92])).toEqual([88, 90, 91, 92]);
});

test('several fault codes in one channel are all gaps', () => {
  expect(kept([88, -2147483648, 65535, 90, 6553.4, 91])).toEqual([88, 90, 91]);
});

test.each<[string, number[], Parameters<typeof removeFaultCodes>[1]]>([
  [
    'a counter that runs through its last number',
    [65520, 65533, 65534, 65535, 0, 1],
    { name: 'Loops', unit: '', quantity: null },
  ],
  ['an engine speed', [800, 3000, 4095, 4096, 6553, 6700], { name: 'RPM', unit: 'rpm', quantity: 'rpm' }],
  ['a time', [0, 1, 2, 65535], { name: 'Time', unit: 'ms', quantity: 'time' }],
  ['a field of bits', [0, 1, 65535], { name: 'Status bits', unit: '', quantity: null }],
  ['a full range', [0, 100, 255, 256], { name: 'Load', unit: '%', quantity: 'load' }],
])('%s keeps its values', (_, values, about) => {
  expect(kept(values, about)).toEqual(values);
});

test('a log reports how many channels had fault codes', () => {
  const rows = Array.from({ length: 30 }, (_, nth) => `${nth / 10},${800 + nth},${nth % 7 === 0 ? 65535 : 90},1`);
  const read = readLog(new TextEncoder().encode(`Time (s),RPM,EGT (°C),Boost (bar)\n${rows.join('\n')}\n`));
  if (!read.ok) throw new Error('not read');
  expect(read.log.notes.join()).toContain('1 channel had fault codes');
  expect(Math.max(...[...(read.log.channels[2]?.values ?? [])].filter((value) => !Number.isNaN(value)))).toBe(90);
});
