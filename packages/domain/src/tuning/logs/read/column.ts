import { isTimeName } from '../quantities.ts';
import { StillValues } from '../still-values.ts';
import { nameAndUnit } from '../units.ts';
import { type CellValue, numberIn, numberInBytes, oddCell } from './cells.ts';
import { type ClockText, clockInBytes, clockText, timeText } from './clock-text.ts';
import type { ColumnPlan } from './layout.ts';

export type Decode = (bytes: Uint8Array, from: number, to: number) => string;

const wordsMax = 64;
/** Maximum length of a cell that fits in one number, and how many such cells a column caches. */
const shortSigns = 6;
const shortMax = 1000;
const minus = 45;
const colon = 58;
const isSign = (code: number): boolean => code < 48 || (code > 57 && code < 65);

/** A column while it is being read: grows and detects its content type. */
export class Column {
  readonly plan: ColumnPlan;
  values: Float64Array;
  /** Set once a cell was a time of day or a date with time. */
  clock: 'none' | 'day' | 'dated' = 'none';
  /** Decimals of each time of day, because some programs omit zeros there. */
  decimals: Uint8Array | null = null;
  unitSeen = '';
  numbers = 0;
  missing = 0;
  lostWords = 0;
  readonly words = new Map<string, number>();
  /** Set if the column hardly ever changes; `values` is then empty. */
  still: StillValues | null = null;
  readonly #short = new Map<number, CellValue>();
  #next = 0;
  /** Rows from this index on have no cell. */
  #touched = 0;
  readonly #timed: boolean;
  readonly #comma: boolean;

  constructor(plan: ColumnPlan, comma: boolean) {
    this.plan = plan;
    this.#comma = comma || plan.comma;
    this.#timed = plan.use === 'clock' || isTimeName(nameAndUnit(plan.name).name) || plan.name === '(time of day)';
    this.values = new Float64Array(64);
  }

  get isTimed(): boolean {
    return this.#timed;
  }

  /** Adds the cell between two offsets, without surrounding blanks and quotes. */
  put(row: number, bytes: Uint8Array, from: number, to: number, decode: Decode): void {
    if (from >= to) return;
    if (this.still) {
      const value = numberInBytes(bytes, from, to, this.#comma);
      this.still.put(row, Number.isNaN(value) ? this.#stillValue(bytes, from, to, decode) : value);
      return;
    }
    this.#reach(row);
    this.#next = row + 1;
    let number = this.plan.grouped ? ungrouped(decode(bytes, from, to)) : numberInBytes(bytes, from, to, this.#comma);
    if (Number.isNaN(number) && this.unitSeen !== '') number = this.#besideUnit(bytes, from, to);
    if (!Number.isNaN(number)) {
      if (this.numbers++ === 0 && this.words.size > 0) this.#forgetWords(row);
      this.values[row] = number;
      return;
    }
    this.values[row] =
      this.numbers > 0 && to - from === 1 && isSign(bytes[from] as number)
        ? this.#gap(bytes[from] as number)
        : this.#odd(row, bytes, from, to, decode);
  }

  /** Releases the memory of values that hardly change; false if the column stays unchanged. */
  thin(rows: number): boolean {
    if (this.still || this.#timed || this.words.size > 0 || this.plan.grouped || this.plan.use !== 'channel')
      return false;
    this.still = StillValues.of(this.values, this.#next);
    if (!this.still) return false;
    if (this.#next < rows) this.still.put(this.#next, Number.NaN);
    this.values = new Float64Array(0);
    return true;
  }

  #stillValue(bytes: Uint8Array, from: number, to: number, decode: Decode): number {
    const besideUnit = this.unitSeen === '' ? Number.NaN : this.#besideUnit(bytes, from, to);
    if (!Number.isNaN(besideUnit)) return besideUnit;
    const cell = oddCell(decode(bytes, from, to), this.#comma);
    return cell.kind === 'number' ? cell.value : Number.NaN;
  }

  /** The cells of a column share their unit, so the number before it is parsed without a substring. */
  #besideUnit(bytes: Uint8Array, from: number, to: number): number {
    const unit = this.unitSeen;
    let end = to - unit.length;
    for (let nth = 0; nth < unit.length; nth++) if (bytes[end + nth] !== unit.charCodeAt(nth)) return Number.NaN;
    while (end > from && bytes[end - 1] === 32) end--;
    return end > from ? numberInBytes(bytes, from, end, this.#comma) : Number.NaN;
  }

  /** A single non-digit character between numbers is not a value. */
  #gap(sign: number): number {
    if (sign === minus) this.missing++;
    else this.lostWords++;
    return Number.NaN;
  }

  /** Only rows with a cell touch a column; skipped rows are missing values. */
  #reach(row: number): void {
    while (row >= this.values.length) this.#grow();
    if (row > this.#next) {
      this.values.fill(Number.NaN, this.#next, row);
      this.missing += row - this.#next;
    }
  }

  /** All values up to the given number of rows. */
  finish(rows: number): Float64Array {
    if (this.still) return this.values;
    const all = new Float64Array(rows);
    all.set(this.values.subarray(0, this.#next));
    all.fill(Number.NaN, this.#next);
    this.missing += rows - this.#next;
    this.values = all;
    this.#touched = this.#next;
    this.#next = rows;
    return all;
  }

  /** Carries each value forward to the next one, once all rows are read. */
  hold(): void {
    const values = this.values;
    let last = Number.NaN;
    for (let row = 0; row < this.#touched; row++) {
      const value = values[row] as number;
      if (Number.isNaN(value)) values[row] = last;
      else last = value;
    }
    values.fill(last, this.#touched);
  }

  #odd(row: number, bytes: Uint8Array, from: number, to: number, decode: Decode): number {
    const key = shortKey(bytes, from, to);
    const before = this.#short.get(key);
    if (before) return this.#valueOf(row, before) ?? this.#wordOf(row, decode(bytes, from, to));
    const plain = clockInBytes(bytes, from, to);
    if (plain) return this.#momentOf(row, plain);
    const cell = decode(bytes, from, to);
    const time = this.#timed ? timeText(cell) : /^\d{1,3}:\d/.test(cell) ? clockText(cell) : null;
    if (time) return this.#momentOf(row, time);
    const value = oddCell(cell, this.#comma);
    if (key >= 0 && this.#short.size < shortMax) this.#short.set(key, value);
    return this.#valueOf(row, value) ?? this.#wordOf(row, cell);
  }

  #momentOf(row: number, time: ClockText): number {
    if (time.dated) this.clock = 'dated';
    else if (this.clock === 'none') this.clock = 'day';
    if (time.decimals > 0) {
      this.decimals ??= new Uint8Array(this.values.length);
      this.decimals[row] = time.decimals;
    }
    this.numbers++;
    return time.seconds;
  }

  /** null for a word that may be part of an enumeration. */
  #valueOf(row: number, value: CellValue): number | null {
    if (value.kind === 'missing') {
      this.missing++;
      return Number.NaN;
    }
    if (value.kind === 'number') {
      if (this.numbers++ === 0 && this.words.size > 0) this.#forgetWords(row);
      if (value.unit !== '') this.unitSeen = value.unit;
      return value.value;
    }
    if (this.numbers > 0 || this.lostWords > 0) {
      this.lostWords++;
      return Number.NaN;
    }
    return null;
  }

  #wordOf(row: number, word: string): number {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    if (this.words.size >= wordsMax) {
      this.#forgetWords(row);
      this.lostWords++;
      return Number.NaN;
    }
    this.words.set(word, this.words.size);
    return this.words.size - 1;
  }

  /** Numbers follow, or there are too many words: cells counted as words become gaps. */
  #forgetWords(before: number): void {
    this.values.fill(Number.NaN, 0, before);
    this.lostWords += before;
    this.words.clear();
  }

  #grow(): void {
    const wider = new Float64Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
    if (!this.decimals) return;
    const digits = new Uint8Array(wider.length);
    digits.set(this.decimals);
    this.decimals = digits;
  }
}

function ungrouped(cell: string): number {
  const plain = cell.replaceAll('.', '');
  return numberIn(plain, 0, plain.length, true);
}

/**
 * Cache key for short words such as "on", "N", "--" that recur in every row. -1 for a longer cell or a possible time.
 */
function shortKey(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > shortSigns) return -1;
  let key = 0;
  for (let at = from; at < to; at++) {
    const code = bytes[at] as number;
    if (code === colon) return -1;
    key = key * 256 + code;
  }
  return key;
}
