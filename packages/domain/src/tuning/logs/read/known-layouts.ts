import { logColumnsMax } from '../log-types.ts';
import { isTimeName } from '../quantities.ts';
import { cellsOf, joinedInBrackets } from './cells.ts';
import { aboutOf, type ColumnPlan, columnPlan, type Layout } from './layout.ts';

// Layouts whose header is not a row of names above the values. Detected by structure, independent of language.

export function knownLayout(lines: readonly string[]): Layout | null {
  return (
    declaredLayout(lines) ??
    sectionLayout(lines) ??
    vboxLayout(lines) ??
    groupLayout(lines) ??
    clockPerChannelLayout(lines)
  );
}

/** Haltech: one block per channel, then rows without a header that begin with the time of day. */
function declaredLayout(lines: readonly string[]): Layout | null {
  const channels: { name: string; type: string }[] = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    const [, key = '', value = ''] = /^\s*([A-Za-z]+(?: [A-Za-z]+)?)\s*:(.*)$/s.exec(line) ?? [];
    if (key === 'Channel') channels.push({ name: value.trim(), type: '' });
    else if (key === 'Type' && channels.length > 0) (channels.at(-1) as { type: string }).type = value.trim();
    else if (/^\d{1,2}:\d{2}:\d{2}(\.\d+)?,/.test(line) && channels.length > 0) break;
    else if (at === 5 && channels.length === 0 && !/^%DataLog%/.test(lines[0] ?? '')) return null;
  }
  if (channels.length < 1 || at >= lines.length || channels.length > logColumnsMax) return null;
  const columns: ColumnPlan[] = [columnPlan({ use: 'channel', name: '(time of day)', unit: '' })];
  for (const { name, type } of channels) {
    const scale = Object.hasOwn(wholeNumbers, type) ? wholeNumbers[type] : undefined;
    columns.push(
      columnPlan({ use: 'channel', name, unit: scale?.[2] ?? '', factor: scale?.[0] ?? 1, offset: scale?.[1] ?? 0 }),
    );
  }
  return {
    format: 'Haltech NSP',
    separator: ',',
    comma: false,
    dataAt: at,
    columns,
    long: null,
    marks: [],
    about: aboutOf(lines.slice(0, Math.min(at, 5))),
    notes: ['The file contains raw integers; they were converted to the units of their types.'],
  };
}

const wholeNumbers: Readonly<Record<string, readonly [factor: number, offset: number, unit: string]>> = {
  Percentage: [0.1, 0, '%'],
  // Stored as absolute pressure, displayed as gauge pressure: 1013 is no boost.
  Pressure: [0.1, -101.3, 'kPa'],
  AbsPressure: [0.1, 0, 'kPa'],
  Temperature: [0.1, -273.15, '°C'],
  AFR: [0.001, 0, 'λ'],
  Angle: [0.1, 0, '°'],
  BatteryVoltage: [0.001, 0, 'V'],
  Speed: [0.1, 0, 'km/h'],
  EngineSpeed: [1, 0, 'rpm'],
  Time_us: [0.001, 0, 'ms'],
  Decibel: [0.01, 0, 'dB'],
  Time_ms: [1, 0, 'ms'],
  Time_s: [1, 0, 's'],
  Time_ms_as_s: [0.001, 0, 's'],
  Ratio: [0.01, 0, ''],
  GearRatio: [0.01, 0, ''],
  Stoichiometry: [0.01, 0, ''],
  Frequency: [1, 0, 'Hz'],
  Acceleration: [0.1, 0, 'm/s²'],
  Current_mA_as_A: [0.001, 0, 'A'],
  FuelVolume: [0.1, 0, 'l'],
};

/** Checks the first character only, because this runs on thousands of lines. */
const isBracketed = (line: string): boolean =>
  line.charCodeAt(0) === 91 || (line.charCodeAt(0) === 32 && line.trimStart().startsWith('['));

/** HP Tuners: sections in square brackets, one with the names and one with the values. */
function sectionLayout(lines: readonly string[]): Layout | null {
  const sectionAt = (words: RegExp) => lines.findIndex((line) => isBracketed(line) && words.test(line.trim()));
  const named = sectionAt(/^\[channel info(rmation)?\]$/i);
  const data = sectionAt(/^\[channel data\]$/i);
  if (named < 0 || data < named) return null;
  const rows = lines.slice(named + 1, data).filter((line) => line.trim() !== '');
  // Channel numbers may precede the names.
  const [nameLine, unitLine] = rows.filter((line) => /\p{L}/u.test(line));
  if (nameLine === undefined || data + 1 >= lines.length) return null;
  const units = unitLine === undefined ? [] : cellsOf(unitLine, ',').slice(0, logColumnsMax);
  const names = namesBeside(nameLine, units.length).slice(0, logColumnsMax);
  let width = names.length;
  while (width > 0 && names[width - 1] === '') width--;
  return {
    format: 'HP Tuners',
    separator: ',',
    comma: false,
    dataAt: data + 1,
    columns: names.slice(0, width).map((name, nth) => columnPlan({ use: 'channel', name, unit: units[nth] ?? '' })),
    long: null,
    marks: [],
    about: aboutOf(lines.slice(0, named)),
    notes: [],
  };
}

/** One name per unit, for names that contain commas. */
function namesBeside(line: string, units: number): string[] {
  const plain = cellsOf(line, ',');
  if (units === 0 || plain.length <= units) return plain;
  const joined = joinedInBrackets(plain, ',');
  return joined.length === units ? joined : plain;
}

/** VBOX: sections in square brackets, cells separated by blanks, and a time of day without colons. */
function vboxLayout(lines: readonly string[]): Layout | null {
  const sectionAt = (word: string) =>
    lines.findIndex((line) => isBracketed(line) && line.trim().toLowerCase() === word);
  const [named, data] = [sectionAt('[column names]'), sectionAt('[data]')];
  if (named < 0 || data < 0 || data + 1 >= lines.length) return null;
  const names = cellsOf(lines[named + 1] ?? '', ' ').slice(0, logColumnsMax);
  if (names.length < 2) return null;
  const units = unitsOfAdded(names, linesBelow(lines, sectionAt('[channel units]')));
  return {
    format: 'VBOX',
    separator: ' ',
    comma: false,
    dataAt: data + 1,
    columns: names.map((name, nth) =>
      columnPlan({
        use: 'channel',
        name,
        unit: units[nth] ?? (name === 'velocity' ? 'km/h' : isPosition(name) ? '°' : ''),
        // Positions are in minutes of arc, positive to the west.
        factor: isPosition(name) ? (/^long/i.test(name) ? -1 : 1) / 60 : 1,
        clockDigits: name.toLowerCase() === 'time',
      }),
    ),
    long: null,
    marks: [],
    about: aboutOf(lines.slice(0, 1)),
    notes: [],
  };
}

const isPosition = (name: string): boolean => /^(?:lat|latitude|long|longitude)$/i.test(name);

const ownOfVbox =
  /^_|^(?:sats|time|lat|long|velocity|heading|height|vert-vel|longacc|latacc|tsample|solution.type|avi\w*|event\S*|trigger\S*|glonass.sats|gps.sats|imu\w*|velocity.quality)$/i;

/** Units are only given for added channels; if the counts differ, they cannot be assigned. */
function unitsOfAdded(names: readonly string[], units: readonly string[]): readonly (string | undefined)[] {
  const added = names.filter((name) => !ownOfVbox.test(name));
  if (added.length !== units.length) return [];
  let next = 0;
  return names.map((name) => (ownOfVbox.test(name) ? undefined : units[next++]));
}

/** The lines of a section, without trailing empty ones. */
function linesBelow(lines: readonly string[], at: number): string[] {
  if (at < 0) return [];
  const end = lines.findIndex((line, nth) => nth > at && line.startsWith('['));
  const section = lines.slice(at + 1, end < 0 ? at + 1 : end).map((line) => line.trim());
  while (section.at(-1) === '') section.pop();
  return section;
}

/** VCDS: up to three groups of four, each with its own clock, with two rows of names and one of units. */
function groupLayout(lines: readonly string[]): Layout | null {
  const at = lines.slice(0, 40).findIndex((line) => /^[^,;\t]*[,;\t]"?\S+ A:"?[,;\t]/.test(line));
  if (at < 0 || at + 4 > lines.length) return null;
  const separator = /[,;\t]/.exec(lines[at] as string)?.[0] ?? ',';
  const row = (nth: number) => cellsOf(lines[at + nth] ?? '', separator);
  const [groups, first, second, units] = [row(0), row(1), row(2), row(3)];
  const columns: ColumnPlan[] = [];
  const width = Math.max(groups.length, first.length, second.length, units.length);
  let group: { letter: string; number: string; at: number; runs: boolean } | null = null;
  for (let nth = 0; nth < Math.min(width, logColumnsMax); nth++) {
    const letter = /^\S+ ([A-Z]):$/.exec(groups[nth] ?? '')?.[1];
    if (letter) {
      const number = (groups[nth + 1] ?? '').replace(/^'/, '').trim();
      group = { letter, number, at: nth, runs: /^\d+$/.test(number) };
      columns.push(columnPlan({ use: group.runs ? 'clock' : 'none', name: groups[nth] ?? '', unit: 's' }));
      continue;
    }
    const name = [first[nth] ?? '', second[nth] ?? ''].filter((part) => part !== '').join(' ');
    const unit = units[nth] ?? '';
    if (!group) columns.push(columnPlan({ use: nth === 0 ? 'marker' : 'none' }));
    else if (!group.runs || (name === '' && unit === '')) columns.push(columnPlan({ use: 'none' }));
    else
      columns.push(
        columnPlan({
          use: 'channel',
          name: `${group.letter}/${group.number}: ${name} [${unit}]`,
          alias: name,
          unit,
          source: `group ${group.number}`,
          clockAt: group.at,
        }),
      );
  }
  if (!columns.some(({ use }) => use === 'channel')) return null;
  return {
    format: 'VCDS group log',
    separator,
    comma: false,
    dataAt: at + 4,
    columns,
    long: null,
    marks: [],
    about: aboutOf(lines.slice(0, at)),
    notes: [],
  };
}

/** VCDS advanced values: every channel has its own clock; location, name and unit are in three rows. */
function clockPerChannelLayout(lines: readonly string[]): Layout | null {
  const advanced = lines.slice(0, 3).some((line) => /\bADVMB\b/.test(line));
  for (let at = 0; at < Math.min(lines.length - 3, 40); at++) {
    const separator = /[,;\t]/.exec(lines[at] as string)?.[0];
    // A line without a letter is a row of values.
    if (!separator || !/\p{L}/u.test(lines[at] as string)) continue;
    const places = cellsOf(lines[at] as string, separator);
    const word = places.find((cell) => isTimeName(cell));
    if (word === undefined) continue;
    const clocks = places.flatMap((cell, nth) => (cell === word ? [nth] : []));
    const names = cellsOf(lines[at + 1] as string, separator);
    const units = cellsOf(lines[at + 2] as string, separator);
    // Below each clock's first word is its second one, identical for all clocks and not a number.
    const second = new Set(clocks.map((nth) => names[nth] ?? ''));
    const [stamp = ''] = second;
    if (!(advanced || clocks.length >= 2) || second.size !== 1 || !/^\p{L}+$/u.test(stamp)) continue;
    let clockAt: number | null = null;
    const columns = places.slice(0, logColumnsMax).map((place, nth): ColumnPlan => {
      if (place === word) {
        clockAt = nth;
        return columnPlan({ use: 'clock', name: place, unit: 's' });
      }
      const name = names[nth] ?? '';
      if (clockAt === null) return columnPlan({ use: nth === 0 ? 'marker' : 'none' });
      if (place === '' && name === '') return columnPlan({ use: 'none' });
      const unit = units[nth] ?? '';
      return columnPlan({
        use: 'channel',
        name: `${place}: ${name} [${unit}]`,
        alias: name,
        unit,
        source: place,
        clockAt,
      });
    });
    if (!columns.some(({ use }) => use === 'channel')) return null;
    return {
      format: 'VCDS advanced values',
      separator,
      comma: false,
      dataAt: at + 3,
      columns,
      long: null,
      marks: [],
      about: aboutOf(lines.slice(0, at)),
      notes: [],
    };
  }
  return null;
}
