import { describe, expect, test } from 'vitest';
import { gearingOf } from './gearing.ts';
import type { LogChannel, ParsedLog } from './log-types.ts';
import { measuredRun } from './measured-power.ts';
import { powerOfPull } from './pull-power.ts';
import { findPulls, type Pull } from './pulls.ts';
import { readLog } from './read/read-log.ts';
import { virtualDyno } from './virtual-dyno.ts';

/** Fourth gear; the pull takes half a minute. */
const topGear = 34;
/** Second gear, about six seconds. */
const lowGear = 15;

/** Simulates the log of a pull by a car of known power. */
function simulate(powerKw: (rpm: number) => number, noise = 0, hz = 20, kmhPer1000Rpm = topGear) {
  const massKg = 1500;
  const metresPerTurn = kmhPer1000Rpm / 3.6 / 1000;
  const timesS: number[] = [];
  const rpm: number[] = [];
  let speed = 2000 * metresPerTurn;
  let seed = 1;
  const chance = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const step = 0.001;
  for (let nth = 0; speed / metresPerTurn < 6500 && nth < 60_000; nth++) {
    const turns = speed / metresPerTurn;
    if (nth % Math.round(1000 / hz) === 0) {
      timesS.push(nth * step);
      rpm.push(turns + chance() * noise);
    }
    const wheel = (powerKw(turns) * 1000 * 0.85) / speed;
    const force = wheel - 0.5 * 1.2 * 0.68 * speed ** 2 - 0.013 * massKg * 9.81;
    speed += (force / (massKg * 1.06)) * step;
  }
  return { timesS, rpm, massKg, kmhPer1000Rpm };
}

const curve = (rpm: number) => 150 - ((rpm - 5500) / 350) ** 2;

describe('virtual dyno', () => {
  test('a simulated run of known power is estimated within its band and within three percent', () => {
    const run = virtualDyno(simulate(curve, 8));
    if (!run.ok) throw new Error(run.reason);
    const inner = run.points.filter(({ rpm }) => rpm > 2400 && rpm < 6100);
    expect(inner.length).toBeGreaterThan(50);
    for (const point of inner) expect(Math.abs(point.powerKw - curve(point.rpm))).toBeLessThan(point.powerErrorKw);
    expect(Math.abs(run.peakPower.powerKw - 150) / 150).toBeLessThan(0.03);
    expect(run.peakPower.rpm).toBeGreaterThan(5000);
  });
  test('worse data has a wider band', () => {
    const [fine, coarse] = [virtualDyno(simulate(curve, 4)), virtualDyno(simulate(curve, 80))];
    if (!fine.ok || !coarse.ok) throw new Error('no run');
    expect(coarse.peakPower.powerErrorKw).toBeGreaterThan(fine.peakPower.powerErrorKw);
  });
  test('a gearing error counts twice in the power', () => {
    const [sure, unsure] = [0, 0.05].map((gearingError) => virtualDyno({ ...simulate(curve), gearingError }));
    if (!sure?.ok || !unsure?.ok) throw new Error('no run');
    const [a, b] = [sure.peakPower, unsure.peakPower];
    const added = Math.sqrt(b.powerErrorKw ** 2 - a.powerErrorKw ** 2) / b.powerKw;
    expect(added).toBeGreaterThan(0.1);
    expect(added).toBeLessThan(0.13);
  });
  test('an engine revving up without load at the end of a pull adds no power', () => {
    const { timesS, rpm, ...rest } = simulate(curve, 8);
    const [endS, top] = [timesS.at(-1) as number, rpm.at(-1) as number];
    const flare = [1, 2, 3, 4, 5].map((nth) => ({ time: endS + nth * 0.05, turns: top + nth * 120 }));
    const run = virtualDyno({
      ...rest,
      timesS: [...timesS, ...flare.map(({ time }) => time)],
      rpm: [...rpm, ...flare.map(({ turns }) => turns)],
    });
    if (!run.ok) throw new Error(run.reason);
    expect(Math.abs(run.peakPower.powerKw - 150)).toBeLessThan(5);
  });
  test('noise in the engine speed does not become a peak because smoothing is widened', () => {
    const run = virtualDyno(simulate(curve, 150));
    if (!run.ok) throw new Error(run.reason);
    expect(run.smoothRpm).toBeGreaterThan(300);
    expect(Math.abs(run.peakPower.powerKw - 150)).toBeLessThan(run.peakPower.powerErrorKw);
  });
  test('a slow channel that repeats its value counts each value as one sample', () => {
    const { timesS, rpm, ...rest } = simulate(curve);
    const held = rpm.map((_, nth) => rpm[nth - (nth % 20)] as number);
    expect(virtualDyno({ ...rest, timesS, rpm: held })).toMatchObject({ ok: false });
  });
  test.each([
    ['too few samples', { timesS: [0, 1, 2], rpm: [2000, 4000, 6000], massKg: 1500, kmhPer1000Rpm: 34 }],
    ['one sample a second', simulate(curve, 0, 1)],
    ['no rise', { ...simulate(curve), rpm: simulate(curve).rpm.map((rpm) => 3000 + (rpm % 100)) }],
    ['no mass', { ...simulate(curve), massKg: 0 }],
    ['noise as large as the signal', simulate(curve, 3000)],
  ])('with %s there is no estimate', (_, input) => {
    const run = virtualDyno(input);
    expect(run.ok).toBe(false);
    expect(!run.ok && run.reason).toMatch(/^(No estimate|Not enough data|Enter a)/);
  });
});

type SpeedOptions = {
  lagS?: number;
  holdS?: number;
  stepKmh?: number;
  factor?: number;
  slipS?: number;
  unit?: string;
  name?: string;
};

/** A log of the simulated pull after a few seconds at constant speed, with speed channels of the given quality. */
function logWith(speeds: readonly SpeedOptions[], more: readonly LogChannel[] = []): { log: ParsedLog; pull: Pull } {
  const run = simulate(curve, 4, 20, lowGear);
  const cruise = Array.from({ length: 60 }, (_, nth) => nth / 20);
  const times = [...cruise, ...run.timesS.map((time) => time + 3)];
  const rpm = [...cruise.map(() => 2000), ...run.rpm];
  const rpmAt = (time: number) => rpm[Math.max(0, Math.min(rpm.length - 1, Math.round(time * 20)))] as number;
  const channels = speeds.map(
    ({
      lagS = 0,
      holdS = 0,
      stepKmh = 0,
      factor = 1,
      slipS = 0,
      unit = 'km/h',
      name = 'Vehicle Speed',
    }): LogChannel => {
      const values = times.map((time) => {
        const read = (holdS > 0 ? Math.floor(time / holdS) * holdS : time) - lagS;
        const slip = time > 3 && time < 3 + slipS ? 0.8 : 1;
        const kmh = (rpmAt(read) / 1000) * lowGear * factor * slip;
        return stepKmh > 0 ? Math.floor(kmh / stepKmh) * stepKmh : kmh;
      });
      return channelOf(name, unit, 'speed', values);
    },
  );
  const log: ParsedLog = {
    format: 'made',
    rows: times.length,
    channels: [channelOf('RPM', 'rpm', 'rpm', rpm), ...channels, ...more],
    clocks: [Float64Array.from(times)],
    timeBase: 'seconds',
    markers: [],
    about: [],
    notes: [],
  };
  const pull = findPulls(log).at(-1);
  if (!pull) throw new Error('no pull');
  return { log, pull };
}

const channelOf = (name: string, unit: string, quantity: LogChannel['quantity'], values: number[]): LogChannel => ({
  name,
  label: name,
  unit,
  quantity,
  source: '',
  clock: 0,
  words: null,
  values: Float64Array.from(values),
});

const estimate = (speeds: readonly SpeedOptions[]) => {
  const { log, pull } = logWith(speeds);
  return powerOfPull(log, pull, { massKg: 1500, kmhPer1000Rpm: null });
};

describe('gearing of a pull', () => {
  test.each<[string, SpeedOptions]>([
    ['an exact speed', {}],
    ['a speed in whole km/h', { stepKmh: 1 }],
    ['a speed twice a second that is repeated in between', { holdS: 0.5 }],
    ['a speed that lags by a fifth of a second', { lagS: 0.2 }],
    ['a lag of a tenth of a second and whole km/h', { lagS: 0.1, stepKmh: 1 }],
    ['a clutch that slips at the beginning', { slipS: 0.4 }],
    ['a speed without a unit', { unit: '' }],
  ])('%s gives the true power within its band', (_, speed) => {
    const power = estimate([speed]);
    if (power.kind !== 'estimated') throw new Error(power.kind === 'none' ? power.reason : power.kind);
    const { run } = power;
    expect(Math.abs(run.peakPower.powerKw - 150)).toBeLessThan(run.peakPower.powerErrorKw);
    expect(run.peakPower.powerErrorKw).toBeLessThan(25);
  });
  test.each<[string, SpeedOptions]>([
    ['lags by a second', { lagS: 1 }],
    ['lags by half a second and is repeated for a second', { lagS: 0.5, holdS: 1 }],
    ['slips for half of the pull', { slipS: 3 }],
  ])('is refused when the speed %s', (_, speed) => {
    expect(estimate([speed])).toMatchObject({ kind: 'none', reason: expect.stringMatching(/varies by \d+%/) });
  });
  test('is taken from the steadiest of several speed channels', () => {
    const { log, pull } = logWith([
      { name: 'GPS Speed', lagS: 0.4 },
      { name: 'Speed (OBD)', stepKmh: 1, holdS: 0.2 },
      { name: 'Wheel', slipS: 2.5 },
    ]);
    const found = gearingOf(log, pull);
    if (!found.ok) throw new Error(found.reason);
    expect(found.gearing.channel.name).toBe('Speed (OBD)');
    expect(Math.abs(found.gearing.kmhPer1000Rpm / lowGear - 1)).toBeLessThan(0.015);
  });
  test('converts miles, also where only other channels show that the file is imperial', () => {
    for (const unit of ['mph', '']) {
      const { log, pull } = logWith([{ unit, factor: 1 / 1.609344 }], [channelOf('ECT', '°F', 'coolant', [180])]);
      const found = gearingOf(log, pull);
      if (!found.ok) throw new Error(found.reason);
      expect(Math.abs(found.gearing.kmhPer1000Rpm / lowGear - 1)).toBeLessThan(0.01);
      expect(found.gearing.assumedUnit).toBe(unit === '' ? 'mph' : null);
    }
  });
  test('needs a speed channel', () => {
    const { log, pull } = logWith([]);
    expect(gearingOf(log, pull)).toMatchObject({ ok: false, reason: expect.stringContaining('no road speed') });
  });
});

test('a dyno run has the measured power of its file, in units consistent with power, torque and engine speed', () => {
  const rows = Array.from({ length: 200 }, (_, nth) => {
    const rpm = 2500 + nth * 25;
    const torque = 240 - ((rpm - 4500) / 250) ** 2;
    return `${(nth / 20).toFixed(2)},${(rpm / 1000).toFixed(3)},${((torque * rpm) / 5252).toFixed(3)},${torque.toFixed(3)},1,${(rpm / 60).toFixed(2)}`;
  });
  const head = 'Time,(DWRT CPU) Engine RPM,(DWRT CPU) Power,(DWRT CPU) Torque,(DWRT CPU) Force Drum 1,(DWRT CPU) Speed';
  const read = readLog(new TextEncoder().encode([head, ...rows].join('\n')));
  if (!read.ok) throw new Error('not read');
  const [pull] = findPulls(read.log);
  const run = pull && measuredRun(read.log, pull);
  expect(run?.peakTorque.rpm).toBe(4500);
  expect(run?.peakTorque.torqueNm).toBeCloseTo(240 * 1.355818, 0);
  expect(run?.peakPower.powerKw).toBeGreaterThan(150);
  const [, , ...rest] = read.log.channels;
  expect(pull && measuredRun({ ...read.log, channels: rest.slice(0, 3) }, pull)).toBeNull();
});
