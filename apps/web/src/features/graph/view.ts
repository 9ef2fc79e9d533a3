import type { LogChannel, ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import type { Quantity } from '@tuneport/domain/tuning/logs/quantities';
import { linear } from '@tuneport/domain/tuning/logs/units';

/** The view state, as encoded in the URL. */
export type View = {
  readonly tab: 'time' | 'pulls' | 'dyno';
  /** Channel indexes; null shows the default channels. */
  readonly channels: readonly number[] | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly formulas: readonly { readonly name: string; readonly text: string }[];
  /** The id of a second log, and how many seconds later it starts. */
  readonly beside: string | null;
  readonly shiftS: number;
  /** Value axes with entered bounds, by the unit of their lane; all others scale automatically. */
  readonly scales: readonly { readonly key: string; readonly low: number; readonly high: number }[];
};

export const channelsMax = 16;
const formulasMax = 12;
const tabs = ['time', 'pulls', 'dyno'] as const;

const finite = (text: string | null): number | null => {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

export function readView(query: URLSearchParams): View {
  const channels = query
    .get('c')
    ?.split('.')
    .map(Number)
    .filter((nth) => Number.isInteger(nth) && nth >= 0);
  const [from, to] = (query.get('t') ?? '').split('~').map(finite);
  return {
    tab: tabs.find((tab) => tab === query.get('view')) ?? 'time',
    channels: channels ? [...new Set(channels)].slice(0, channelsMax) : null,
    range: typeof from === 'number' && typeof to === 'number' && to > from ? { from, to } : null,
    formulas: query.getAll('f').slice(0, formulasMax).flatMap(formula),
    beside: /^[\w-]{22}$/.exec(query.get('with') ?? '')?.[0] ?? null,
    shiftS: finite(query.get('shift')) ?? 0,
    scales: query.getAll('y').slice(0, channelsMax).flatMap(scale),
  };
}

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
  if (change.tab !== undefined) set('view', change.tab === 'time' ? null : change.tab);
  if (change.channels !== undefined) set('c', change.channels?.join('.') ?? null);
  if (change.range !== undefined) set('t', change.range && `${short(change.range.from)}~${short(change.range.to)}`);
  if (change.beside !== undefined) set('with', change.beside);
  if (change.shiftS !== undefined) set('shift', change.shiftS === 0 ? null : short(change.shiftS));
  if (change.scales !== undefined) {
    next.delete('y');
    for (const { key, low, high } of change.scales) next.append('y', `${key}~${low}~${high}`);
  }
  if (change.formulas !== undefined) {
    next.delete('f');
    for (const { name, text } of change.formulas) next.append('f', `${name}=${text}`);
  }
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
  return value.toLocaleString('en', {
    maximumFractionDigits: digits,
    minimumFractionDigits: size >= 1000 ? 0 : Math.min(digits, 2),
  });
}

export const seconds = (value: number): string => {
  const whole = Math.abs(value);
  const minutes = Math.floor(whole / 60);
  const rest = (whole - minutes * 60).toFixed(2);
  return `${value < 0 ? '−' : ''}${minutes > 0 ? `${minutes}:${rest.padStart(5, '0')}` : `${rest} s`}`;
};
