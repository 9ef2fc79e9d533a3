import type { PullPower } from '@tuneport/domain/tuning/logs/pull-power';
import { readLog } from '@tuneport/domain/tuning/logs/read/read-log';
import { expect, test } from 'vitest';
import { curveValue, planeOf } from '../draw-xy.ts';
import { trackPath } from '../track/track-path.ts';
import { bestOfEach, dynoSeries, rated } from './dyno-series.ts';
import type { NumberedPull } from './PullRows.tsx';

const pull = (name: string, logNth: number) => ({ name, logNth }) as NumberedPull;
const run = (kw: number): PullPower => {
  const points = [2000, 3000].map((rpm) => ({ rpm, powerKw: kw, torqueNm: 100, powerErrorKw: 5, torqueErrorNm: 4 }));
  const [point] = points as [(typeof points)[number]];
  return {
    kind: 'estimated',
    run: { ok: true, points, peakPower: point, peakTorque: point, smoothRpm: 300 },
    gearing: null,
  };
};
const none: PullPower = { kind: 'none', reason: 'Not enough data.' };

test('dyno sheet › lists the best pull of each log first and draws it', () => {
  const pulls = [pull('Pull 1', 0), pull('Pull 2', 0), pull('Before, pull 1', 1), pull('Before, pull 2', 1)];
  const list = rated(pulls, [run(100), run(150), none, run(90)]);
  expect(list.map(({ of }) => of.name)).toEqual(['Pull 2', 'Pull 1', 'Before, pull 2', 'Before, pull 1']);
  expect(list.map(({ colour }) => colour)).toEqual([0, 2, 'stock', 3]);
  expect(bestOfEach(list)).toEqual(['Pull 2', 'Before, pull 2']);
  const series = dynoSeries(list, bestOfEach(list), { power: 'hp', torque: 'lb-ft' });
  expect(series.map(({ label, colour, dash }) => [label, colour, dash])).toEqual([
    ['Pull 2, power', 0, 0],
    ['Pull 2, torque', 1, 0],
    ['Before, pull 2, power', 'stock', 1],
    ['Before, pull 2, torque', 'stock', 2],
  ]);
  expect(series[0]?.points[0]?.y).toBeCloseTo(201.2, 1);
  expect(series[1]?.points[0]?.error).toBeCloseTo(2.95, 2);
});

test('chart › reads a curve between its points and nothing outside', () => {
  const series = {
    label: '',
    colour: 0,
    points: [
      { x: 1, y: 10 },
      { x: 3, y: 20 },
    ],
  };
  expect([0, 1, 2, 3, 4].map((x) => curveValue(series, x))).toEqual([null, 10, 15, 20, null]);
  expect(planeOf([series], { width: 100, height: 100 })).toMatchObject({ x0: 1, x1: 3 });
  expect(planeOf([], { width: 100, height: 100 })).toBeNull();
});

test('track › is in metres from the first position with a fix', () => {
  const read = readLog(
    new TextEncoder().encode('Time (s),Latitude (deg),Longitude (deg)\n0,0,0\n1,60,10\n2,60.001,10\n3,60.001,10.002\n'),
  );
  if (!read.ok) throw new Error('not read');
  const path = trackPath(read.log);
  expect([...(path?.times ?? [])]).toEqual([1, 2, 3]);
  expect([...(path?.x ?? [])].map(Math.round)).toEqual([0, 0, 111]);
  expect([...(path?.y ?? [])].map(Math.round)).toEqual([0, 111, 111]);
});
