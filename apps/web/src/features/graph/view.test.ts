import { readLog } from '@tuneport/domain/tuning/logs/read/read-log';
import { expect, test } from 'vitest';
import { fitting } from './lanes/fitting.ts';
import { ticks } from './ticks.ts';
import { counterpart, firstChannels, readView, writeView } from './view.ts';

test('the view is stored in the URL and restored from it (R110)', () => {
  const view = {
    tab: 'pulls' as const,
    channels: [3, 1, 80],
    range: { from: 1.25, to: 20.5 },
    formulas: [{ name: 'Error', text: '[Boost] - [Boost target] = 0'.slice(0, 24) }],
    comparedLogs: [
      { id: 'A'.repeat(22), shiftS: -1.5 },
      { id: 'B'.repeat(22), shiftS: 0 },
    ],
    scales: [
      { key: 'kPa', low: -20.5, high: 160 },
      { key: '#3', low: 0, high: 1 },
    ],
    at: 12.345,
    measure: { from: 2, to: 3.5 },
    notes: [{ timeS: 4.5, text: 'Lift ~ here = odd & done' }],
    axes: { x: 3, y: null, z: 0 },
    stat: 'max' as const,
    filter: '[Throttle] > 80 and rpm > 3000',
  };
  expect(readView(writeView(new URLSearchParams(), view))).toEqual(view);
  const wrong =
    'c=x&t=9~2&view=no&with=short&shift=a&f=none&y=psi~3~1&y=~0~1&y=bar&at=x&m=3~1&n=~x&n=4~&ax=-1&az=1.5&stat=no';
  expect(readView(new URLSearchParams(wrong))).toEqual({
    tab: 'time',
    channels: [],
    range: null,
    formulas: [],
    comparedLogs: [],
    scales: [],
    at: null,
    measure: null,
    notes: [],
    axes: { x: null, y: null, z: null },
    stat: 'average',
    filter: '',
  });
});

test('a log opens with the most used channels, and a second one is matched channel by channel', () => {
  const read = (text: string) => {
    const result = readLog(new TextEncoder().encode(text));
    if (!result.ok) throw new Error('not read');
    return result.log;
  };
  const one = read('Time,Oil Temp,RPM,Boost,Throttle\n0,90,800,0,1\n1,90,900,1,2\n');
  const two = read('Zeit (s);Ladedruck (mbar);Drehzahl\n0;1000;800\n1;1100;900\n');
  expect(firstChannels(one)).toEqual([2, 3, 4]);
  expect(counterpart(one.channels[2] as never, two)).toBe(2);
  expect(counterpart(one.channels[3] as never, two)).toBe(1);
  expect(counterpart(one.channels[1] as never, two)).toBe(-1);
});

test('ticks are round and few', () => {
  expect(ticks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(0.13, 0.41, 3)).toEqual([0.2, 0.30000000000000004, 0.4]);
  expect(ticks(5, 5, 3)).toEqual([5]);
});

test('a long name is truncated, and omitted only when nothing would be readable', () => {
  const widthOf = (text: string) => text.length * 10;
  expect(fitting('Boost (kPa)', 200, widthOf)).toBe('Boost (kPa)');
  expect(fitting('Exhaust gas temperature of the first bank', 200, widthOf)).toBe('Exhaust gas tempera…');
  expect(fitting('Exhaust gas temperature of the first bank', 50, widthOf)).toBe('');
});
