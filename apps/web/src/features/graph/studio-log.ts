import { parseFormula } from '@tuneport/domain/logs/expression';
import type { LogChannel, ParsedLog } from '@tuneport/domain/logs/log-types';
import { type Pyramid, pyramidOf } from '@tuneport/domain/logs/pyramid';
import { resampled } from '@tuneport/domain/logs/sample-at';
import type { Curve, Lane } from './draw-lanes.ts';
import type { OpenLog } from './open-log.ts';
import { counterpart, type View } from './view.ts';

export const findChannel = (log: ParsedLog, name: string): LogChannel | undefined => {
  const key = name.toLowerCase();
  const is = (text: string) => text.toLowerCase() === key;
  return (
    log.channels.find((one) => is(one.name)) ??
    log.channels.find((one) => is(one.label)) ??
    log.channels.find((one) => one.quantity !== null && is(one.quantity))
  );
};

/** A channel from a formula, on the clock of the first channel it names; null when the formula does not fit this log. */
export function computed(log: ParsedLog, name: string, text: string): LogChannel | null {
  const parsed = parseFormula(text, (one) => findChannel(log, one) !== undefined);
  if (!parsed.ok) return null;
  const { names, run } = parsed.formula;
  const sources = names.map((one) => findChannel(log, one) as LogChannel);
  const clock = sources[0]?.clock ?? 0;
  const times = log.clocks[clock] as Float64Array;
  const columns = sources.map((one) => resampled(log.clocks[one.clock] as Float64Array, one.values, times));
  const values = new Float64Array(times.length);
  const row = new Float64Array(columns.length);
  for (let nth = 0; nth < times.length; nth++) {
    for (let at = 0; at < columns.length; at++) row[at] = columns[at]?.[nth] as number;
    const value = run(row);
    values[nth] = Number.isFinite(value) ? value : Number.NaN;
  }
  return { name, label: name, unit: '', quantity: null, source: 'computed', clock, words: null, values };
}

/** The log with the channels its formulas make. */
export function withFormulas(open: OpenLog, formulas: View['formulas']): OpenLog {
  if (formulas.length === 0) return open;
  const made = formulas.flatMap(({ name, text }) => computed(open.log, name, text) ?? []);
  return {
    name: open.name,
    log: { ...open.log, channels: [...open.log.channels, ...made] },
    pyramids: [...open.pyramids, ...made.map(({ values }) => pyramidOf(values))],
  };
}

/** One lane for each unit, so that what was asked for and what came stand in one; without a unit each has its own. */
export function lanesOf(open: OpenLog, chosen: readonly number[], other: OpenLog | null, shiftS: number): Lane[] {
  const lanes = new Map<string, { unit: string; curves: Curve[] }>();
  for (const [colour, nth] of chosen.entries()) {
    const channel = open.log.channels[nth];
    if (!channel) continue;
    const key = channel.unit === '' ? `#${nth}` : channel.unit;
    const lane = lanes.get(key) ?? { unit: channel.unit, curves: [] };
    lanes.set(key, lane);
    lane.curves.push(curveOf(open, nth, colour, false, 0));
    const twin = other ? counterpart(channel, other.log) : -1;
    if (other && twin >= 0) lane.curves.push(curveOf(other, twin, colour, true, shiftS));
  }
  return [...lanes.values()];
}

function curveOf({ log, pyramids }: OpenLog, nth: number, colour: number, isOther: boolean, shiftS: number): Curve {
  const channel = log.channels[nth] as LogChannel;
  return {
    label: channel.label,
    colour,
    values: channel.values,
    times: log.clocks[channel.clock] as Float64Array,
    pyramid: pyramids[nth] as Pyramid,
    isOther,
    shiftS,
  };
}

export function wholeRange(open: OpenLog): { from: number; to: number } {
  let to = 0;
  for (const clock of open.log.clocks) to = Math.max(to, clock.at(-1) ?? 0);
  return { from: 0, to: to > 0 ? to : 1 };
}
