import { channelNameCharsMax, type LogChannel, logCellsMax, logColumnsMax, type ParsedLog } from '../log-types.ts';
import { quantityOf } from '../quantities.ts';
import { unitOf } from '../units.ts';
import { cellsOf, isBlank, numberIn, oddCell } from './cells.ts';
import { meaningByValues } from './channel-values.ts';
import { timeText } from './clock-text.ts';
import type { Decode } from './column.ts';
import { removeFaultCodes } from './fault-codes.ts';
import type { Layout, LongPlan } from './layout.ts';
import { faultNote } from './table-reader.ts';
import { secondsFactor, steadyTimes } from './time-base.ts';

type Series = { name: string; unit: string; times: number[]; values: number[] };

/** One reading per line: each name becomes a channel with its own clock. */
export class LongReader {
  readonly #layout: Layout;
  readonly #plan: LongPlan;
  readonly #series = new Map<string, Series>();
  readonly #decode: Decode;
  readonly #mark: number;
  readonly #lastCell: number;
  #rows = 0;
  #skipped = 0;
  /** Set once a time was not a number; times are then already in seconds. */
  #isClock = false;

  constructor(layout: Layout, plan: LongPlan, decode: Decode) {
    this.#decode = decode;
    this.#layout = layout;
    this.#plan = plan;
    this.#mark = layout.separator.charCodeAt(0);
    this.#lastCell = Math.max(plan.time, plan.name, plan.value);
  }

  get isFull(): boolean {
    return this.#rows > logCellsMax / 4;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    if (isBlank(bytes, start, end, this.#mark)) return;
    this.#rows++;
    if (!this.#isWhole(bytes, start, end)) {
      this.#skipped++;
      return;
    }
    const cells = cellsOf(this.#decode(bytes, start, end), this.#layout.separator);
    const written = cells[this.#plan.time] ?? '';
    const plain = numberIn(written, 0, written.length, true);
    const time = Number.isNaN(plain) ? (timeText(written)?.seconds ?? Number.NaN) : plain;
    if (Number.isNaN(plain)) this.#isClock = true;
    const name = (cells[this.#plan.name] ?? '').slice(0, channelNameCharsMax);
    const value = oddCell(cells[this.#plan.value] ?? '', this.#layout.comma);
    let series = this.#series.get(name);
    if (!series && this.#series.size < logColumnsMax) {
      series = { name, unit: (cells[this.#plan.unit] ?? '').slice(0, channelNameCharsMax), times: [], values: [] };
      this.#series.set(name, series);
    }
    if (!series || Number.isNaN(time) || value.kind !== 'number') {
      this.#skipped++;
      return;
    }
    series.times.push(time);
    series.values.push(value.value);
  }

  /** Whether the line has all cells that a reading needs. */
  #isWhole(bytes: Uint8Array, start: number, end: number): boolean {
    let marks = 0;
    for (let at = start; at < end && marks < this.#lastCell; at++) if (bytes[at] === this.#mark) marks++;
    return marks === this.#lastCell;
  }

  #secondsFactor(all: readonly Series[]): number {
    if (this.#isClock) return 1;
    const longest = all.reduce<readonly number[]>((most, { times }) => (times.length > most.length ? times : most), []);
    return secondsFactor(this.#plan.timeName, '', Float64Array.from(longest));
  }

  /** null if most readings have no time or no number. */
  end(): ParsedLog | null {
    if (this.#skipped * 2 > this.#rows) return null;
    const all = [...this.#series.values()];
    const factor = this.#secondsFactor(all);
    const start =
      factor * all.reduce((least, { times }) => Math.min(least, times[0] ?? least), Number.POSITIVE_INFINITY);
    const clocks = all.map(
      ({ times }) =>
        steadyTimes(
          Float64Array.from(times, (time) => time * factor),
          false,
          Number.isFinite(start) ? start : 0,
        ).times,
    );
    let faulty = 0;
    const channels = all.map(({ name, unit: written, values: list }, nth): LogChannel => {
      const channelInfo = { unit: unitOf(written), quantity: quantityOf(name, '', written) };
      const values = Float64Array.from(list);
      if (removeFaultCodes(values, { name, ...channelInfo }) > 0) faulty++;
      const { unit, quantity } = meaningByValues(name, channelInfo, values);
      return { name, label: name, unit, quantity, source: '', clock: nth, words: null, values };
    });
    const notes = ['Each line had one reading; they were grouped into channels.'];
    if (faulty > 0) notes.push(faultNote(faulty));
    if (this.#skipped > 0) notes.push(`${this.#skipped.toLocaleString('en')} readings had no time or no number.`);
    return {
      format: this.#layout.format,
      rows: this.#rows,
      channels,
      clocks: clocks.length > 0 ? clocks : [new Float64Array()],
      timeBase: 'seconds',
      markers: [],
      about: this.#layout.about,
      notes,
    };
  }
}
