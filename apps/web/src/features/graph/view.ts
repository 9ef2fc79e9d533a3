import { decimalMark, locale } from '@tuneport/domain/text/text';
import { formulaCharsMax } from '@tuneport/domain/tuning/logs/expression';
import { type HeatStat, heatStats } from '@tuneport/domain/tuning/logs/heat-table';
import type { LogChannel, ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import type { Quantity } from '@tuneport/domain/tuning/logs/quantities';
import { linear } from '@tuneport/domain/tuning/logs/units';

/** The view state, as encoded in the URL. */
export type View = {
  readonly tab: (typeof tabs)[number];
  /** Channel indexes; null shows the default channels. */
  readonly channels: readonly number[] | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly formulas: readonly { readonly name: string; readonly text: string }[];
  /** Other logs drawn over this one: their ids, and how many seconds later each starts. */
  readonly comparedLogs: readonly { readonly id: string; readonly shiftS: number }[];
  /** Value axes with entered bounds, by the unit of their lane; all others scale automatically. */
  readonly scales: readonly { readonly key: string; readonly low: number; readonly high: number }[];
  /** Where the cursor is when the link is opened. */
  readonly at: number | null;
  /** The two cursors of a measurement. */
  readonly measure: { readonly from: number; readonly to: number } | null;
  readonly notes: readonly { readonly timeS: number; readonly text: string }[];
  /** Channels of the axes and of the value or colour; null is a default. */
  readonly axes: { readonly x: number | null; readonly y: number | null; readonly z: number | null };
  readonly stat: HeatStat;
  /** Only samples for which this formula is true are counted; empty for all. */
  readonly filter: string;
};

export const channelsMax = 16;
export const comparedLogsMax = 4;
const formulasMax = 12;
export const notesMax = 20;
const tabs = ['time', 'review', 'pulls', 'dyno', 'table', 'scatter', 'track'] as const;

const finite = (text: string | null): number | null => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

const isPlace = (nth: number): boolean => Number.isInteger(nth) && nth >= 0;

export function readView(query: URLSearchParams): View {
  const channels = query.get('c')?.split('.').map(Number).filter(isPlace);
  const shifts = query.getAll('shift');
  return {
    tab: tabs.find((tab) => tab === query.get('view')) ?? 'time',
    channels: channels ? [...new Set(channels)].slice(0, channelsMax) : null,
    range: span(query.get('t')),
    formulas: query.getAll('f').slice(0, formulasMax).flatMap(formula),
    comparedLogs: query
      .getAll('with')
      .slice(0, comparedLogsMax)
      .flatMap((id, nth) => (/^[\w-]{22}$/.test(id) ? [{ id, shiftS: finite(shifts[nth] ?? null) ?? 0 }] : [])),
    scales: query.getAll('y').slice(0, channelsMax).flatMap(scale),
    at: finite(query.get('at')),
    measure: span(query.get('m')),
    notes: query.getAll('n').slice(0, notesMax).flatMap(note),
    axes: { x: place(query.get('ax')), y: place(query.get('ay')), z: place(query.get('az')) },
    stat: heatStats.find((stat) => stat === query.get('stat')) ?? 'average',
    filter: (query.get('where') ?? '').slice(0, formulaCharsMax),
  };
}

const place = (text: string | null): number | null => {
  const nth = finite(text);
  return nth !== null && isPlace(nth) ? nth : null;
};

/** "12.5~20" */
function span(written: string | null): { from: number; to: number } | null {
  const [from, to] = (written ?? '').split('~').map(finite);
  return typeof from === 'number' && typeof to === 'number' && to > from ? { from, to } : null;
}

/** "12.5~Boost leak?" */
function note(written: string): View['notes'] {
  const at = written.indexOf('~');
  const [timeS, text] = [finite(written.slice(0, at)), written.slice(at + 1).trim()];
  return at > 0 && timeS !== null && text !== '' ? [{ timeS, text: text.slice(0, noteCharsMax) }] : [];
}
export const noteCharsMax = 80;

/** "psi~0~30" */
function scale(written: string): View['scales'] {
  const [key = '', low, high] = written.split('~');
  const [from, to] = [finite(low ?? null), finite(high ?? null)];
  return key !== '' && from !== null && to !== null && to > from
    ? [{ key: key.slice(0, 40), low: from, high: to }]
    : [];
}

/** "Name = formula" */
function formula(written: string): { name: string; text: string }[] {
  const at = written.indexOf('=');
  const [name, text] = [written.slice(0, at).trim(), written.slice(at + 1).trim()];
  return at > 0 && name !== '' && text !== '' ? [{ name: name.slice(0, 60), text: text.slice(0, 500) }] : [];
}

export function writeView(query: URLSearchParams, change: Partial<View>): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  const setAll = (name: string, values: readonly string[]) => {
    next.delete(name);
    for (const value of values) next.append(name, value);
  };
  const pairOf = (range: { from: number; to: number } | null) => range && `${short(range.from)}~${short(range.to)}`;
  if (change.tab !== undefined) set('view', change.tab === 'time' ? null : change.tab);
  if (change.channels !== undefined) set('c', change.channels?.join('.') ?? null);
  if (change.range !== undefined) set('t', pairOf(change.range));
  if (change.comparedLogs !== undefined) {
    setAll(
      'with',
      change.comparedLogs.map(({ id }) => id),
    );
    const shifts = change.comparedLogs.map(({ shiftS }) => short(shiftS));
    setAll('shift', shifts.some((shift) => shift !== '0') ? shifts : []);
  }
  if (change.scales !== undefined)
    setAll(
      'y',
      change.scales.map(({ key, low, high }) => `${key}~${low}~${high}`),
    );
  if (change.formulas !== undefined)
    setAll(
      'f',
      change.formulas.map(({ name, text }) => `${name}=${text}`),
    );
  if (change.at !== undefined) set('at', change.at === null ? null : short(change.at));
  if (change.measure !== undefined) set('m', pairOf(change.measure));
  if (change.notes !== undefined)
    setAll(
      'n',
      change.notes.map(({ timeS, text }) => `${short(timeS)}~${text}`),
    );
  if (change.axes !== undefined)
    for (const name of ['x', 'y', 'z'] as const) set(`a${name}`, change.axes[name]?.toString() ?? null);
  if (change.stat !== undefined) set('stat', change.stat === 'average' ? null : change.stat);
  if (change.filter !== undefined) set('where', change.filter === '' ? null : change.filter);
  return next;
}

const short = (value: number): string => String(Number(value.toFixed(3)));

const wanted: readonly (readonly Quantity[])[] = [
  ['rpm'],
  ['boost', 'map'],
  ['boostTarget'],
  ['pedal', 'throttle'],
  ['lambda'],
  ['timing'],
  ['speed'],
];

/** The default channels; in a log with none of them, the first four that vary. */
export function firstChannels(log: ParsedLog): number[] {
  const found: number[] = [];
  for (const choice of wanted) {
    for (const quantity of choice) {
      const nth = log.channels.findIndex((channel) => channel.quantity === quantity && moves(channel));
      if (nth < 0) continue;
      found.push(nth);
      break;
    }
  }
  if (found.length >= 2) return found.slice(0, 6);
  const others = log.channels.flatMap((channel, nth) =>
    channel.quantity !== 'time' && !found.includes(nth) && moves(channel) ? [nth] : [],
  );
  return [...found, ...others].slice(0, 4);
}

function moves({ values, words }: LogChannel): boolean {
  if (words) return false;
  let first = Number.NaN;
  for (let nth = 0; nth < values.length; nth += Math.max(1, Math.floor(values.length / 2000))) {
    const value = values[nth] as number;
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(first)) first = value;
    else if (value !== first) return true;
  }
  return false;
}

/** The matching channel in another log: by name, else by what it measures. Its unit must be convertible. */
export function counterpart(channel: LogChannel, other: ParsedLog): number {
  const fits = ({ unit }: LogChannel) =>
    unit === channel.unit || unit === '' || channel.unit === '' || linear(unit, channel.unit) !== null;
  const named = other.channels.findIndex(
    (one) => one.name === channel.name && one.source === channel.source && fits(one),
  );
  if (named >= 0 || channel.quantity === null) return named;
  return other.channels.findIndex((one) => one.quantity === channel.quantity && fits(one));
}

/** A value with a suitable number of digits. */
export function figure(value: number, words: readonly string[] | null = null): string {
  if (words) return words[Math.round(value)] ?? '–';
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString(locale(), {
    maximumFractionDigits: digits,
    minimumFractionDigits: size >= 1000 ? 0 : Math.min(digits, 2),
  });
}

export const seconds = (value: number): string => {
  const whole = Math.abs(value);
  const minutes = Math.floor(whole / 60);
  const rest = (whole - minutes * 60).toFixed(2).replace('.', decimalMark());
  return `${value < 0 ? '−' : ''}${minutes > 0 ? `${minutes}:${rest.padStart(5, '0')}` : `${rest} s`}`;
};
