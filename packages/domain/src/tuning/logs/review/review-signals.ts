import type { LogChannel, ParsedLog } from '../log-types.ts';
import { plainName, type Quantity, quantities } from '../quantities.ts';
import { conversion } from '../units.ts';

/** A channel in the standard unit of its quantity. */
export type Signal = { readonly times: Float64Array; readonly values: Float64Array; readonly channel: LogChannel };

export type SignalResult = Signal | { readonly missing: string };

export const isSignal = (result: SignalResult): result is Signal => 'values' in result;

/** Sorted sample of at most a few thousand readings, for percentiles. */
export function sortedSample(values: Float64Array): Float64Array {
  const step = Math.max(1, Math.floor(values.length / 4000));
  const list: number[] = [];
  for (let nth = 0; nth < values.length; nth += step) {
    const value = values[nth] as number;
    if (Number.isFinite(value)) list.push(value);
  }
  return Float64Array.from(list).sort();
}
const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const nameOf = ({ name, label }: LogChannel): string => `${plainName(label)} ${plainName(name)}`;

/** The signals of a log that rules refer to, each converted once. */
export class LogSignals {
  readonly log: ParsedLog;
  readonly isDiesel: boolean;
  readonly #made = new Map<string, SignalResult>();

  constructor(log: ParsedLog) {
    this.log = log;
    this.isDiesel = isDiesel(log);
  }

  /** Channels of a quantity with readings, the most varied first. Gauge and manifold pressure both count as boost. */
  channels(quantity: Quantity): LogChannel[] {
    const found = this.#ofQuantity(quantity);
    return found.length === 0 && quantity === 'boost' ? this.#ofQuantity('map') : found;
  }

  #ofQuantity(quantity: Quantity): LogChannel[] {
    return this.log.channels
      .filter((channel) => channel.quantity === quantity && !channel.words)
      .map((channel) => ({ channel, variety: new Set(sortedSample(channel.values)).size }))
      .filter(({ variety }) => variety > 0)
      .sort((a, b) => rank(a.channel) - rank(b.channel) || b.variety - a.variety)
      .map(({ channel }) => channel);
  }

  /** The best channel of a quantity. */
  best(quantity: Quantity): SignalResult {
    const key = `best ${quantity}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = this.#best(quantity);
    this.#made.set(key, made);
    return made;
  }

  #best(quantity: Quantity): SignalResult {
    // The throttle of a diesel engine is open at idle, too.
    const channels = quantity === 'throttle' && this.isDiesel ? [] : this.channels(quantity);
    let reason: SignalResult | null = null;
    for (const channel of channels) {
      const signal = this.of(channel, quantity);
      if (isSignal(signal)) return signal;
      reason ??= signal;
    }
    return reason ?? { missing: `the log has no channel for ${quantities[quantity].label.toLowerCase()}` };
  }

  of(channel: LogChannel, quantity: Quantity): SignalResult {
    const key = `${this.log.channels.indexOf(channel)} ${quantity}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = this.#converted(channel, quantity);
    this.#made.set(key, made);
    return made;
  }

  #converted(channel: LogChannel, quantity: Quantity): SignalResult {
    const times = this.log.clocks[channel.clock] as Float64Array;
    const sorted = sortedSample(channel.values);
    const convert = this.#conversionOf(channel, quantity, sorted);
    if (!convert) return { missing: `the unit of ${channel.label} is not known` };
    return { times, values: channel.values.map(convert), channel };
  }

  #conversionOf(channel: LogChannel, quantity: Quantity, sorted: Float64Array): ((value: number) => number) | null {
    const [low, middle, high] = [percentile(sorted, 0.02), percentile(sorted, 0.5), percentile(sorted, 1)];
    const base = quantities[quantity].unit;
    const unit = channel.unit || assumedUnit(this.log, base);
    if (quantity === 'lambda' || quantity === 'lambdaTarget') {
      const written = unit || (middle > 0.4 && middle < 2.5 ? 'λ' : middle > 7 && middle < 30 ? 'AFR' : '');
      return conversion(written, 'λ');
    }
    if (quantity === 'knock') return (sorted[0] ?? 0) < 0 || !isRetard(nameOf(channel)) ? (value) => -value : same;
    if (quantity === 'rpm') return unit === 'krpm' || (unit === '' && high < 30) ? (value) => value * 1000 : same;
    if (quantity === 'pedal' || quantity === 'throttle') {
      // Fully open is 100 %, 1, about 85 degrees, or as little as 75 % for some sensors.
      const full = high <= 1.5 ? 1 : unit === '°' ? 85 : high >= 70 && high < 100 ? high : 100;
      return high > full * 0.05 ? (value) => (value / full) * 100 : null;
    }
    if (quantity === 'load') return unit === '%' || unit === '' ? (high <= 2 ? (value) => value * 100 : same) : null;
    const convert = base === '' ? same : unit === '' ? null : conversion(unit, base);
    if (!convert) return null;
    if (quantity !== 'boost' && quantity !== 'boostTarget') return convert;
    const isAbsolute = this.#isAbsolute(channel, convert(low));
    const baro = isAbsolute ? this.#baroKpa() : 0;
    return (value) => convert(value) - baro;
  }

  /** Whether a charge pressure includes the ambient pressure: by name, else by the lowest reading. */
  #isAbsolute(channel: LogChannel, lowKpa: number): boolean {
    if (lowKpa < -3) return false;
    const name = nameOf(channel);
    if (/\babs/.test(name)) return true;
    if (/\b(gauge|rel\w*)\b/.test(name)) return false;
    if (channel.quantity === 'map' || lowKpa >= 60) return true;
    if (lowKpa < 15 || channel.quantity !== 'boostTarget') return false;
    // A target without vacuum refers to the same pressure as its actual value.
    const [actual] = this.channels('boost');
    const change = actual && conversion(actual.unit, 'kPa');
    return Boolean(actual && change && this.#isAbsolute(actual, change(percentile(sortedSample(actual.values), 0.02))));
  }

  /** Change of the engine speed in rpm per second, over about a third of a second. */
  rpmRate(): SignalResult {
    const rpm = this.best('rpm');
    if (!isSignal(rpm)) return rpm;
    const { times, values } = rpm;
    const rates = new Float64Array(values.length);
    let [from, to] = [0, 0];
    for (let nth = 0; nth < times.length; nth++) {
      const time = times[nth] as number;
      while (from + 1 < nth && (times[from + 1] as number) <= time - rateS / 2) from++;
      while (to + 1 < times.length && (to <= nth || (times[to] as number) < time + rateS / 2)) to++;
      const span = (times[to] as number) - (times[from] as number);
      rates[nth] = span > 0 ? ((values[to] as number) - (values[from] as number)) / span : 0;
    }
    return { ...rpm, values: rates };
  }

  #baroKpa(): number {
    const baro = this.best('baro');
    const middle = isSignal(baro) ? percentile(sortedSample(baro.values), 0.5) : Number.NaN;
    return middle >= 60 && middle <= 110 ? middle : 100;
  }

  /** The target nearest to a pressure; a log may have a low and a high fuel pressure. */
  fuelTargetFor(actual: Signal): SignalResult {
    const middle = percentile(sortedSample(actual.values), 0.5);
    let best: { signal: Signal; ratio: number } | null = null;
    for (const channel of this.channels('fuelPressureTarget')) {
      const signal = this.of(channel, 'fuelPressureTarget');
      if (!isSignal(signal)) continue;
      const ratio = Math.abs(Math.log(percentile(sortedSample(signal.values), 0.5) / middle));
      if (Number.isFinite(ratio) && (!best || ratio < best.ratio)) best = { signal, ratio };
    }
    return best && best.ratio < pairedRatio
      ? best.signal
      : { missing: `the log has no target for ${actual.channel.label}` };
  }
}

/** Units that a logger always uses and does not write. */
function assumedUnit({ format }: ParsedLog, base: string): string {
  if (format !== 'JB4') return '';
  return base === 'kPa' ? 'psi' : base === '°C' ? '°F' : '';
}

/** A positive retard is written as such; a positive correction or knock advance is an advance. */
const isRetard = (name: string): boolean =>
  /\b(retard\w*|ret|pull\w*|kr|\w+krz?\w*|zwrückn[a-zü]*)\b/.test(name) ||
  (/\b(knock|klopf\w*)\b/.test(name) && !/\b(adv\w*|corr\w*)\b/.test(name));

/** The target of a piggyback controller's host, or behind the throttle, is not the one that boost follows. */
const secondTarget = /\b(dme|pssol)\b/;
const rank = (channel: LogChannel): number =>
  channel.quantity === 'boostTarget' && secondTarget.test(nameOf(channel)) ? 1 : 0;

const same = (value: number): number => value;
const rateS = 0.3;
/** Logarithm of the largest ratio between the medians of a pressure and its target. */
const pairedRatio = Math.log(1.6);
/** Petrol injection stays below 350 bar. */
const dieselRailKpa = 45_000;
const dieselLambda = 1.15;

/** Diesel engines have no ignition, run lean at every load and have a higher rail pressure than petrol engines. */
function isDiesel(log: ParsedLog): boolean {
  const hasIgnition = log.channels.some(({ quantity }) => quantity === 'timing' || quantity === 'knock');
  for (const channel of log.channels) {
    if (channel.words) continue;
    if (channel.quantity === 'fuelPressure') {
      const convert = conversion(channel.unit, 'kPa');
      if (convert && convert(percentile(sortedSample(channel.values), 0.95)) > dieselRailKpa) return true;
    }
    if (channel.quantity === 'lambda' && !hasIgnition) {
      const middle = percentile(sortedSample(channel.values), 0.5);
      const lambda = channel.unit === 'AFR' || (channel.unit === '' && middle > 7) ? middle / 14.7 : middle;
      if (lambda > dieselLambda) return true;
    }
  }
  return false;
}
