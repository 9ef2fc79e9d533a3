import { plainTable } from '../log-format.ts';
import { logColumnsMax } from '../log-types.ts';
import { channelKind, isTimeName, plainName, type Quantity, quantityOf } from '../quantities.ts';
import { isUnit, nameAndUnit, unitOf } from '../units.ts';
import { cellsOf, isMissing, joinedInBrackets, numberIn, oddCell } from './cells.ts';
import { clockText, timeText } from './clock-text.ts';
import { aboutOf, type ColumnPlan, columnPlan, type Layout } from './layout.ts';

// The common case: header rows directly above rows of values, anywhere in the file.

const linesLooked = 1500;
const headerRowsMax = 6;
/** The first columns are sufficient to recognise a log. */
const columnsJudged = 400;

type Row = {
  readonly cells: readonly string[];
  readonly filled: number;
  readonly values: number;
  readonly words: number;
};

type Candidate = {
  readonly separator: string;
  readonly names: Row;
  readonly namesAt: number;
  readonly below: readonly Row[];
  readonly dataAt: number;
  readonly rows: readonly Row[];
  readonly score: number;
};

export function tableLayout(lines: readonly string[]): Layout | null {
  const head = lines.slice(0, linesLooked);
  let best: Candidate | null = null;
  for (const separator of separatorsIn(head)) {
    const found = bestCandidate(head, separator);
    if (found && (!best || found.score > best.score)) best = found;
  }
  return best && layoutOf(best, head);
}

/** Whether a text ends with the names of a log, possibly followed by units, without any data. */
export function hasNamesOnly(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '').slice(-3);
  for (const separator of separatorsIn(filled.length > 1 ? filled : [...filled, ...filled])) {
    const rows = filled.map((line) => rowOf(line, separator));
    if (rows.some(isData)) continue;
    const names = rows.find(
      (row) => row.filled >= 2 && !isUnits(row) && row.cells.some((cell) => isTimeName(nameAndUnit(cell).name)),
    );
    if (names?.cells.some((cell) => ![null, 'time'].includes(quantityOf(nameAndUnit(cell).name)))) return true;
  }
  return false;
}

/** Blanks are separators only if there is no other separator. */
function separatorsIn(head: readonly string[]): string[] {
  const marks = [',', ';', '\t', '|'].filter((mark) => head.filter((line) => line.includes(mark)).length >= 2);
  return marks.length > 0 ? marks : [' '];
}

function bestCandidate(head: readonly string[], separator: string): Candidate | null {
  const rows = head.map((line) => rowOf(line, separator));
  const found: Candidate[] = [];
  for (let at = 1; at < rows.length && found.length < 40; at++) {
    const row = rows[at] as Row;
    if (!isData(row) || isDataAbove(rows, at)) continue;
    const candidate = candidateAt(rows, at, separator);
    if (candidate) found.push(candidate);
  }
  const best = found.reduce<Candidate | null>((top, one) => (!top || one.score > top.score ? one : top), null);
  // A restarted logger repeats its header; the log starts at the first one.
  const same = best?.names.cells.join('\n');
  return found.find(({ names }) => names.cells.join('\n') === same) ?? null;
}

function rowOf(line: string, separator: string): Row {
  const cells = cellsOf(line, separator).slice(0, logColumnsMax);
  let filled = 0;
  let values = 0;
  let words = 0;
  for (const cell of cells) {
    if (cell === '') continue;
    filled++;
    if (isMissing(cell)) continue;
    if (isValue(cell)) values++;
    else words++;
  }
  return { cells, filled, values, words };
}

const isValue = (cell: string): boolean =>
  !Number.isNaN(numberIn(cell, 0, cell.length, true)) ||
  oddCell(cell, true).kind === 'number' ||
  clockText(cell) !== null;

const isData = (row: Row): boolean =>
  row.cells.length >= 2 && row.values >= 1 && row.values >= row.words && !isNumbering(row);

/** 1, 2, 3 below names and units are column numbers, not readings. */
const isNumbering = ({ cells }: Row): boolean => cells.length >= 4 && cells.every((cell, nth) => cell === `${nth + 1}`);

const isUnits = (row: Row): boolean => share(row, isUnit) > 0.75;

function isDataAbove(rows: readonly Row[], at: number): boolean {
  for (let above = at - 1; above >= 0; above--) {
    const row = rows[above] as Row;
    if (row.filled > 0) return isData(row);
  }
  return false;
}

function candidateAt(rows: readonly Row[], dataAt: number, separator: string): Candidate | null {
  const data = rows[dataAt] as Row;
  const block: { row: Row; at: number }[] = [];
  for (let at = dataAt - 1, blanks = 0; at >= 0 && block.length < headerRowsMax; at--) {
    const row = rows[at] as Row;
    // A section name between names and values counts as an empty line.
    const isSection = row.cells.length === 1 && /^\[[^\]]{1,40}\]$/.test(row.cells[0] ?? '');
    if (row.filled === 0 || (isSection && block.length === 0)) {
      // One empty line is allowed between names and values, none between two rows of names.
      if (block.length > 0 || ++blanks > 3) break;
      continue;
    }
    if (isNumbering(row)) continue;
    if (isData(row) || row.cells.length < 2 || row.cells.length * 2 < data.cells.length) break;
    block.unshift({ row, at });
  }
  const widest = Math.max(0, ...block.map(({ row }) => row.filled));
  const full = block.filter(({ row }) => row.filled >= 2 && row.filled * 2 >= widest && row.values * 4 <= row.filled);
  const words = full.filter(({ row }) => !isUnits(row));
  const named =
    words.find(({ row }) =>
      row.cells.slice(0, columnsJudged).some((cell) => isTimeName(cell) || quantityOf(cell) === 'rpm'),
    ) ??
    words[0] ??
    full[0];
  if (!named) return null;
  const names = withWholeNames(named.row, data, separator);
  // Units are below the names, rarely directly above them.
  const below = block
    .filter(({ at, row }) => at > named.at || (at === named.at - 1 && isUnits(row)))
    .map(({ row }) => row);
  const run: Row[] = [];
  for (let at = dataAt; at < rows.length && run.length < 60; at++) {
    const row = rows[at] as Row;
    if (row.filled === 0) continue;
    if (!isData(row)) break;
    run.push(row);
  }
  if (!rowsContinue(rows, dataAt, names)) return null;
  const score = judge(names, below, run);
  return score === null
    ? null
    : {
        separator,
        names,
        namesAt: named.at,
        below,
        dataAt,
        rows: run,
        score: score + Math.min(run.length, 30),
      };
}

/** A row of names that is longer than the values, because names contain separators within brackets. */
function withWholeNames(row: Row, data: Row, separator: string): Row {
  if (row.cells.length <= data.cells.length || !row.cells.some((cell) => cell.includes('('))) return row;
  const cells = joinedInBrackets(row.cells, separator);
  return cells.length === data.cells.length
    ? { ...row, cells, filled: cells.filter((cell) => cell !== '').length }
    : row;
}

/** The rows of a log continue to the end; a table within prose is followed by prose. */
function rowsContinue(rows: readonly Row[], dataAt: number, names: Row): boolean {
  let [filled, wide] = [0, 0];
  for (let at = dataAt; at < rows.length; at++) {
    const row = rows[at] as Row;
    if (row.filled === 0) continue;
    filled++;
    if (isData(row) || row.cells.length * 2 >= names.filled) wide++;
  }
  return filled < 8 || wide * 4 >= filled;
}

/** A person, team or object in every row indicates a list of results, working hours or engines, not a log. */
const ofResults =
  /^(?:(?:driver|rider|runner|athlete|competitor|racer|team|club|race|track|circuit|employee|customer|project|make|model|brand|manufacturer)(?: name)?|(?:first|last|full|sur) ?name|name|winner|grand prix|country|nation(?:ality)?|nat|gender|sex|fahrer|läufer|teilnehmer|verein|mannschaft|pilote?|piloto|équipe|equipo|selección|land)$/;

/** A log names a time, an engine speed, or at least three quantities measured on a car, with numbers below them. */
function judge(names: Row, below: readonly Row[], run: readonly Row[]): number | null {
  const known = new Set<Quantity>();
  let hasTime = false;
  let measured = 0;
  let times = 0;
  let words = 0;
  let turns = false;
  let isList = false;
  for (const [nth, cell] of names.cells.slice(0, columnsJudged).entries()) {
    if (cell === '') continue;
    const { name, unit } = nameAndUnit(cell);
    const alias = below.map((row) => row.cells[nth] ?? '').find((text) => text !== '' && !isUnit(text)) ?? '';
    const quantity = (channelKind(name, '', unit ?? '') ?? channelKind(alias))?.quantity ?? null;
    const holds = contentOf(run, nth);
    if (quantity && holds !== 'words') known.add(quantity);
    const written = unit ?? below.map((row) => row.cells[nth] ?? '').find(isUnit) ?? '';
    if (unitOf(written) === 'rpm' && holds === 'numbers') turns = true;
    const isTime = isTimeName(name) || quantity === 'time';
    if (isTime && (holds === 'numbers' || holdsClocks(run, nth))) hasTime = true;
    if (holds === 'words' && ofResults.test(plainName(name))) isList = true;
    if (holds === 'words') words++;
    else if (holds === 'numbers' && isTime) times++;
    else if (holds === 'numbers') measured++;
  }
  // In any language, a unit of revolutions per minute means engine speed. With text columns it may be a list of
  // engines.
  if (turns && words === 0) known.add('rpm');
  // Two times and nothing else: a tooth logger, which writes the gap and the time.
  if (measured === 0 && (times < 2 || words > 0)) return null;
  if (!hasTime && ((!known.has('rpm') && known.size < 3) || measured < 2)) return null;
  known.delete('time');
  if (isList && (!hasTime || known.size < 2) && longPlan(names.cells, run) === null) return null;
  return (hasTime ? 100 : 0) + (known.has('rpm') ? 50 : 0) + Math.min(known.size, 12) * 5 + Math.min(measured, 20);
}

function contentOf(run: readonly Row[], nth: number): 'numbers' | 'words' | 'nothing' {
  let numbers = 0;
  let others = 0;
  for (const { cells } of run) {
    const cell = cells[nth] ?? '';
    if (isMissing(cell)) continue;
    if (oddCell(cell, true).kind === 'number') numbers++;
    else others++;
  }
  return numbers + others === 0 ? 'nothing' : numbers >= others ? 'numbers' : 'words';
}

const holdsClocks = (run: readonly Row[], nth: number): boolean =>
  run.some(({ cells }) => timeText(cells[nth] ?? '') !== null);

function layoutOf(found: Candidate, head: readonly string[]): Layout {
  const { names, below, rows, separator } = found;
  const long = longPlan(names.cells, rows);
  const units = pick(below, (row) => share(row, isUnit), 0.4);
  const rest = below.filter((row) => row !== units);
  const sources = rest.find(
    (row) =>
      share(row, isSource) > 0.5 ||
      (row.filled >= 9 && new Set(row.cells.filter((cell) => cell !== '')).size * 3 <= row.filled),
  );
  const aliases = rest.find((row) => row !== sources && row.filled * 4 >= names.filled);
  let width = names.cells.length;
  while (width > 0 && names.cells[width - 1] === '') width--;
  const clockNames = names.cells.filter((cell) => isTimeName(nameAndUnit(cell).name)).map((cell) => cell.toLowerCase());
  const manyClocks = clockNames.length >= 2 && new Set(clockNames).size < clockNames.length;
  const commas = decimalCommas(rows);
  const comma = commas.file;
  let clockAt: number | null = null;
  const isFrames = ofFrames.every((word, nth) => names.cells[nth]?.toLowerCase() === word);
  const columns = names.cells.slice(0, width).map((cell, nth): ColumnPlan => {
    const { name, unit } = nameAndUnit(cell);
    if (manyClocks && isTimeName(name)) clockAt = nth;
    const alias = aliases?.cells[nth] ?? '';
    return columnPlan({
      use: 'channel',
      name: cell,
      comma: commas.columns.has(nth),
      grouped: comma && hasGroups(rows, nth, quantityOf(name, alias, unit ?? '')),
      alias: isUnit(alias) ? '' : alias,
      unit: units?.cells[nth] || unit || (isFrames && nth === 0 ? 'µs' : ''),
      source: (sources?.cells[nth] ?? '').replace(/^\d+:\s*/, ''),
      clockAt,
    });
  });
  return {
    format: formatName(head.slice(0, found.namesAt + 1)),
    separator,
    comma,
    dataAt: found.dataAt,
    columns: long ? [] : columns,
    long,
    marks: beaconsIn(head.slice(0, found.namesAt), separator),
    about: aboutOf(head.slice(0, found.namesAt)),
    notes: [],
  };
}

/** AiM: the times at which laps ended, in one line above the names. */
function beaconsIn(head: readonly string[], separator: string): Layout['marks'] {
  const line = head.find((one) => /^\s*"?beacon markers?"?\s*[,;\t]/i.test(one));
  if (line === undefined) return [];
  return cellsOf(line, separator)
    .slice(1, 500)
    .map((cell) => timeText(cell)?.seconds ?? numberIn(cell, 0, cell.length, true))
    .filter((seconds) => Number.isFinite(seconds))
    .map((seconds, nth) => ({ seconds, text: `End of lap ${nth + 1}` }));
}

/** SavvyCAN: one frame per row, with its time in microseconds. */
const ofFrames = ['time stamp', 'id', 'extended'];

const isSource = (cell: string): boolean => /^(\d+:\s*)?(gps|obd\d?|calc|can\d?|canbus|acc|imu|ecu|gyro)$/i.test(cell);

const share = (row: Row, fits: (cell: string) => boolean): number =>
  row.filled === 0 ? 0 : row.cells.filter((cell) => cell !== '' && fits(cell)).length / row.filled;

function pick(rows: readonly Row[], worth: (row: Row) => number, least: number): Row | undefined {
  const ranked = rows.map((row) => ({ row, worth: worth(row) })).sort((a, b) => b.worth - a.worth);
  return ranked[0] && ranked[0].worth >= least ? ranked[0].row : undefined;
}

/**
 * 12,5 has a decimal comma if such cells outnumber 12.5, and 1,234 only if there are no points; 1,234.5 never has one.
 * In a file with points, single columns may still have commas.
 */
function decimalCommas(rows: readonly Row[]): { file: boolean; columns: ReadonlySet<number> } {
  let [commas, thousands, points] = [0, 0, 0];
  const withComma = new Set<number>();
  const withPoint = new Set<number>();
  for (const { cells } of rows) {
    for (const [nth, cell] of cells.entries()) {
      const figure = /^[+-]?([\d.,]{2,20})\s?[^\d.,\s]{0,8}$/.exec(cell)?.[1] ?? '';
      if (/,\d*\./.test(figure)) return { file: false, columns: new Set() };
      if (/^\d{1,3},\d{3}$/.test(figure)) thousands++;
      else if (/^\d*,\d+$/.test(figure)) {
        commas++;
        withComma.add(nth);
      } else if (/^\d*\.\d+$/.test(figure)) {
        points++;
        withPoint.add(nth);
      }
    }
  }
  const file = commas > 0 ? commas >= points : thousands > 0 && points === 0;
  return { file, columns: new Set([...withComma].filter((nth) => !withPoint.has(nth))) };
}

/** With decimal commas, 1.500 in an integer column means fifteen hundred. */
function hasGroups(rows: readonly Row[], nth: number, quantity: Quantity | null): boolean {
  let [groups, small] = [0, 0];
  for (const { cells } of rows) {
    const cell = cells[nth] ?? '';
    if (isMissing(cell)) continue;
    if (/^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/.test(cell)) groups++;
    else if (/^[+-]?\d{1,3}$/.test(cell)) small++;
    else return false;
  }
  return groups > 0 && (small > 0 || quantity === 'rpm');
}

/** One reading per line: time, name and value. */
function longPlan(names: readonly string[], rows: readonly Row[]): Layout['long'] {
  const named = names.filter((cell) => cell !== '').length;
  if (named < 3 || named > 8) return null;
  const at = (words: RegExp) => names.findIndex((cell) => words.test(cell.trim()));
  const name = at(
    /^(name|(pid|channel|parameter|sensor|signal|variable|metric)([ _]?name)?|kanal|messwert|messgröße|bezeichnung|paramètre|capteur|parámetro|parametro|sensore|czujnik|датчик|параметр)$/i,
  );
  const value = at(/^(value|wert|reading|valor|valore|valeur|wartość|значение)$/i);
  const time = names.findIndex((cell) => isTimeName(cell));
  if (name < 0 || value < 0 || time < 0) return null;
  if (rows.every(({ cells }) => !Number.isNaN(numberIn(cells[name] ?? '', 0, (cells[name] ?? '').length, true))))
    return null;
  const unit = at(/^(units?|einheit|unidad|unité|unità|jednostka|единиц\p{L}*)$/iu);
  return { time, name, value, unit, timeName: names[time] ?? '' };
}

const programs: readonly (readonly [RegExp, string])[] = [
  [/ME7-?Logger/i, 'ME7Logger'],
  [/AP Info:/i, 'Cobb Accessport'],
  [/RaceChrono/i, 'RaceChrono'],
  [/BlueDriver/i, 'BlueDriver'],
  [/Zeitronix/i, 'Zeitronix'],
  [/^Session:/im, 'Innovate LogWorks'],
  [/speeduino|"?Time"?[\t;]"?SecL/i, 'TunerStudio'],
  [/GPS Time, ?Device Time/i, 'Torque Pro'],
  [/\(DWRT /, 'Dynojet WinPEP'],
  [/# ?StartTime/i, 'OBDLink'],
  [/JB4_|JB4 /, 'JB4'],
  [/^#\s?(Encoding|Ecu PRGID)/im, 'MHD'],
  [/Time \(msec\)/i, 'RomRaider'],
  [/^"?TIME"?,"?RPM"?,"?ThrottlePlateAngle/im, 'APR ECUx'],
  [/"?SECONDS"?;"?PID"?/i, 'Car Scanner'],
];

const formatName = (head: readonly string[]): string => {
  const text = head.join('\n').slice(0, 20_000);
  return programs.find(([mark]) => mark.test(text))?.[1] ?? plainTable;
};
