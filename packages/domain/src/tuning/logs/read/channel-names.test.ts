import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { channelKind, type Quantity, quantityOf } from '../quantities.ts';
import { meaningByValues } from './channel-values.ts';

/** The table's words for our quantities; some have a separate word for the set point. */
const words: Partial<Record<Quantity, readonly string[]>> = {
  rpm: ['engine_speed'],
  speed: ['vehicle_speed'],
  map: ['manifold_pressure'],
  iat: ['intake_temp'],
  wastegate: ['duty_wastegate'],
  lambda: ['lambda', 'afr'],
  fuelPressure: ['fuel_pressure'],
  injection: ['injector_time'],
  injectorDuty: ['injector_duty'],
  knock: ['knock_retard'],
  knockCount: ['knock_count'],
  coolant: ['coolant_temp'],
  oilTemp: ['oil_temp'],
  oilPressure: ['oil_pressure'],
  latitude: ['lat'],
  longitude: ['lon'],
  lateralAcc: ['g_lat'],
  longitudinalAcc: ['g_long'],
  fuelLevel: ['fuel_level'],
  camAngle: ['cam_angle'],
  fuelTrim: ['other'],
  baro: ['other'],
};
const targetLabels: Partial<Record<Quantity, readonly string[]>> = {
  boost: ['boost_target'],
  map: ['boost_target'],
  lambda: ['lambda_target', 'afr'],
  fuelPressure: ['fuel_pressure_target'],
};

type Row = { name: string; unit: string; logger: string; quantity: string; role: string };
const rows: Row[] = readFileSync(new URL('../../../../test-data/channel_names.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', unit = '', logger = '', quantity = '', role = ''] = line.split('\t');
    return { name, unit, logger, quantity, role };
  });

function isRight({ name, unit, quantity, role }: Row): boolean {
  const kind = channelKind(name, '', unit);
  if (quantity === 'other' && quantityOf(name, '', unit) === null) return true;
  if (!kind) return false;
  const isTarget = role === 'target';
  const expected = (isTarget ? targetLabels[kind.quantity] : undefined) ?? words[kind.quantity] ?? [kind.quantity];
  return expected.includes(quantity) && (kind.role === 'target') === isTarget;
}

describe('channel names of real loggers', () => {
  test('97 of 100 are recognized by name and unit', () => {
    const wrong = rows.filter((row) => !isRight(row)).map(({ name, unit, logger }) => `${logger}: ${name} [${unit}]`);
    expect(rows.length).toBe(716);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Math.floor(rows.length * 0.03));
  });
  test('no set point, counter or flag is taken for a reading', () => {
    const taken = rows.filter(
      ({ name, unit, role }) =>
        ['target', 'counter', 'flag'].includes(role) && channelKind(name, '', unit)?.role === 'measured',
    );
    expect(taken).toEqual([]);
  });
});

describe('channel names missing from the table are recognized', () => {
  test.each<[string, string, Quantity | null]>([
    ['act', '', null],
    ['ACT', '°F', 'iat'],
    ['Load act.', '%', 'load'],
    ['Boost pressure setpoint', 'bar', 'boostTarget'],
    ['Boost (specified)', 'mbar', 'boostTarget'],
    ['Comm Fuel Final', 'AFR', 'lambdaTarget'],
    ['Rail pressure demanded', 'bar', 'fuelPressureTarget'],
    ['Throttle Angle (specified)', '%', null],
    ['FRP_DSD', 'kPa', 'fuelPressureTarget'],
    ['Torque requested', 'Nm', null],
    ['ppsA', '%', 'pedal'],
    ['Voltage (OBD Adapter)(V)', 'V', 'battery'],
    ['Idle speed setpoint', 'rpm', null],
    ['Ignition event counter', '', null],
    ['Timing belt hours', 'h', null],
    ['Knock events', '', null],
    ['RPM limit active', '', null],
    ['isBoostActive', '', null],
    ['Boost', '%', null],
    ['Coolant fan', '%', null],
    ['TPS', 'V', null],
    ['Lambda', 'V', null],
    ['MAP', 'V', null],
    ['Engine Speed', 'km/h', null],
    ['Manifold Pres', 'kPa', 'map'],
    ['Eng Oil Pres', 'kPa', 'oilPressure'],
    ['Ground Speed', 'km/h', 'speed'],
    ['Wheel Speed FL', 'km/h', null],
    ['Gearbox Oil Temp', '°C', null],
    ['Ambient Air Temp', '°C', null],
    ['TP (Main)', '%', 'throttle'],
    ['APS (Main)', '%', 'pedal'],
    ['EGTbank2', '°C', 'egt'],
    ['Fahrgeschwindigkeit', 'km/h', 'speed'],
    ['Atmosphärendruck', 'mbar', 'baro'],
    ['Lambdawert Soll', '', 'lambdaTarget'],
    ['Ladedruck Ist', 'mbar', 'boost'],
    ['Ladedruck Soll', 'mbar', 'boostTarget'],
    ['Temp. do motor', '°C', 'coolant'],
    ['Pressão de óleo', 'bar', 'oilPressure'],
    ['Calculated Load', 'g/rev', 'load'],
    ['Mass Airflow', 'lb/hr', 'maf'],
    ['AVCS In Left', '°', 'camAngle'],
  ])('%s [%s] is %s', (name, unit, quantity) => {
    expect(quantityOf(name, '', unit)).toBe(quantity);
  });
});

describe('values resolve ambiguous names', () => {
  const meaning = (name: string, quantity: Quantity, values: number[], unit = '') =>
    meaningByValues(name, { quantity, unit }, Float64Array.from(values));
  test('an absolute pressure is never negative', () => {
    expect(meaning('MAP', 'map', [-0.6, 0.2, 1.1], 'bar')).toEqual({ quantity: 'boost', unit: 'bar' });
    expect(meaning('MAP', 'map', [30, 98, 180], 'kPa')).toEqual({ quantity: 'map', unit: 'kPa' });
  });
  test('a boost that idles at atmospheric pressure is absolute', () => {
    expect(meaning('BoostPressureActual', 'boost', [1010, 1012, 1320, 1780], 'mbar').quantity).toBe('map');
    expect(meaning('Boost', 'boost', [-60, 0, 120], 'kPa').quantity).toBe('boost');
    expect(meaning('Boost', 'boost', [12, 18, 21], 'psi').quantity).toBe('boost');
    const pull = Array.from({ length: 40 }, (_, nth) => 14 + nth / 5);
    expect(meaning('Boost', 'boost', pull, 'psi').quantity).toBe('boost');
  });
  test('a switch is not a reading', () => {
    const often = (...values: number[]) =>
      Array.from({ length: 12 }, (_, nth) => values[nth % values.length] as number);
    expect(meaning('Boost', 'boost', often(0, 1, 1)).quantity).toBeNull();
    expect(meaning('Boost', 'boost', [0, 1]).quantity).toBe('boost');
    expect(meaning('Gear', 'gear', often(0, 1)).quantity).toBe('gear');
    expect(meaning('Map', 'map', often(4, 4, 5)).quantity).toBeNull();
  });
  test('a mixture without a unit is λ or AFR by its magnitude', () => {
    expect(meaning('Wideband', 'lambda', [0.78, 1.02]).unit).toBe('λ');
    expect(meaning('Wideband', 'lambda', [10.9, 14.7]).unit).toBe('AFR');
  });
  test('a unit may be part of the name', () => {
    expect(meaning('mph', 'speed', [0, 60]).unit).toBe('mph');
    expect(meaning('ecu_psi', 'boost', [0, 15]).unit).toBe('psi');
    expect(meaning('waterf', 'coolant', [180, 200]).unit).toBe('°F');
    expect(meaning('Throttle bar', 'throttle', [2, 20]).unit).toBe('');
  });
});
