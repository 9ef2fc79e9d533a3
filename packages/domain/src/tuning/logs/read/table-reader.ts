import { type LogChannel, type LogMarker, logCellsMax, type ParsedLog } from '../log-types.ts';
import { quantities, quantityOf } from '../quantities.ts';
import { stillNote } from '../still-values.ts';
import { nameAndUnit, unitOf } from '../units.ts';
import { isBlank } from './cells.ts';
import { meaningByValues } from './channel-values.ts';
import { Column, type Decode } from './column.ts';
import { removeFaultCodes } from './fault-codes.ts';
import type { Layout } from './layout.ts';
import { fallsOf, secondsOf, steadyTimes } from './time-base.ts';

const quote = 34;
const blank = 32;
/** Bounds a file that consists of nothing but markers. */
const marksMax = 500;
const markCharsMax = 120;

/** Reads the rows of a table line by line. */
export class TableReader {
  readonly #layout: Layout;
  readonly #columns: readonly Column[];
  #rowsMax: number;
  readonly #pending: { row: number; text: string }[] = [];
  readonly #mark: number;
  readonly #decode: Decode;
  #rows = 0;
  #wide = 0;
  #full = false;
  #faulty = 0;

  constructor(layout: Layout, decode: Decode) {
    this.#layout = layout;
    this.#decode = decode;
    this.#mark = layout.separator.charCodeAt(0);
    this.#columns = layout.columns.map((plan) => new Column(plan, layout.comma));
    this.#rowsMax = Math.floor(logCellsMax / Math.max(layout.columns.length, 1));
  }

  get isFull(): boolean {
    return this.#full;
  }

  /** Adds one line without its line ending; cells are parsed in place. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const mark = this.#mark;
    if (isBlank(bytes, start, end, mark)) return;
    if (this.#rows >= this.#rowsMax && !this.#thin()) {
      this.#full = true;
      return;
    }
    const row = this.#rows++;
    const columns = this.#columns;
    const decode = this.#decode;
    let at = afterBlanks(bytes, start, end, mark);
    let filled = 0;
    for (let nth = 0; nth < columns.length && at < end; nth++) {
      const column = columns[nth] as Column;
      let from = at;
      while (from < end && isSpace(bytes[from] as number, mark)) from++;
      let to = from;
      if (bytes[from] === quote && from < end) {
        from++;
        to = from;
        while (to < end && (bytes[to] !== quote || bytes[to + 1] === quote)) to += bytes[to] === quote ? 2 : 1;
        at = to;
        while (at < end && bytes[at] !== mark) at++;
        to = Math.min(to, end);
        while (from < to && isSpace(bytes[from] as number, mark)) from++;
      } else {
        while (to < end && bytes[to] !== mark) to++;
        at = to;
      }
      while (to > from && isSpace(bytes[to - 1] as number, mark)) to--;
      if (from < to) {
        filled++;
        if (column.plan.use === 'marker' && this.#pending.length < marksMax) this.#note(row, decode(bytes, from, to));
      }
      if (column.plan.use !== 'marker') column.put(row, bytes, from, to, decode);
      at = at < end ? afterBlanks(bytes, at + 1, end, mark) : end;
    }
    if (at < end && !isBlank(bytes, at, end, mark)) this.#wide++;
    if (filled <= 1 && this.#pending.length < marksMax && !isFigure(bytes, start, end, mark))
      this.#noteLoneWord(
        row,
        decode(bytes, start, end).replaceAll(this.#layout.separator, ' ').replaceAll('"', '').trim(),
      );
  }

  /** Frees memory by storing nearly constant channels at a reduced rate; false if nothing can be freed. */
  #thin(): boolean {
    for (const column of this.#columns) column.thin(this.#rows);
    const dense = this.#columns.filter(({ still }) => still === null).length;
    const taken = this.#columns.reduce((sum, { still }) => sum + (still?.count ?? 0) * 2, 0);
    const rowsMax = Math.floor((logCellsMax - taken) / Math.max(dense, 1));
    // Requires a tenth more room; otherwise the next check would follow with the next row.
    if (rowsMax < this.#rows * 1.1) return false;
    this.#rowsMax = rowsMax;
    return true;
  }

  /** A line with only a word is a marker set by the user. */
  #noteLoneWord(row: number, text: string): void {
    if (!/^[+-]?[\d.,]/.test(text)) this.#note(row, text);
  }

  #note(row: number, text: string): void {
    this.#pending.push({ row, text: text.slice(0, markCharsMax) });
  }

  /** null if the table is not a log: most rows have no time, or most cells are words. */
  end(): ParsedLog | null {
    const rows = this.#rows;
    for (const column of this.#columns) column.finish(rows);
    const notes = [...this.#layout.notes];
    const { clockOf, timeBase, timeColumns, untimed, start, ...found } = this.#clocks(notes);
    const clocks: Float64Array[] = [...found.clocks];
    if (untimed * 2 > rows || this.#isWords()) return null;
    const channels: LogChannel[] = [];
    let words = 0;
    let sparse = 0;
    let stills = 0;
    for (const [nth, column] of this.#columns.entries()) {
      if (column.plan.use !== 'channel') continue;
      let clockAt = clockOf[nth] ?? 0;
      if (column.still) {
        const { times, values } = column.still.samples(clocks[clockAt] as Float64Array, rows);
        column.values = values;
        clockAt = clocks.push(times) - 1;
        stills++;
      }
      const channel = this.#channel(column, clockAt, timeColumns.has(nth));
      if (column.lostWords > 0) words++;
      if (!column.still && isSparse(column, rows)) {
        column.hold();
        sparse++;
      }
      channels.push(channel);
    }
    if (words > 0) notes.push(`${count(words, 'channel')} had text between the numbers; it is shown as gaps.`);
    if (stills > 0) notes.push(stillNote(stills));
    if (this.#faulty > 0) notes.push(faultNote(this.#faulty));
    if (sparse > 0)
      notes.push(`${count(sparse, 'channel')} had a value only in some rows; each value is held until the next.`);
    if (this.#wide > 0)
      notes.push(`${count(this.#wide, 'row')} had more cells than the header; the extra cells were skipped.`);
    const clock = clocks[0] as Float64Array;
    const markers: LogMarker[] = [
      ...this.#pending.map(({ row, text }) => ({ timeS: clock[row] ?? 0, text })),
      ...this.#layout.marks.map(({ seconds, text }) => ({ timeS: seconds - start, text })),
    ];
    const { format, about } = this.#layout;
    return { format, rows, channels, clocks, timeBase, markers, about, notes };
  }

  #isWords(): boolean {
    let [words, numbers] = [0, 0];
    for (const column of this.#columns) {
      if (column.plan.use !== 'channel' && column.plan.use !== 'clock') continue;
      words += column.words.size > 0 ? this.#rows - column.missing : column.lostWords;
      numbers += column.numbers;
    }
    return words > numbers;
  }

  #channel(column: Column, clock: number, isTime: boolean): LogChannel {
    const { plan } = column;
    const parts = nameAndUnit(plan.name);
    const written = unitOf(plan.unit || parts.unit || column.unitSeen);
    const channelQuantity = isTime ? 'time' : quantityOf(parts.name, plan.alias, written);
    const values = column.values;
    if (
      column.words.size === 0 &&
      removeFaultCodes(values, { name: parts.name, unit: written, quantity: channelQuantity }) > 0
    )
      this.#faulty++;
    if (plan.factor !== 1 || plan.offset !== 0) {
      for (let nth = 0; nth < values.length; nth++) values[nth] = (values[nth] as number) * plan.factor + plan.offset;
    }
    const { quantity, unit } =
      column.words.size > 0
        ? { quantity: channelQuantity, unit: written }
        : meaningByValues(plan.alias || parts.name, { quantity: channelQuantity, unit: written }, values);
    return {
      name: plan.name,
      label: labelOf(plan.alias || parts.name, quantity),
      unit: unit === '-' || unit === '#' ? '' : unit,
      quantity,
      source: plan.source,
      clock,
      words: column.words.size > 0 ? [...column.words.keys()] : null,
      values,
    };
  }

  /** Every clock of the file, relative to the same start, and the clock of each column. */
  #clocks(notes: string[]) {
    const rows = this.#rows;
    const plans = this.#layout.columns;
    const own = [
      ...new Set(plans.flatMap(({ clockAt, use }) => (clockAt !== null && use === 'channel' ? [clockAt] : []))),
    ];
    const timeColumns = new Set<number>();
    for (const [nth, column] of this.#columns.entries()) {
      if (column.isTimed && column.plan.use === 'channel' && column.words.size === 0) timeColumns.add(nth);
    }
    if (own.length === 0 && timeColumns.size === 0) {
      // A lap time is not a clock if there is another one, but serves as the clock if it advances from row to row.
      const running = this.#columns.findIndex(
        ({ clock, words, values }) => clock !== 'none' && words.size === 0 && fallsOf(values) * 10 < rows,
      );
      if (running >= 0) timeColumns.add(running);
    }
    const chosen = own.length > 0 ? own : this.#bestClock([...timeColumns]);
    if (chosen.length === 0) {
      notes.push('This file has no time column, so its rows are numbered.');
      const clock = Float64Array.from({ length: rows }, (_, nth) => nth);
      return {
        clocks: [clock],
        clockOf: plans.map(() => 0),
        timeBase: 'rows' as const,
        timeColumns,
        untimed: 0,
        start: 0,
      };
    }
    const raw = chosen.map((nth) => secondsOf(this.#columns[nth] as Column));
    const start = Math.min(...raw.map(firstNumber));
    let untimed = 0;
    for (let row = 0; row < rows; row++) if (raw.every((times) => Number.isNaN(times[row]))) untimed++;
    let [restarts, held] = [0, 0];
    const clocks = raw.map((times, nth) => {
      const column = this.#columns[chosen[nth] as number];
      const ofDay = column?.clock === 'day' || column?.plan.clockDigits === true;
      const { times: steady, repairs } = steadyTimes(times, ofDay, Number.isFinite(start) ? start : 0);
      restarts = Math.max(restarts, repairs.restarts);
      held = Math.max(held, repairs.held);
      return steady;
    });
    if (restarts > 0)
      notes.push(
        `The clock restarts ${restarts === 1 ? 'once' : `${restarts} times`}; the parts are shown one after another.`,
      );
    if (held > 0) notes.push(`${count(held, 'row')} had no time or went back in time; the previous time is used.`);
    if (clocks.length > 1) notes.push(`${clocks.length} groups of channels have their own clock.`);
    const clockOf = plans.map(({ clockAt }) => Math.max(0, clockAt === null ? 0 : chosen.indexOf(clockAt)));
    return {
      clocks,
      clockOf,
      timeBase: 'seconds' as const,
      timeColumns,
      untimed,
      start: Number.isFinite(start) ? start : 0,
    };
  }

  /** Of several time columns: the one that advances most evenly and distinguishes most rows, else the first. */
  #bestClock(columns: readonly number[]): number[] {
    let best: { nth: number; worth: number } | null = null;
    for (const nth of columns) {
      const times = (this.#columns[nth] as Column).values;
      const distinct = new Set(times.subarray(0, 5000)).size;
      if (distinct < Math.min(2, this.#rows)) continue;
      const fine = times.subarray(0, 200).some((time) => !Number.isInteger(time) && !Number.isNaN(time));
      const worth = (distinct - 2 * fallsOf(times.subarray(0, 5000))) * (fine ? 1.1 : 1);
      if (!best || worth > best.worth * 1.02) best = { nth, worth };
    }
    return best ? [best.nth] : [];
  }
}

/** Whether the line starts like a number; it is then not a marker and needs no decoding. */
function isFigure(bytes: Uint8Array, from: number, to: number, mark: number): boolean {
  let at = from;
  while (at < to && ((bytes[at] as number) <= 32 || bytes[at] === mark || bytes[at] === quote)) at++;
  const code = at < to ? (bytes[at] as number) : 0;
  return (code >= 48 && code <= 57) || code === 44 || code === 46;
}

/** If blanks are separators, consecutive ones count as one and leading ones are ignored. */
function afterBlanks(bytes: Uint8Array, from: number, to: number, mark: number): number {
  let at = from;
  if (mark === blank) while (at < to && (bytes[at] as number) <= blank) at++;
  return at;
}

/** Whitespace around a cell; a tab only if it is not the separator. */
const isSpace = (code: number, mark: number): boolean => code <= 32 && code !== mark;

function firstNumber(times: Float64Array): number {
  for (let nth = 0; nth < times.length; nth++) if (!Number.isNaN(times[nth])) return times[nth] as number;
  return Number.POSITIVE_INFINITY;
}

export const faultNote = (channels: number): string =>
  `${count(channels, 'channel')} had fault codes such as 65535 instead of readings; they are shown as gaps.`;

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** The file's own label, else that of the quantity. */
const labelOf = (written: string, quantity: LogChannel['quantity']): string =>
  written.replace(/^\*\s+/, '') || (quantity ? quantities[quantity].label : 'Unnamed channel');

/** Loggers that write a channel only when it changes; the last value is carried forward. */
const isSparse = (column: Column, rows: number): boolean =>
  column.missing >= rows * 0.3 && column.numbers >= 2 && column.words.size === 0;
