import type { LogChannel } from '@tuneport/domain/tuning/logs/log-types';
import { pyramidOf } from '@tuneport/domain/tuning/logs/pyramid';
import { readLog } from '@tuneport/domain/tuning/logs/read/read-log';
import { reviewLog } from '@tuneport/domain/tuning/logs/review/review-log';
import { expect, test } from 'vitest';
import { asUnitChoice, convertedChannel, displayLike, displayOf, shownValue } from './display-units.ts';
import type { Lane } from './lanes/lane.ts';
import { spanOf } from './lanes/lane-span.ts';
import type { OpenLog } from './open-log.ts';
import { lanesOf, withFormulas } from './studio-log.ts';

function opened(name: string, text: string): OpenLog {
  const read = readLog(new TextEncoder().encode(text));
  if (!read.ok) throw new Error('not read');
  return {
    name,
    log: read.log,
    pyramids: read.log.channels.map(({ values }) => pyramidOf(values)),
    review: reviewLog(read.log),
  };
}

const metric = opened(
  'metric',
  'Time (s),RPM,Vehicle Speed (km/h),Boost (kPa),Coolant Temp (C),AFR (AFR)\n0,800,100,100,90,14.7\n1,900,120,150,95,11.76\n',
);
const imperial = opened(
  'imperial',
  'Time (s),RPM,Vehicle Speed (mph),Boost (psi),Coolant Temp (F),Lambda (λ)\n0,800,62.13712,14.503774,194,1\n1,900,74.56454,21.755661,203,0.8\n',
);
const none = { units: {}, scales: [] };

const over = (...logs: OpenLog[]) => logs.map((open) => ({ open, shiftS: 0 }));

const shown = ({ curves }: Lane): number[][] =>
  curves.map(({ values, factor, offset }) => [...values].map((value) => Number((value * factor + offset).toFixed(2))));

test('second log › is drawn in the units of the first', () => {
  const lanes = lanesOf(metric, [2, 3, 4, 5], over(imperial), none);
  expect(lanes.map(({ unit }) => unit)).toEqual(['km/h', 'kPa', '°C', 'AFR']);
  const [speed, boost, coolant, mixture] = lanes.map(shown);
  expect(speed?.[1]).toEqual([100, 120]);
  expect(boost?.[1]).toEqual([100, 150]);
  expect(coolant?.[1]).toEqual([90, 95]);
  expect(mixture?.[1]).toEqual([14.7, 11.76]);
});

test('chosen units › apply to both logs and share a lane', () => {
  const units = { speed: 'mph', pressure: 'bar', temperature: '°F', mixture: 'λ' };
  const lanes = lanesOf(metric, [2, 3, 4, 5], over(imperial), { ...none, units });
  expect(lanes.map(({ unit }) => unit)).toEqual(['mph', 'bar', '°F', 'λ']);
  for (const lane of lanes) expect(shown(lane)[1]).toEqual(shown(lane)[0]);
  expect(shown(lanes[2] as Lane)[0]).toEqual([194, 203]);
  const one = lanesOf(imperial, [2, 3], [], { ...none, units: { speed: 'km/h' } });
  expect(one.map(({ unit }) => unit)).toEqual(['km/h', 'psi']);
});

test('several logs › each have their own curve in a lane', () => {
  const [lane] = lanesOf(metric, [3], over(imperial, metric), none);
  expect(lane?.curves.map(({ logNth }) => logNth)).toEqual([0, 1, 2]);
});

test('second log › omits a channel with a different quantity', () => {
  const odd = opened('odd', 'Time (s),RPM,Boost (%)\n0,800,1\n1,900,2\n');
  expect(lanesOf(metric, [3], over(odd), none)[0]?.curves).toHaveLength(1);
});

test('formulas › use the units of the first log in both', () => {
  const formulas = [{ name: 'Half', text: '[Vehicle Speed (km/h)] / 2' }];
  const first = withFormulas(metric, formulas);
  const sameName = opened('same', 'Time (s),RPM,Vehicle Speed\n0,800,62.13712 mph\n1,900,74.56454 mph\n');
  const second = withFormulas(sameName, [{ name: 'Half', text: '[Vehicle Speed] / 2' }], {
    ...metric,
    log: { ...metric.log, channels: metric.log.channels.map((one) => ({ ...one, name: one.label })) },
  });
  expect([...(first.log.channels.at(-1)?.values ?? [])]).toEqual([50, 60]);
  expect([...(second.log.channels.at(-1)?.values ?? [])].map((value) => Number(value.toFixed(2)))).toEqual([50, 60]);
});

test('an export has the converted values and their unit', () => {
  const channel = metric.log.channels[4] as LogChannel;
  const made = convertedChannel(channel, displayOf(channel, { temperature: '°F' }));
  expect([made.unit, ...made.values].map((one) => (typeof one === 'number' ? Number(one.toFixed(6)) : one))).toEqual([
    '°F',
    194,
    203,
  ]);
  expect(shownValue(0, displayLike(channel, { unit: 'K', factor: 1, offset: 0 }) as never)).toBeCloseTo(273.15);
});

test('stored units › that are not offered are ignored', () => {
  expect(asUnitChoice({ speed: 'mph', pressure: 'furlong', __proto__: { temperature: '°F' } })).toEqual({
    speed: 'mph',
  });
  expect(asUnitChoice('x')).toEqual({});
});

test('automatic scale › excludes single outliers but not rare events', () => {
  const laneOf = (list: number[]): Lane => {
    const values = Float64Array.from(list);
    const times = Float64Array.from(list.keys());
    const curve = { label: '', colour: 0, values, times, pyramid: pyramidOf(values), logNth: 0, shiftS: 0 };
    return { key: 'x', unit: '', scale: null, curves: [{ ...curve, factor: 1, offset: 0 }] };
  };
  const steady = Array.from({ length: 2000 }, (_, nth) => 80 + (nth % 20));
  const [, wildTop] = spanOf(laneOf(steady.with(700, 6553.5)), { from: 0, to: 2000 }) ?? [];
  expect(wildTop).toBeLessThan(300);
  const [, knockTop] = spanOf(laneOf(steady.map((_, nth) => (nth === 700 ? 8 : 0))), { from: 0, to: 2000 }) ?? [];
  expect(knockTop).toBeGreaterThan(8);
  const [, zoomedTop] = spanOf(laneOf(steady.with(700, 6553.5)), { from: 699.5, to: 700 }) ?? [];
  expect(zoomedTop).toBeGreaterThan(90);
});
