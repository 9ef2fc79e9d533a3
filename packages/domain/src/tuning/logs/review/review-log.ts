import { parseFormula } from '../expression.ts';
import type { LogChannel, ParsedLog } from '../log-types.ts';
import { type Quantity, quantities } from '../quantities.ts';
import { resampled } from '../sample-at.ts';
import { type ReviewRule, reviewConditions, reviewRules } from './review-rules.ts';
import { isSignal, LogSignals, nameOf, type Signal, type SignalResult, sortedSample } from './review-signals.ts';

export type Finding = {
  readonly rule: string;
  readonly group: string;
  readonly title: string;
  readonly severity: 'careful' | 'serious';
  /** Index of the channel with the worst value, and the other channels to look at. */
  readonly channel: number;
  readonly channels: readonly number[];
  readonly fromS: number;
  readonly toS: number;
  /** The moment of the worst value. */
  readonly atS: number;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
};

export type Check = {
  readonly group: string;
  readonly title: string;
  readonly state: 'ok' | 'found' | 'skipped';
  /** Why nothing was checked. */
  readonly reason: string | null;
};

export type Review = {
  readonly checks: readonly Check[];
  /** By time. */
  readonly findings: readonly Finding[];
  /** Milder findings that were left out. */
  readonly omitted: number;
};

const perGroupMax = 10;

/** Checks a log against the rules. It reports what exceeds a limit, and what could not be checked and why. */
export function reviewLog(log: ParsedLog, rules: readonly ReviewRule[] = reviewRules): Review {
  const groups = new Map<string, { title: string; isChecked: boolean; reason: string | null; findings: Finding[] }>();
  const signals = new LogSignals(log);
  const conditions: Conditions = new Map();
  for (const rule of rules) {
    const group = groups.get(rule.group) ?? { title: rule.title, isChecked: false, reason: null, findings: [] };
    groups.set(rule.group, group);
    const result =
      log.timeBase === 'seconds' ? check(signals, rule, conditions) : { reason: 'the log has no time column' };
    // Of several reasons, one about the log says more than a missing channel of a stricter rule.
    if ('reason' in result) group.reason = group.reason && isMissing(result.reason) ? group.reason : result.reason;
    else {
      group.isChecked = true;
      group.findings.push(...result.findings);
    }
  }
  const findings: Finding[] = [];
  let omitted = 0;
  const checks = [...groups].map(([name, { title, isChecked, reason, findings: found }]): Check => {
    const merged = mergeOverlaps(found).sort(byWeight);
    findings.push(...merged.slice(0, perGroupMax));
    omitted += Math.max(0, merged.length - perGroupMax);
    const state = merged.length > 0 ? 'found' : isChecked ? 'ok' : 'skipped';
    return { group: name, title, state, reason: state === 'skipped' ? reason : null };
  });
  return { checks, findings: findings.sort((a, b) => a.atS - b.atS), omitted };
}

const missingText = 'the log has no channel for';
const isMissing = (reason: string): boolean => reason.startsWith(missingText);

const excess = ({ value, limit }: Finding): number => value / limit;
const byWeight = (a: Finding, b: Finding): number =>
  Number(b.severity === 'serious') - Number(a.severity === 'serious') || excess(b) - excess(a) || a.atS - b.atS;

/** Overlapping findings of one group, for example of several cylinders, become the worst of them. */
function mergeOverlaps(found: readonly Finding[]): Finding[] {
  const merged: Finding[] = [];
  for (const finding of [...found].sort((a, b) => a.fromS - b.fromS)) {
    const last = merged.at(-1);
    if (!last || finding.fromS > last.toS + mergeS) {
      merged.push(finding);
      continue;
    }
    const worst = byWeight(last, finding) <= 0 ? last : finding;
    merged[merged.length - 1] = {
      ...worst,
      fromS: last.fromS,
      toS: Math.max(last.toS, finding.toS),
      channels: [...new Set([...worst.channels, ...last.channels, ...finding.channels])].slice(0, 8),
    };
  }
  return merged;
}

const mergeS = 2;

type Checked = { readonly findings: readonly Finding[] } | { readonly reason: string };

function check(signals: LogSignals, rule: ReviewRule, conditions: Conditions): Checked {
  if (rule.petrolOnly && signals.isDiesel) return { reason: 'diesel engines run lean by design' };
  const channels = channelsOf(signals, rule);
  if (channels.length === 0) {
    const { quantity } = rule.channel;
    const wanted = quantity ? quantities[quantity].label : rule.title;
    return { reason: `${missingText} ${wanted.toLowerCase()}` };
  }
  const findings: Finding[] = [];
  let reason: string | null = null;
  let isChecked = false;
  for (const channel of channels) {
    const result = checkChannel(signals, rule, channel, conditions);
    if ('reason' in result) reason ??= result.reason;
    else {
      isChecked = true;
      findings.push(...result.findings);
    }
  }
  return isChecked ? { findings } : { reason: reason ?? 'nothing to check' };
}

function channelsOf(signals: LogSignals, { channel: { quantity, name, not, pick } }: ReviewRule): LogChannel[] {
  const [wanted, unwanted] = [new RegExp(name ?? '', 'u'), not === undefined ? null : new RegExp(not, 'u')];
  const all = quantity ? signals.channels(quantity) : signals.log.channels.filter(({ words }) => !words);
  const fit = all.filter((one) => wanted.test(nameOf(one)) && !unwanted?.test(nameOf(one)));
  const usable = pick === 'best' && quantity ? fit.filter((one) => isSignal(signals.of(one, quantity))) : fit;
  return pick === 'best' ? (usable.length > 0 ? usable : fit).slice(0, 1) : fit;
}

/** Channels that a name of a formula refers to, on the clock of the checked channel. */
type Names = (name: string) => SignalResult;

function checkChannel(signals: LogSignals, rule: ReviewRule, channel: LogChannel, conditions: Conditions): Checked {
  const { quantity } = rule.channel;
  const own: SignalResult = quantity
    ? signals.of(channel, quantity)
    : { times: signals.log.clocks[channel.clock] as Float64Array, values: channel.values, channel };
  if (!isSignal(own)) return { reason: own.missing };
  const used = new Set<number>([signals.log.channels.indexOf(channel)]);
  const names: Names = (name) => {
    const signal =
      name === quantity || name === 'channel'
        ? own
        : name === 'fuelPressureTarget'
          ? signals.fuelTargetFor(own)
          : name === 'rpmRate'
            ? signals.rpmRate()
            : signals.best(name as Quantity);
    if (isSignal(signal)) used.add(signals.log.channels.indexOf(signal.channel));
    return signal;
  };
  if (rule.without && isSignal(names(rule.without))) return { findings: [] };
  const clock = clockFor(signals, own);
  const value = evaluate(rule.value, names, clock);
  if ('reason' in value) return value;
  const condition =
    rule.when === undefined ? null : evaluate(rule.when, withConditions(names, clock, conditions), clock);
  if (condition && 'reason' in condition) return condition;
  if (condition && !condition.values.some((flag) => flag > 0))
    return { reason: 'the log has no full-load section to check' };
  const runs = runsAbove(rule, clock, value.values, condition?.values ?? null);
  return {
    findings: runs.map((run) => ({
      rule: rule.id,
      group: rule.group,
      title: rule.title,
      severity: run.value >= rule.serious ? 'serious' : 'careful',
      channel: signals.log.channels.indexOf(channel),
      channels: [...new Set([...used, ...loadChannels(signals)])],
      ...run,
      limit: rule.limit,
      unit: rule.unit,
    })),
  };
}

/** Engine speed and load channels, shown with every finding. */
function loadChannels(signals: LogSignals): number[] {
  const [rpm, pedal, throttle] = [signals.best('rpm'), signals.best('pedal'), signals.best('throttle')];
  return [rpm, isSignal(pedal) ? pedal : throttle]
    .filter(isSignal)
    .map(({ channel }) => signals.log.channels.indexOf(channel));
}

/**
 * The checked channel's own samples. A channel that is stored only where it changes has no regular clock; it is read at
 * the samples of the engine speed.
 */
function clockFor(signals: LogSignals, own: Signal): Float64Array {
  if (isRegular(own.times)) return own.times;
  const rpm = signals.best('rpm');
  return isSignal(rpm) ? rpm.times : own.times;
}

function steps(times: Float64Array): Float64Array {
  return sortedSample(times.subarray(1).map((time, nth) => time - (times[nth] as number)));
}
const at = (sorted: Float64Array, share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

function isRegular(times: Float64Array): boolean {
  const sorted = steps(times);
  return at(sorted, 0.95) <= 5 * Math.max(at(sorted, 0.5), 0.01);
}

type Values = { readonly values: Float64Array };

/** Evaluates a formula at every time of the clock. */
function evaluate(text: string, names: Names, clock: Float64Array): Values | { readonly reason: string } {
  const parsed = parseFormula(text, () => true);
  if (!parsed.ok) throw new Error(`The review rule “${text}” is invalid: ${parsed.error.message}`);
  const columns: Float64Array[] = [];
  for (const name of parsed.formula.names) {
    const signal = names(name);
    if (!isSignal(signal)) return { reason: signal.missing };
    columns.push(resampled(signal.times, signal.values, clock));
  }
  return { values: parsed.formula.over(columns, clock) };
}

/** Conditions by clock, evaluated once for all rules. */
type Conditions = Map<Float64Array, Map<string, SignalResult>>;

/** Names of conditions are replaced by the first of their alternatives whose channels exist. */
function withConditions(names: Names, clock: Float64Array, conditions: Conditions): Names {
  const made = conditions.get(clock) ?? new Map<string, SignalResult>();
  conditions.set(clock, made);
  const found: Names = (name) => {
    const known = made.get(name);
    if (known) return known;
    const alternatives = Object.hasOwn(reviewConditions, name) ? reviewConditions[name] : undefined;
    if (!alternatives) return names(name);
    for (const text of alternatives) {
      const result = evaluate(text, found, clock);
      if ('reason' in result) continue;
      const signal = { times: clock, values: result.values, channel: noChannel };
      made.set(name, signal);
      return signal;
    }
    return { missing: 'the log has no engine speed with pedal, throttle, boost or load, so full load is unknown' };
  };
  return found;
}

const noChannel: LogChannel = {
  name: '',
  label: '',
  unit: '',
  quantity: null,
  source: '',
  clock: 0,
  words: null,
  values: new Float64Array(),
};

type Run = Pick<Finding, 'fromS' | 'toS' | 'atS' | 'value'>;

/** Sections in which the measured value stays above the limit long enough. */
function runsAbove(rule: ReviewRule, times: Float64Array, values: Float64Array, condition: Float64Array | null): Run[] {
  const runs: Run[] = [];
  const gapS = Math.max(1.5, 5 * at(steps(times), 0.5));
  const measure = measureOf(rule);
  const [lowest, highest] = rule.plausible ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let sectionS = Number.NaN;
  let lastS = Number.NaN;
  let run: (Run & { samples: number }) | null = null;
  const endRun = () => {
    // Floating-point times: 0.3 s of ten samples a second may be 0.2999.
    if (run && run.samples >= (rule.samples ?? 2) && run.toS - run.fromS >= rule.holdS - 1e-6) {
      const { samples: _, ...found } = run;
      runs.push(found);
    }
    run = null;
  };
  for (let nth = 0; nth < times.length; nth++) {
    const [time, value] = [times[nth] as number, values[nth] as number];
    const holds = condition === null || (condition[nth] as number) > 0;
    if (!holds || time - lastS > gapS) {
      endRun();
      sectionS = Number.NaN;
      measure.reset();
    }
    if (!holds) continue;
    if (Number.isNaN(sectionS)) [sectionS, lastS] = [time, time];
    if (!(value >= lowest && value <= highest)) continue;
    lastS = time;
    const measured = measure.next(time, value);
    if (measured <= rule.limit + 1e-9 || time - sectionS < rule.settleS - 1e-6) {
      endRun();
      continue;
    }
    run ??= { fromS: time, toS: time, atS: time, value: measured, samples: 0 };
    run = {
      ...run,
      toS: time,
      samples: run.samples + 1,
      ...(measured > run.value ? { atS: time, value: measured } : {}),
    };
  }
  endRun();
  return runs;
}

type Measure = { next(time: number, value: number): number; reset(): void };

/** The value itself, or its distance to the lowest or highest value of the last seconds. */
function measureOf({ measure = 'value', withinS = 0 }: ReviewRule): Measure {
  if (measure === 'value') return { next: (_time, value) => value, reset: () => {} };
  const sign = measure === 'rise' ? 1 : -1;
  // Candidates for the extreme of the window, in ascending order of time and of value × sign.
  let window: { time: number; value: number }[] = [];
  return {
    next(time, value) {
      while (window.length > 0 && (window.at(-1) as { value: number }).value * sign >= value * sign) window.pop();
      window.push({ time, value });
      while ((window[0] as { time: number }).time < time - withinS) window.shift();
      const extreme = (window[0] as { value: number }).value;
      return measure === 'rise' ? value - extreme : 100 * (1 - value / extreme);
    },
    reset() {
      window = [];
    },
  };
}
