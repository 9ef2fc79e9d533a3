import { channelNameCharsMax } from './log-types.ts';
import { channelRules, neverReading, targetLabels } from './read/channel-rules.ts';
import { unitKind } from './units.ts';

/** Quantities common to all loggers: display name, unit and group. */
export const quantities = {
  time: { label: 'Time', unit: 's', group: 'Engine' },
  rpm: { label: 'Engine speed', unit: 'rpm', group: 'Engine' },
  load: { label: 'Engine load', unit: '%', group: 'Engine' },
  torque: { label: 'Torque', unit: 'Nm', group: 'Engine' },
  power: { label: 'Power', unit: 'kW', group: 'Engine' },
  gear: { label: 'Gear', unit: '', group: 'Vehicle' },
  speed: { label: 'Vehicle speed', unit: 'km/h', group: 'Vehicle' },
  throttle: { label: 'Throttle', unit: '%', group: 'Engine' },
  pedal: { label: 'Accelerator pedal', unit: '%', group: 'Engine' },
  boost: { label: 'Boost', unit: 'kPa', group: 'Air' },
  boostTarget: { label: 'Boost target', unit: 'kPa', group: 'Air' },
  map: { label: 'Manifold pressure', unit: 'kPa', group: 'Air' },
  baro: { label: 'Ambient pressure', unit: 'kPa', group: 'Air' },
  maf: { label: 'Air mass flow', unit: 'g/s', group: 'Air' },
  iat: { label: 'Intake air temperature', unit: '°C', group: 'Air' },
  wastegate: { label: 'Wastegate duty', unit: '%', group: 'Air' },
  lambda: { label: 'Lambda', unit: 'λ', group: 'Fuel' },
  lambdaTarget: { label: 'Lambda target', unit: 'λ', group: 'Fuel' },
  fuelPressure: { label: 'Fuel pressure', unit: 'kPa', group: 'Fuel' },
  fuelPressureTarget: { label: 'Fuel pressure target', unit: 'kPa', group: 'Fuel' },
  fuelTrim: { label: 'Fuel trim', unit: '%', group: 'Fuel' },
  injection: { label: 'Injection time', unit: 'ms', group: 'Fuel' },
  injectorDuty: { label: 'Injector duty', unit: '%', group: 'Fuel' },
  ethanol: { label: 'Ethanol', unit: '%', group: 'Fuel' },
  fuelLevel: { label: 'Fuel level', unit: '%', group: 'Fuel' },
  timing: { label: 'Ignition timing', unit: '°', group: 'Ignition' },
  knock: { label: 'Knock retard', unit: '°', group: 'Ignition' },
  knockCount: { label: 'Knock count', unit: '', group: 'Ignition' },
  camAngle: { label: 'Camshaft angle', unit: '°', group: 'Engine' },
  coolant: { label: 'Coolant temperature', unit: '°C', group: 'Temperatures and pressures' },
  oilTemp: { label: 'Oil temperature', unit: '°C', group: 'Temperatures and pressures' },
  oilPressure: { label: 'Oil pressure', unit: 'kPa', group: 'Temperatures and pressures' },
  egt: { label: 'Exhaust gas temperature', unit: '°C', group: 'Temperatures and pressures' },
  battery: { label: 'Battery', unit: 'V', group: 'Vehicle' },
  lateralAcc: { label: 'Lateral acceleration', unit: 'g', group: 'Vehicle' },
  longitudinalAcc: { label: 'Longitudinal acceleration', unit: 'g', group: 'Vehicle' },
  latitude: { label: 'Latitude', unit: '°', group: 'Position' },
  longitude: { label: 'Longitude', unit: '°', group: 'Position' },
  altitude: { label: 'Altitude', unit: 'm', group: 'Position' },
} as const satisfies Record<string, { label: string; unit: string; group: string }>;

export type Quantity = keyof typeof quantities;

const timeWords =
  /\b(time( ?stamp)?|timestamp|zeit(stempel)?|seconds|secs?|elapsed( time)?|tempo|temps|tiempo|czas|tijd|tid|čas|cas|zaman|idő|время|duration|laptime|log time|session time|time of day|uhrzeit|clock time|utc|msec|ms|date ?time|logtime|millis|micros|heure|hora|timp|aika|laikas|laiks|vrijeme)\b|^(时间|時間|시간|время|час|čas|idő|χρόνος)(?!\p{L})|^((log|time|data) )?offset$|^ts$|^interval$/u;
const noTime =
  /\b(injection|inj|on time|dwell|0 \d00\w*|coil|charge|blip|reset|locked|cranking|quarter|mile|lap|injector|run ?time|trip|sample|average|since|kph|dead|mil|cleared|pulse|reaction|response|spool|burn|close|open|delay|timer|cycle|per|chip|gun|net|pit|finish|sec ?l|uptime)\b|\btime to\b|\b(start|end|stop|best) ?time\b/;

/** Cache, because a log looks up the same few names repeatedly. */
const known = new Map<string, string>();
const knownMax = 500;

/** Lower case with one blank between words; "EngineSpeed" and "engine_speed" become two words. */
export function plainName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const plain = name
    .slice(0, channelNameCharsMax)
    .replace(/^[*\s]+/, '')
    .replace(/([a-zà-ž\d])([A-Z])/g, '$1 $2')
    .replace(/(RPM|MAP|MAF|TPS|EGT|AFR|IAT|ECT|CLT|GPS|VSS|OBD|ECU)([a-z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')
    .toLowerCase()
    .replace(/(\p{L}{3,})(\d)/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}%°]+/gu, ' ')
    .trim();
  if (known.size >= knownMax) known.clear();
  if (name.length <= 100) known.set(name, plain);
  return plain;
}

export const isTimeName = (name: string): boolean => {
  if (/^[\d.,+-]*$/.test(name)) return false;
  const plain = plainName(name);
  // A single lower-case t is time; a capital T is just as often a temperature.
  return name.trim() === 't' || (plain.length <= 40 && timeWords.test(plain) && !noTime.test(plain));
};

/** Whether a channel is a reading of a sensor or model, a set point of the controller, or a counter. */
export type ChannelRole = 'measured' | 'target' | 'counter';
type ChannelKind = { readonly quantity: Quantity; readonly role: ChannelRole };

const kinds = new Map<string, ChannelKind | null>();
const kindsMax = 4000;

/** Classifies a channel by its name, its second name or its position in a list of groups ("A/002: RPM"). */
export function channelKind(name: string, alias = '', unit = ''): ChannelKind | null {
  const key = `${name}\n${alias}\n${unit}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const rest = /^[^:]{0,20}\d[^:]{0,20}: (.*)$/.exec(name)?.[1];
  let found: ChannelKind | null = null;
  for (const written of [alias, rest ?? '', name]) {
    found = kindOf(written, unit);
    if (found) break;
  }
  if (kinds.size >= kindsMax) kinds.clear();
  if (key.length <= 300) kinds.set(key, found);
  return found;
}

function kindOf(written: string, unit: string): ChannelKind | null {
  const plain = plainName(written.replace(/^\([^)]{0,20}\)/, ''));
  if (plain === '' || plain.length > 90) return null;
  const counts = unitKind(unit);
  if (counts === 'flag' || neverReading.test(plain)) return null;
  // In JB4 logs a column of this name is the number of the selected map.
  if (written === 'map' && counts === '') return null;
  for (const { quantity, words, not, units, unitNeeded } of channelRules) {
    const fits = counts === '' ? !unitNeeded : units.includes(counts);
    if (!fits || !words.test(plain) || not?.test(plain)) continue;
    if (quantity === 'knockCount') return { quantity, role: 'counter' };
    return { quantity, role: targetLabels.test(plain) ? 'target' : 'measured' };
  }
  if ((counts === '' || counts === 'time') && isTimeName(written)) return { quantity: 'time', role: 'measured' };
  // "n [1/min]": a single letter, but the unit is unambiguous.
  if (plain.length <= 3 && counts === 'turning') return { quantity: 'rpm', role: 'measured' };
  return null;
}

const ofTargets: Partial<Record<Quantity, Quantity>> = {
  boost: 'boostTarget',
  map: 'boostTarget',
  lambda: 'lambdaTarget',
  fuelPressure: 'fuelPressureTarget',
};

/**
 * The measured quantity of a channel. Set points have their own quantities or none, so they are not mistaken for
 * readings.
 */
export function quantityOf(name: string, alias = '', unit = ''): Quantity | null {
  const kind = channelKind(name, alias, unit);
  if (!kind || kind.role === 'counter') return null;
  return kind.role === 'target' ? (ofTargets[kind.quantity] ?? null) : kind.quantity;
}
