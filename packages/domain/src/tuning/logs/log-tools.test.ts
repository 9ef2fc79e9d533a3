import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFormula } from './expression.ts';
import type { LogChannel, ParsedLog } from './log-types.ts';
import { packLog, unpackLog } from './packed-log.ts';
import { findPulls, overRpm } from './pulls.ts';
import { extremes, pyramidOf } from './pyramid.ts';
import { quantityOf } from './quantities.ts';
import { logCsv } from './read/log-csv.ts';
import { readLog } from './read/read-log.ts';
import { conversion, nameAndUnit, unitOf } from './units.ts';

const channel = (name: string, values: number[], more: Partial<LogChannel> = {}): LogChannel => ({
  name,
  label: name,
  unit: '',
  quantity: null,
  source: '',
  clock: 0,
  words: null,
  values: Float64Array.from(values),
  ...more,
});
const logOf = (times: number[], channels: LogChannel[]): ParsedLog => ({
  format: 'made',
  rows: times.length,
  channels,
  clocks: [Float64Array.from(times)],
  timeBase: 'seconds',
  markers: [],
  about: [],
  notes: [],
});

describe('channels are recognized by name and unit', () => {
  test.each([
    ['Engine RPM', '', 'rpm'],
    ['A/002: Motordrehzahl [/min]', '', 'rpm'],
    ['nmot_w', 'EngineSpeed', 'rpm'],
    ['Boost (psi)', '', 'boost'],
    ['Boost Target', '', 'boostTarget'],
    ['Throttle Pos', '', 'throttle'],
    ['Accel Position', '', 'pedal'],
    ['Vehicle Speed', '', 'speed'],
    ['AFR Target', '', 'lambdaTarget'],
    ['Lambda Bank 1', '', 'lambda'],
    ['Idle Target RPM', '', null],
    ['Boost Duty', '', 'wastegate'],
    ['Time (sec)', '', 'time'],
    ['FuelInjectorOnTime', '', 'injection'],
  ])('%s %s is %s', (name, alias, quantity) => {
    expect(quantityOf(nameAndUnit(name).name, alias)).toBe(quantity);
  });

  test('units have one spelling and convert into each other', () => {
    expect(['/min', '1/min', '(RPM)', 'U/min'].map(unitOf)).toEqual(['rpm', 'rpm', 'rpm', 'rpm']);
    expect(['Km/h', 'KM/H', 'NM', 'Ms'].map(unitOf)).toEqual(['km/h', 'km/h', 'Nm', 'ms']);
    expect(['°C', 'degC', '*C', '(C)', 'kPa', 'kpa'].map(unitOf)).toEqual(['°C', '°C', '°C', '°C', 'kPa', 'kPa']);
    expect(conversion('mph', 'km/h')?.(60)).toBeCloseTo(96.56, 2);
    expect(conversion('°F', '°C')?.(212)).toBeCloseTo(100);
    expect(conversion('psi', 'bar')?.(14.5)).toBeCloseTo(1, 2);
    expect(conversion('AFR', 'λ')?.(14.7)).toBeCloseTo(1);
    expect(conversion('psi', 'km/h')).toBeNull();
  });

  test('text in brackets is a unit only when it is a known one', () => {
    expect(nameAndUnit('Speed (OBD)(km/h)')).toEqual({ name: 'Speed (OBD)', unit: 'km/h' });
    expect(nameAndUnit('Pressure (Bar) (Bar)')).toEqual({ name: 'Pressure', unit: 'Bar' });
    expect(nameAndUnit('O2 lambda (Bank 1 Sensor 1)')).toEqual({ name: 'O2 lambda (Bank 1 Sensor 1)', unit: null });
    expect(nameAndUnit('(DWRT CPU) Power')).toEqual({ name: '(DWRT CPU) Power', unit: null });
  });
});

describe('computed channels', () => {
  const known = (name: string) => ['rpm', 'MAP', 'Air mass (g/s)'].includes(name);
  const run = (text: string, values: number[] = []) => {
    const parsed = parseFormula(text, known);
    return parsed.ok ? parsed.formula.run(values) : parsed.error;
  };
  test('follow the usual operator precedence', () => {
    expect(run('1 + 2 * 3 ^ 2')).toBe(19);
    expect(run('-2 ^ 2')).toBe(-4);
    expect(run('2 ^ 3 ^ 2')).toBe(512);
    expect(run('(1 + 2) * 3 / 2 - .5')).toBe(4);
    expect(run('max(1, 2, rpm) + abs(-3)', [7])).toBe(10);
    expect(run('if(rpm > 3000, 1, 0)', [3500])).toBe(1);
  });
  test('use names as plain words or in square brackets', () => {
    const parsed = parseFormula('[Air mass (g/s)] / rpm * MAP / rpm', known);
    expect(parsed.ok && parsed.formula.names).toEqual(['Air mass (g/s)', 'rpm', 'MAP']);
    expect(parsed.ok && parsed.formula.run([12, 2, 3])).toBe(9);
  });
  test.each([
    ['1 +', 3, 'is incomplete'],
    ['1 + * 2', 4, '“*” is unexpected'],
    ['(1 + 2', 0, 'not closed'],
    ['boost * 2', 0, 'no channel “boost”'],
    ['2 * alert(1)', 4, 'Unknown function “alert”'],
    ['constructor', 0, 'no channel'],
    ['toString(1)', 0, 'Unknown function'],
    ['min(1)', 0, 'takes 2 to 8'],
    ['1 2', 2, 'unexpected'],
    ['[rpm', 0, 'not closed'],
  ])('%s has an error at %i', (text, at, message) => {
    expect(run(text)).toMatchObject({ at, message: expect.stringContaining(message) });
  });
  test('return a result or an error for any input', () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc
        .array(fc.constantFrom('(', ')', '-', '^', '1', 'rpm', 'abs', ',', '[', ' '), { maxLength: 200 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseFormula(text, known);
        if (parsed.ok) expect(typeof parsed.formula.run([1, 2, 3])).toBe('number');
        else expect(parsed.error.at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
});

test('the minimum and maximum of any range are those of its samples', () => {
  const sample = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(Number.NaN));
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 700 }), fc.nat(700), fc.nat(700), (list, a, b) => {
      const values = Float64Array.from(list);
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const real = list.slice(from, to).filter((value) => !Number.isNaN(value));
      const found = extremes(values, pyramidOf(values), from, to);
      expect(found).toEqual(real.length === 0 ? null : [Math.min(...real), Math.max(...real)]);
    }),
    { numRuns: 200 },
  );
});

test('a packed log unpacks to the same log', () => {
  const read = readLog(
    new TextEncoder().encode(
      'timestamp,RPM,latitude,State\n1767150797.44,800,31.0781678,idle\n1767150797.46,900,31.0781725,run\n',
    ),
  );
  if (!read.ok) throw new Error('not read');
  const back = unpackLog(packLog(read.log));
  expect(back).toEqual(read.log);
  expect(unpackLog(Uint8Array.of(1, 2, 3))).toBeNull();
});

test('an export has the chosen channels and times, and no live formula', () => {
  const log = logOf(
    [0, 0.1, 0.2, 0.3],
    [channel('=HYPERLINK("x")', [1, 2, Number.NaN, -4]), channel('RPM', [800, 810, 820, 830], { unit: 'rpm' })],
  );
  expect(logCsv(log, log.channels, 0.1, 0.25)).toBe(
    'Time (s),"\'=HYPERLINK(""x"")",RPM (rpm)\r\n0.1,2,810\r\n0.2,,820\r\n',
  );
});

test('an exported table is read back with every digit', () => {
  const values = [13.7254901960784, 51.9993282, 1.2e-7, -0.000001, 123456789.125, 0.1 + 0.2];
  const times = [0, 0.00001, 0.5, 1.227421, 2, 3];
  const log = logOf(times, [channel('TPS', values), channel('RPM', [800, 810, 820, 830, 840, 850])]);
  const again = readLog(new TextEncoder().encode(logCsv(log, log.channels, 0, 9)));
  if (!again.ok) throw new Error('not read');
  expect([...(again.log.clocks[0] ?? [])]).toEqual(times);
  const back = [...(again.log.channels[1]?.values ?? [])];
  expect(back.slice(0, 5)).toEqual(values.slice(0, 5));
  expect(back[5]).toBe(0.3);
});

describe('pulls', () => {
  const times = Array.from({ length: 600 }, (_, nth) => nth / 20);
  // Two pulls from 2000 to 6000 with a pause, and one slow rise at part throttle.
  const rpm = times.map((time) =>
    time < 4
      ? 2000
      : time < 10
        ? 2000 + ((time - 4) / 6) * 4000
        : time < 12
          ? 2000
          : time < 18
            ? 2000 + ((time - 12) / 6) * 4000
            : time < 20
              ? 2000
              : time < 26
                ? 2000 + ((time - 20) / 6) * 4000
                : 1500,
  );
  const pedal = times.map((time) => ((time >= 4 && time < 10) || (time >= 12 && time < 18) ? 98 : 20));
  const boost = times.map((time) => (time < 10 ? 1 : 1.5));
  const log = logOf(times, [
    channel('RPM', rpm, { quantity: 'rpm', unit: 'rpm' }),
    channel('Pedal', pedal, { quantity: 'pedal' }),
    channel('Boost', boost),
  ]);
  test('are found where engine speed rises with the pedal down', () => {
    const pulls = findPulls(log);
    expect(pulls.map(({ fromS, toS }) => [Math.round(fromS), Math.round(toS)])).toEqual([
      [4, 10],
      [12, 18],
    ]);
  });
  test('are overlaid by engine speed', () => {
    const [first, second] = findPulls(log);
    if (!first || !second) throw new Error('no pulls');
    const at = (pull: typeof first) =>
      overRpm(log, pull, log.channels[2] as LogChannel).find((point) => point.rpm === 4000)?.value;
    expect([at(first), at(second)]).toEqual([1, 1.5]);
  });

  const driven = (shape: (time: number) => number, more: LogChannel[] = []) =>
    findPulls(logOf(times, [channel('RPM', times.map(shape), { quantity: 'rpm', unit: 'rpm' }), ...more])).map(
      ({ fromRpm, toRpm }) => [Math.round(fromRpm), Math.round(toRpm)],
    );
  const ramp = (from: number, to: number, seconds: number) => (time: number) =>
    time < 4 ? from : time < 4 + seconds ? from + ((time - 4) / seconds) * (to - from) : from;
  const speedLike = (shape: (time: number) => number, kmhPer1000: number) =>
    channel(
      'Speed',
      times.map((time) => (shape(time) / 1000) * kmhPer1000),
      { quantity: 'speed', unit: 'km/h' },
    );
  test('do not start below idle, so an engine start is not one', () => {
    expect(
      driven((time) => (time < 2 ? 0 : time < 3.5 ? (time - 2) * 900 : time < 8 ? 1350 - (time - 3.5) * 100 : 900)),
    ).toEqual([]);
    const [[from = 0] = []] = driven(ramp(850, 6000, 8));
    expect(from).toBeGreaterThanOrEqual(1100);
  });
  test('without a pedal channel need real acceleration', () => {
    expect(driven(ramp(1500, 2800, 5))).toEqual([]);
    expect(driven(ramp(1800, 4200, 22))).toEqual([]);
    expect(driven(ramp(2000, 6000, 7))).toHaveLength(1);
    const gentle = ramp(1500, 3600, 12);
    expect(driven(gentle, [speedLike(gentle, 10)])).toEqual([]);
    const hard = ramp(2000, 6000, 7);
    expect(driven(hard, [speedLike(hard, 18)])).toHaveLength(1);
  });
  test('need rising vehicle speed when the log has it', () => {
    const hard = ramp(2000, 6000, 3);
    const pressed = channel('Pedal', times.map(() => 100).with(0, 0), { quantity: 'pedal', unit: '%' });
    expect(driven(hard, [pressed, speedLike(hard, 15)])).toHaveLength(1);
    expect(
      driven(hard, [
        pressed,
        channel(
          'Speed',
          times.map((time) => (time < 1 ? 1 : 0)),
          { quantity: 'speed', unit: 'km/h' },
        ),
      ]),
    ).toEqual([]);
  });
  test('need a pressed pedal: a log of light throttle has none', () => {
    const light = channel(
      'Pedal',
      times.map((time) => (time > 4 ? 24 : 3)),
      { quantity: 'pedal', unit: '%' },
    );
    expect(driven(ramp(1500, 4000, 8), [light])).toEqual([]);
  });
});
