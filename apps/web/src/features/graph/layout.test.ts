import { readLog } from '@tuneport/domain/tuning/logs/read/read-log';
import { expect, test } from 'vitest';
import { fileMarks } from './file-marks.ts';
import { layoutsOf, readLayout, writeLayout } from './layout.ts';
import { readView } from './view.ts';

const parsed = (text: string) => {
  const read = readLog(new TextEncoder().encode(text));
  if (!read.ok) throw new Error('not read');
  return read.log;
};

test('layout › finds its channels by name in another log of the same logger', () => {
  const first = parsed('Time (s),RPM,Boost (kPa),Throttle (%)\n0,800,1,2\n1,900,2,3\n');
  const second = parsed('Time (s),Oil Temp (C),Boost (kPa),RPM\n0,90,1,800\n1,91,2,900\n');
  const view = readView(new URLSearchParams('f=Bar=[Boost]/100&y=kPa~0~200'));
  const text = writeLayout(first, view, [1, 2, 3, 4], { pressure: 'psi' });
  expect(readLayout(second, text)).toEqual({
    view: {
      channels: [3, 2, 4],
      formulas: [{ name: 'Bar', text: '[Boost]/100' }],
      scales: [{ key: 'kPa', low: 0, high: 200 }],
    },
    units: { pressure: 'psi' },
  });
  expect(readLayout(parsed('Time (s),Oil Temp (C)\n0,90\n1,91\n'), 'channel=RPM&unit=pressure~x')).toBeNull();
  expect(layoutsOf(first)).toMatch(/^\/graph\/[a-z0-9-]+$/);
});

test('marks › show the start of each lap', () => {
  const log = parsed('Time (s),Lap number,RPM\n0,1,800\n1,1,810\n2,2,820\n3,2,830\n4,3,840\n');
  expect(fileMarks(log)).toEqual([
    { timeS: 2, text: 'Lap 2', kind: 'marker' },
    { timeS: 4, text: 'Lap 3', kind: 'marker' },
  ]);
});
