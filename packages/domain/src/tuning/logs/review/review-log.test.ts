import { describe, expect, test } from 'vitest';
import type { ParsedLog } from '../log-types.ts';
import { readLog } from '../read/read-log.ts';
import { type Finding, reviewLog } from './review-log.ts';
import { reviewConditions, reviewRules } from './review-rules.ts';

type Row = Readonly<Record<string, number | string>>;
type Extra = (timeS: number, pullS: number | null) => Row;

/** Idle for 5 s, a full-load pull of 8 s from 2,000 to 6,800 rpm, then overrun, ten samples a second. */
function logOf(extra: Extra, { pedal = 'Accel Position (%)', hz = 10, from = 5, to = 13 } = {}): ParsedLog {
  const rows: Row[] = [];
  for (let nth = 0; nth < 20 * hz; nth++) {
    const time = nth / hz;
    const pullS = time >= from && time < to ? time - from : null;
    rows.push({
      'Time (sec)': time.toFixed(3),
      'RPM (rpm)': pullS === null ? 900 : 2000 + 600 * pullS,
      ...(pedal === '' ? {} : { [pedal]: pullS === null ? 0 : 100 }),
      ...extra(time, pullS),
    });
  }
  return parsed(rows);
}

function parsed(rows: readonly Row[]): ParsedLog {
  const names = Object.keys(rows[0] ?? {});
  const text = [names.join(','), ...rows.map((row) => names.map((name) => row[name]).join(','))].join('\n');
  const read = readLog(new TextEncoder().encode(text));
  if (!read.ok) throw new Error('not read');
  return read.log;
}

const groupsOf = (log: ParsedLog): string[] => reviewLog(log).findings.map(({ group }) => group);
const only = (log: ParsedLog): Finding => {
  const { findings } = reviewLog(log);
  expect(findings).toHaveLength(1);
  return findings[0] as Finding;
};
const reasonOf = (log: ParsedLog, group: string) => reviewLog(log).checks.find((one) => one.group === group)?.reason;

type Span = readonly [number, number];
/** A value during one second of the pull, otherwise the usual one. */
const during = (pullS: number | null, value: number, usual: number, [from, to]: Span = [4, 5]): number =>
  pullS !== null && pullS >= from && pullS < to ? value : usual;

describe('knock rule', () => {
  const knock = (value: number, span?: Span) =>
    logOf((_, pullS) => ({ 'Knock Retard (deg)': during(pullS, value, 0, span) }));
  test('reports retard above 4 degrees with its moment, and nothing at the limit', () => {
    expect(groupsOf(knock(4))).toEqual([]);
    const finding = only(knock(4.5));
    expect(finding).toMatchObject({ group: 'knock', severity: 'careful', value: 4.5, limit: 4, unit: '°' });
    expect(finding.atS).toBeCloseTo(9, 1);
    expect(only(knock(9)).severity).toBe('serious');
  });
  test('ignores a single sample, and retard without load', () => {
    expect(groupsOf(knock(9, [4, 4.1]))).toEqual([]);
    expect(groupsOf(logOf((time) => ({ 'Knock Retard (deg)': time > 14 ? 9 : 0 })))).toEqual([]);
  });
  test('reads negative retard, and takes a positive correction for an advance', () => {
    const negative = (value: number) =>
      logOf((time, pullS) => ({ 'Feedback Knock (deg)': time < 1 ? -0.5 : during(pullS, value, 0) }));
    expect(only(negative(-6)).value).toBe(6);
    expect(groupsOf(negative(6))).toEqual([]);
    for (const name of ['Ignition Timing Corr (deg)', 'Knock Correction Advance (deg)'])
      expect(groupsOf(logOf((_, pullS) => ({ [name]: during(pullS, 6, 0) }))), name).toEqual([]);
    for (const name of ['Ign. Retard Cyl 1 (deg)', 'Knock Retard Cyl 3 (deg)', 'KR (deg)'])
      expect(groupsOf(logOf((_, pullS) => ({ [name]: during(pullS, 6, 0) }))), name).toEqual(['knock']);
  });
  test('reports several cylinders at one moment as one finding', () => {
    const log = logOf((_, pullS) => ({ dwkrz_0: during(pullS, 5, 0), dwkrz_1: during(pullS, 7, 0) }));
    const finding = only(log);
    expect(finding.value).toBe(7);
    expect(log.channels[finding.channel]?.name).toBe('dwkrz_1');
    expect(finding.channels.length).toBeGreaterThan(1);
  });
  test('counts knock events under load', () => {
    const counted = (perSecond: number) =>
      logOf((_, pullS) => ({ 'Knock Sum': pullS === null ? 0 : Math.floor(pullS * perSecond) }));
    expect(groupsOf(counted(0.5))).toEqual([]);
    expect(groupsOf(counted(4))).toEqual(['knock']);
  });
});

describe('lean rule', () => {
  const lambda = (value: number, name = 'Lambda (λ)', extra: Row = {}) =>
    logOf((_, pullS) => ({
      [name]: pullS === null ? 1 : during(pullS, value, name.startsWith('AFR') ? 12.5 : 0.85),
      ...extra,
    }));
  test('reports a mixture above λ 1.05 under load in any unit', () => {
    expect(groupsOf(lambda(1.05))).toEqual([]);
    expect(only(lambda(1.08))).toMatchObject({ group: 'lean', severity: 'careful', unit: 'λ' });
    expect(only(lambda(1.08 * 14.7, 'AFR (AFR)')).value).toBeCloseTo(1.08, 3);
    expect(groupsOf(logOf((_, pullS) => ({ AFR: during(pullS, 16, 12.5) })))).toEqual(['lean']);
  });
  test('compares with the target of the log', () => {
    expect(groupsOf(lambda(0.92, undefined, { 'Lambda Target (λ)': 0.85 }))).toEqual([]);
    expect(groupsOf(lambda(0.95, undefined, { 'Lambda Target (λ)': 0.85 }))).toEqual(['lean']);
  });
  test('ignores tip-in, gear changes, an implausible sensor and diesel engines', () => {
    const tipIn = logOf((_, pullS) => ({ 'Lambda (λ)': during(pullS, 1.3, 0.9, [0, 0.9]) }));
    expect(groupsOf(tipIn)).toEqual([]);
    const shift = logOf((_, pullS) => ({
      'RPM (rpm)':
        pullS === null ? 900 : pullS < 4 ? 4000 + 600 * pullS : pullS < 4.6 ? 6400 - 3000 * (pullS - 4) : 4600,
      'Lambda (λ)': during(pullS, 1.3, 0.9, [4.1, 5]),
    }));
    expect(groupsOf(shift)).toEqual([]);
    expect(groupsOf(lambda(1.99))).toEqual([]);
    const diesel = logOf((_, pullS) => ({ 'Lambda (λ)': pullS === null ? 3 : 1.2, 'Rail Pressure (bar)': 1200 }));
    expect(groupsOf(diesel)).toEqual([]);
    expect(reasonOf(diesel, 'lean')).toBe('diesel engines run lean by design');
  });
});

describe('boost rules', () => {
  const boost = (actual: number, target = 120, span: Span = [4, 6]) =>
    logOf((_, pullS) => ({
      'Boost (kPa)': pullS === null ? -60 : during(pullS, actual, target, span),
      'Boost Target (kPa)': pullS === null ? 0 : target,
    }));
  test('report more than 15 kPa above or 20 kPa below the target', () => {
    expect(groupsOf(boost(135))).toEqual([]);
    expect(only(boost(136))).toMatchObject({ group: 'overboost', value: 16, limit: 15, unit: 'kPa' });
    expect(groupsOf(boost(100))).toEqual([]);
    expect(only(boost(98))).toMatchObject({ group: 'underboost', value: 22, severity: 'careful' });
    expect(only(boost(60)).severity).toBe('serious');
  });
  test('allow the turbo to spool, and a short peak', () => {
    expect(groupsOf(boost(20, 120, [0, 1.9]))).toEqual([]);
    expect(groupsOf(boost(150, 120, [2, 2.4]))).toEqual([]);
  });
  test('compare absolute and gauge pressure in different units', () => {
    const mixed = (actualPsi: number) =>
      logOf((_, pullS) => ({
        'Boost (psi)': pullS === null ? -9 : actualPsi,
        'Boost Pressure Specified (mbar)': pullS === null ? 1000 : 2200,
      }));
    expect(groupsOf(mixed(17.4))).toEqual([]);
    expect(groupsOf(mixed(21))).toEqual(['overboost']);
  });
  test('are skipped without a target or a unit, with the reason', () => {
    const noTarget = logOf((_, pullS) => ({ 'Boost (kPa)': pullS === null ? -60 : 180 }));
    expect(reasonOf(noTarget, 'overboost')).toBe('the log has no channel for boost target');
    const noUnit = logOf((_, pullS) => ({ Boost: pullS === null ? -9 : 20, 'Boost Target': pullS === null ? 0 : 10 }));
    expect(groupsOf(noUnit)).toEqual([]);
    expect(reasonOf(noUnit, 'overboost')).toBe('the unit of Boost is not known');
  });
});

describe('fuel pressure rules', () => {
  const pressure = (value: number, extra: (pullS: number | null) => Row = () => ({})) =>
    logOf((_, pullS) => ({ 'Fuel Pressure (kPa)': during(pullS, value, 400), ...extra(pullS) }));
  test('report a drop of more than 25 % during a pull', () => {
    expect(groupsOf(pressure(300))).toEqual([]);
    expect(only(pressure(290))).toMatchObject({ group: 'fuel-pressure', severity: 'careful' });
    expect(only(pressure(200)).severity).toBe('serious');
  });
  test('follow the target if there is one', () => {
    const follows = pressure(250, (pullS) => ({ 'Fuel Pressure Target (kPa)': during(pullS, 250, 400) }));
    expect(groupsOf(follows)).toEqual([]);
    expect(groupsOf(pressure(330, () => ({ 'Fuel Pressure Target (kPa)': 400 })))).toEqual(['fuel-pressure']);
    expect(groupsOf(pressure(345, () => ({ 'Fuel Pressure Target (kPa)': 400 })))).toEqual([]);
  });
  test('pair the low and the high pressure each with its own target', () => {
    const both = logOf(() => ({
      'Fuel Pressure Low (kPa)': 500,
      'Rail Pressure (kPa)': 15000,
      'Rail Pressure Target (kPa)': 15000,
    }));
    expect(groupsOf(both)).toEqual([]);
  });
});

describe('intake temperature rules', () => {
  const heat = (rise: number, unit = 'C', start = 30) =>
    logOf((_, pullS) => ({ [`Intake Temp (${unit})`]: start + (pullS === null ? 0 : (rise * pullS) / 7.9) }));
  test('report a rise of more than 25 °C in a pull in any unit', () => {
    expect(groupsOf(heat(25))).toEqual([]);
    expect(only(heat(26)).rule).toBe('intake-rise');
    expect(groupsOf(heat(44, 'F', 86))).toEqual([]);
    expect(groupsOf(heat(50, 'F', 86))).toEqual(['intake-temperature']);
  });
  test('report intake air above 75 °C, and nothing for a slow warm-up or a broken sensor', () => {
    expect(groupsOf(heat(0, 'C', 75))).toEqual([]);
    expect(only(heat(0, 'C', 78)).rule).toBe('intake-hot');
    expect(groupsOf(logOf((time) => ({ 'Intake Temp (C)': 20 + time * 2 })))).toEqual([]);
    expect(groupsOf(heat(0, 'C', 215))).toEqual([]);
  });
});

describe('misfire rule', () => {
  const counter = (perSecond: number, name = 'Misfire Count Cyl 1') =>
    logOf((time) => ({ [name]: Math.floor(time * perSecond) }));
  test('reports more than 4 counts in 10 seconds without needing load', () => {
    expect(groupsOf(counter(0.4))).toEqual([]);
    expect(groupsOf(counter(1))).toEqual(['misfire']);
    expect(groupsOf(counter(1, 'Aussetzerzähler Zylinder 2'))).toEqual(['misfire']);
  });
  test('ignores a reset of the counter and settings of the monitor', () => {
    expect(groupsOf(logOf((time) => ({ 'Misfire Count': time < 10 ? 250 : 0 })))).toEqual([]);
    expect(groupsOf(counter(40, 'Misfire Monitor RPM lower limit'))).toEqual([]);
  });
});

describe('review', () => {
  test('skips every rule without its channels and names the reason', () => {
    const { checks, findings } = reviewLog(logOf(() => ({})));
    expect(findings).toEqual([]);
    expect(checks.map(({ state }) => state)).toEqual(checks.map(() => 'skipped'));
    expect(checks.map(({ reason }) => reason)).not.toContain(null);
  });
  test('says that a log without full load or without time cannot be judged', () => {
    const gentle = logOf(() => ({ 'Knock Retard (deg)': 9, 'Accel Position (%)': 30 }));
    expect(reasonOf(gentle, 'knock')).toBe('the log has no full-load section to check');
    const rows = Array.from({ length: 40 }, (_, nth) => ({
      RPM: 3000 + nth,
      'Throttle (%)': 99,
      'Knock Retard (deg)': 9,
    }));
    expect(reviewLog(parsed(rows)).findings).toEqual([]);
    expect(reasonOf(parsed(rows), 'knock')).toBe('the log has no time column');
  });
  test('does not join two sections across a gap in the log', () => {
    const rows: Row[] = [0, 0.1, 0.2, 30, 30.1, 30.2].map((time) => ({
      'Time (sec)': time,
      'RPM (rpm)': 4000,
      'Throttle (%)': 99,
      'Lambda (λ)': 1.1,
    }));
    expect(groupsOf(parsed(rows))).toEqual([]);
  });
  test('derives full load from throttle, boost or load if there is no pedal', () => {
    for (const name of ['Throttle Position (%)', 'Engine Load (%)'])
      expect(
        groupsOf(logOf((_, pullS) => ({ 'Knock Retard (deg)': during(pullS, 6, 0) }), { pedal: name })),
        name,
      ).toEqual(['knock']);
    const boosted = logOf(
      (_, pullS) => ({ 'Knock Retard (deg)': during(pullS, 6, 0), 'Boost (bar)': pullS === null ? -0.6 : 1 }),
      { pedal: '' },
    );
    expect(groupsOf(boosted)).toEqual(['knock']);
  });
  test('works at one sample a second', () => {
    const slow = logOf((_, pullS) => ({ 'Knock Retard (deg)': during(pullS, 6, 0, [3, 6]) }), { hz: 1 });
    expect(groupsOf(slow)).toEqual(['knock']);
  });
});

test('rule file › has unique ids, limits in order and formulas that can be parsed', () => {
  expect(new Set(reviewRules.map(({ id }) => id)).size).toBe(reviewRules.length);
  for (const rule of reviewRules) {
    expect(rule.serious, rule.id).toBeGreaterThan(rule.limit);
    expect(rule.advice, rule.id).toMatch(/\.$/);
    expect(() =>
      reviewLog(
        logOf(() => ({})),
        [rule],
      ),
    ).not.toThrow();
    for (const name of (rule.when ?? '').matchAll(/\[(\w+Load)\]/g))
      expect(reviewConditions).toHaveProperty(name[1] ?? '');
  }
});
