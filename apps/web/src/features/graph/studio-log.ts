import { parseFormula } from '@tuneport/domain/tuning/logs/expression';
import type { LogChannel, ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import { type Pyramid, pyramidOf } from '@tuneport/domain/tuning/logs/pyramid';
import { resampled } from '@tuneport/domain/tuning/logs/sample-at';
import { linear } from '@tuneport/domain/tuning/logs/units';
import { type Display, displayLike, displayOf, shownValue, type UnitChoice } from './display-units.ts';
import type { Curve, Lane } from './lanes/lane.ts';
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

/**
 * A channel computed from a formula, on the clock of the first channel it names; null when this log lacks a channel of
 * it. In a compared log the named channels are converted to the units of the first log, for which the formula was written.
 */
function computed(log: ParsedLog, name: string, text: string, first: ParsedLog | null = null): LogChannel | null {
  const parsed = parseFormula(text, (one) => findChannel(log, one) !== undefined);
  if (!parsed.ok) return null;
  const { names, over } = parsed.formula;
  const sources = names.map((one) => findChannel(log, one) as LogChannel);
  const clock = sources[0]?.clock ?? 0;
  const times = log.clocks[clock] as Float64Array;
  const columns = sources.map((one, nth) => {
    const model = first && findChannel(first, names[nth] as string);
    const change = model ? linear(one.unit, model.unit) : null;
    const values = resampled(log.clocks[one.clock] as Float64Array, one.values, times);
    return change && (change.factor !== 1 || change.offset !== 0)
      ? values.map((value) => shownValue(value, change))
      : values;
  });
  const values = over(columns, times).map((value) => (Number.isFinite(value) ? value : Number.NaN));
  return { name, label: name, unit: '', quantity: null, source: 'computed', clock, words: null, values };
}

/** The log with its computed channels. */
export function withFormulas(open: OpenLog, formulas: View['formulas'], first: OpenLog | null = null): OpenLog {
  if (formulas.length === 0) return open;
  const made = formulas.flatMap(({ name, text }) => computed(open.log, name, text, first?.log) ?? []);
  return {
    ...open,
    log: { ...open.log, channels: [...open.log.channels, ...made] },
    pyramids: [...open.pyramids, ...made.map(({ values }) => pyramidOf(values))],
  };
}

/** Another log drawn over the first one. */
export type ComparedLog = { readonly open: OpenLog; readonly shiftS: number };

type LaneOptions = { readonly units: UnitChoice; readonly scales: View['scales'] };

/** One lane per unit, so that requested and actual values share a lane; a channel without a unit has its own. */
export function lanesOf(
  open: OpenLog,
  chosen: readonly number[],
  comparedLogs: readonly ComparedLog[],
  { units, scales }: LaneOptions,
): Lane[] {
  const lanes = new Map<string, Lane & { curves: Curve[] }>();
  for (const [colour, nth] of chosen.entries()) {
    const channel = open.log.channels[nth];
    if (!channel) continue;
    const display = displayOf(channel, units);
    const key = laneKey(display, nth);
    const scale = scales.find((one) => one.key === key);
    const lane = lanes.get(key) ?? {
      key,
      unit: display.unit,
      scale: scale ? ([scale.low, scale.high] as const) : null,
      curves: [],
    };
    lanes.set(key, lane);
    lane.curves.push(curveOf(open, nth, display, { colour, logNth: 0, shiftS: 0 }));
    for (const [other, { open: second, shiftS }] of comparedLogs.entries()) {
      const twin = twinOf(channel, second, display);
      if (twin) lane.curves.push(curveOf(second, twin.nth, twin.display, { colour, logNth: other + 1, shiftS }));
    }
  }
  return [...lanes.values()];
}

/** The matching channel of another log, in the unit of the first. */
export function twinOf(
  channel: LogChannel,
  other: OpenLog,
  display: Display,
): { readonly nth: number; readonly display: Display } | null {
  const nth = counterpart(channel, other.log);
  const found = other.log.channels[nth];
  const like = found ? displayLike(found, display) : null;
  return like && { nth, display: like };
}

const laneKey = ({ unit }: Display, nth: number): string => (unit === '' ? `#${nth}` : unit);

function curveOf(
  { log, pyramids }: OpenLog,
  nth: number,
  { factor, offset }: Display,
  look: Pick<Curve, 'colour' | 'logNth' | 'shiftS'>,
): Curve {
  const channel = log.channels[nth] as LogChannel;
  return {
    ...look,
    label: channel.label,
    values: channel.values,
    times: log.clocks[channel.clock] as Float64Array,
    pyramid: pyramids[nth] as Pyramid,
    factor,
    offset,
  };
}

export function wholeRange(open: OpenLog): { from: number; to: number } {
  let to = 0;
  for (const clock of open.log.clocks) to = Math.max(to, clock.at(-1) ?? 0);
  return { from: 0, to: to > 0 ? to : 1 };
}
