import {
  type Curve,
  defaultUnits,
  type Figure,
  figures,
  isPowerUnit,
  isTorqueUnit,
  type PowerUnit,
  powerUnits,
  type TorqueUnit,
  torqueUnits,
} from './dyno.ts';

type DynoRow = { readonly rpm: number } & { readonly [F in Figure]?: number };

export type DynoCsvProblem = {
  /** 1-based and including the header, as in an editor. */
  readonly line: number;
  readonly column: string | null;
  readonly problem:
    | 'too-large'
    | 'not-utf-8'
    | 'no-header'
    | 'line-too-long'
    | 'no-rpm-column'
    | 'no-power-column'
    | 'column-twice'
    | 'unknown-unit'
    | 'wrong-number-of-cells'
    | 'open-quote'
    | 'not-a-number'
    | 'out-of-range'
    | 'rpm-twice'
    | 'no-values'
    | 'too-many-lines'
    | 'no-lines';
  /** The original cell text, shortened. */
  readonly text: string;
};

type DynoCsv =
  | {
      readonly kind: 'dyno';
      /** Ordered by ascending rpm. */
      readonly rows: readonly DynoRow[];
      readonly units: { readonly [F in Figure]?: PowerUnit | TorqueUnit };
      /** Unrecognised columns. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'bad'; readonly problems: readonly DynoCsvProblem[] };

const dynoCsvBytesMax = 2_000_000;
const dynoCsvLinesMax = 20_000;
/** Enough for hundreds of columns with long names. */
const dynoCsvLineCharsMax = 20_000;
const dynoRpmMax = 30_000;
const valueMax = 100_000;
const problemsMax = 20;

/**
 * Parses a dyno file: UTF-8, a header with rpm and any of the five power columns, then one line per rpm. Never throws.
 */
export function parseDynoCsv(file: Uint8Array | string): DynoCsv {
  const problems: DynoCsvProblem[] = [];
  const bad = (line: number, problem: DynoCsvProblem['problem'], text = '', column: string | null = null): null => {
    if (problems.length < problemsMax) problems.push({ line, column, problem, text: text.slice(0, 60) });
    return null;
  };
  const fail = (): DynoCsv => ({ kind: 'bad', problems });

  if (file.length > dynoCsvBytesMax) {
    bad(1, 'too-large');
    return fail();
  }
  const text = typeof file === 'string' ? file : decode(file, (line) => bad(line, 'not-utf-8'));
  if (text === null) return fail();

  // Allows every second line to be blank, but limits a file of blank lines.
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, 2 * dynoCsvLinesMax + 1);
  if (lines.length > 2 * dynoCsvLinesMax) {
    bad(lines.length, 'too-many-lines');
    return fail();
  }
  const headerAt = lines.findIndex((line) => line.trim() !== '');
  if (headerAt < 0) {
    bad(1, 'no-header');
    return fail();
  }
  const headerLine = lines[headerAt] as string;
  if (headerLine.length > dynoCsvLineCharsMax) {
    bad(headerAt + 1, 'line-too-long', headerLine);
    return fail();
  }
  const separator = separatorOf(headerLine);
  const names = cellsOf(headerLine, separator);
  const header = names && readHeader(names, (problem, column) => bad(headerAt + 1, problem, column, column));
  if (!names) bad(headerAt + 1, 'open-quote', headerLine);
  if (!header || !names) return fail();

  const rows: DynoRow[] = [];
  const seen = new Set<number>();
  for (let nth = headerAt + 1; nth < lines.length && problems.length < problemsMax; nth++) {
    const line = lines[nth] as string;
    if (line.length > dynoCsvLineCharsMax) {
      bad(nth + 1, 'line-too-long', line);
      continue;
    }
    if (line.trim() === '') continue;
    if (rows.length >= dynoCsvLinesMax) {
      bad(nth + 1, 'too-many-lines');
      break;
    }
    const cells = cellsOf(line, separator);
    if (!cells) bad(nth + 1, 'open-quote', line);
    else if (cells.length !== names.length) bad(nth + 1, 'wrong-number-of-cells', line);
    else {
      const row = readRow(header, cells, separator, (problem, column, cell) => bad(nth + 1, problem, cell, column));
      if (row && seen.has(row.rpm)) bad(nth + 1, 'rpm-twice', `${row.rpm}`, 'rpm');
      else if (row) {
        seen.add(row.rpm);
        rows.push(row);
      }
    }
  }
  if (rows.length === 0 && problems.length === 0) bad(headerAt + 1, 'no-lines');
  if (problems.length > 0) return fail();
  rows.sort((a, b) => a.rpm - b.rpm);
  return { kind: 'dyno', rows, units: header.units, ignored: header.ignored };
}

/** The curve of one column; skips rows without a value. */
export const curveOf = (rows: readonly DynoRow[], figure: Figure): Curve =>
  rows.flatMap(({ rpm, [figure]: value }) => (value === undefined ? [] : [{ rpm, value }]));

function decode(bytes: Uint8Array, badLine: (line: number) => void): string | null {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return strict.decode(bytes);
  } catch {
    let line = 1;
    for (let from = 0; from <= bytes.length; line++) {
      const found = bytes.indexOf(10, from);
      const to = found < 0 ? bytes.length : found;
      try {
        strict.decode(bytes.subarray(from, to));
      } catch {
        badLine(line);
        return null;
      }
      from = to + 1;
    }
    badLine(1);
    return null;
  }
}

function separatorOf(header: string): string {
  const count = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** Splits a line into cells; null if a quote is not closed. Quoted line breaks are not supported. */
function cellsOf(line: string, separator: string): string[] | null {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let nth = 0; nth < line.length; nth++) {
    const sign = line[nth] as string;
    if (sign === '"' && quoted && line[nth + 1] === '"') {
      cell += sign;
      nth++;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  cells.push(cell.trim());
  return quoted ? null : cells;
}

type Header = {
  readonly columns: readonly ('rpm' | Figure | null)[];
  readonly units: Partial<Record<Figure, PowerUnit | TorqueUnit>>;
  readonly ignored: readonly string[];
};

/** 'Crank Torque (Nm)' is crank_torque in newton metres; without a unit, the default unit applies. */
function readHeader(
  names: readonly string[],
  bad: (problem: DynoCsvProblem['problem'], column: string) => null,
): Header | null {
  const units: Header['units'] = {};
  const ignored: string[] = [];
  let sound = true;
  const columns = names.map((name) => {
    const [, words = '', unit] = /^([^([]*)(?:[([]([^)\]]*)[)\]])?$/.exec(name) ?? [];
    const key = words
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, '_');
    if (key === 'rpm') return 'rpm' as const;
    const figure = figures.find((one) => one === key);
    if (!figure) {
      ignored.push(name);
      return null;
    }
    const known = unit === undefined ? defaultUnits[figure] : unitOf(unit);
    const fits = figure.endsWith('horsepower') ? isPowerUnit(known) : isTorqueUnit(known);
    if (!fits || known === null) {
      bad('unknown-unit', name);
      sound = false;
    } else if (units[figure] === undefined) units[figure] = known;
    return figure;
  });
  const taken = columns.filter((column) => column !== null);
  const twice = columns.findIndex((column, nth) => column !== null && columns.indexOf(column) < nth);
  if (twice >= 0) return bad('column-twice', names[twice] as string);
  if (!taken.includes('rpm')) return bad('no-rpm-column', names.join(' '));
  if (taken.length < 2) return bad('no-power-column', names.join(' '));
  return sound ? { columns, units, ignored } : null;
}

function unitOf(text: string): PowerUnit | TorqueUnit | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s·.*-]/g, '');
  const aliases: Readonly<Record<string, PowerUnit | TorqueUnit>> = {
    ftlb: 'lb-ft',
    ftlbs: 'lb-ft',
    lbft: 'lb-ft',
    bhp: 'hp',
  };
  const named = [...powerUnits, ...torqueUnits].find((unit) => unit.toLowerCase() === plain);
  return named ?? (Object.hasOwn(aliases, plain) ? (aliases[plain] ?? null) : null);
}

function readRow(
  { columns }: Header,
  cells: readonly string[],
  separator: string,
  bad: (problem: DynoCsvProblem['problem'], column: string | null, cell: string) => null,
): DynoRow | null {
  const row: { rpm: number } & Partial<Record<Figure, number>> = { rpm: 0 };
  let values = 0;
  for (const [nth, column] of columns.entries()) {
    const cell = cells[nth] ?? '';
    if (column === null || (cell === '' && column !== 'rpm')) continue;
    // If the separator is not a comma, a comma may be the decimal separator.
    const plain = separator === ',' ? cell : cell.replace(',', '.');
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return bad('not-a-number', column, cell);
    const value = Number(plain);
    const [low, high] = column === 'rpm' ? [1, dynoRpmMax] : [-valueMax, valueMax];
    if (!(value >= low && value <= high)) return bad('out-of-range', column, cell);
    row[column] = value;
    if (column !== 'rpm') values++;
  }
  return values === 0 ? bad('no-values', null, cells.join(separator)) : row;
}
