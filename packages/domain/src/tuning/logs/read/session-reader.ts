import type { ParsedLog } from '../log-types.ts';
import type { Decode } from './column.ts';
import { knownLayout } from './known-layouts.ts';
import type { Layout } from './layout.ts';
import { TableReader } from './table-reader.ts';

/** Lines of a header and its first readings: enough to detect the layout of a session. */
const headLines = 10;
const sessionsMax = 50;
/** Gap between two sessions, in seconds. */
const gapS = 1;

/** "Saturday,3,April,2021,15:49:11", in any language. */
const dateLine = /^"?\p{L}+"?[,;\t]\s*\d{1,2}[,;\t]\s*\p{L}+[,;\t]\s*\d{4}[,;\t]\s*\d{1,2}:\d{2}/u;

/** VCDS writes a new header to the same file when a log is restarted, often with other channels. */
export class SessionReader {
  readonly #decode: Decode;
  readonly #readers: TableReader[];
  #head: Uint8Array[] | null = null;

  constructor(layout: Layout, decode: Decode) {
    this.#decode = decode;
    this.#readers = [new TableReader(layout, decode)];
  }

  get isFull(): boolean {
    return this.#readers.some(({ isFull }) => isFull);
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    if (this.#head) {
      this.#head.push(bytes.slice(start, end));
      if (this.#head.length >= headLines) this.#begin();
    } else if (this.#isHead(bytes, start, end)) this.#head = [bytes.slice(start, end)];
    else this.#readers.at(-1)?.add(bytes, start, end);
  }

  #isHead(bytes: Uint8Array, start: number, end: number): boolean {
    // Readings begin with a separator or a digit, so only lines that begin otherwise are decoded.
    const first = end > start ? (bytes[start] as number) : 0;
    if (first < 65 && first !== 34) return false;
    return this.#readers.length < sessionsMax && dateLine.test(this.#decode(bytes, start, Math.min(end, start + 100)));
  }

  #begin(): void {
    const head = this.#head ?? [];
    this.#head = null;
    const layout = knownLayout(head.map((line) => this.#decode(line, 0, line.length)));
    if (layout) this.#readers.push(new TableReader(layout, this.#decode));
    for (const line of layout ? head.slice(layout.dataAt) : head) this.#readers.at(-1)?.add(line, 0, line.length);
  }

  end(): ParsedLog | null {
    if (this.#head) this.#begin();
    const logs = this.#readers.map((reader) => reader.end()).filter((log) => log !== null && log.rows > 0);
    const [first, ...others] = logs as ParsedLog[];
    if (!first || others.length === 0) return first ?? null;
    return {
      ...others.reduce(followedBy, first),
      notes: [...first.notes, `The file contains ${logs.length} sessions; they are shown one after another.`],
    };
  }
}

/** Joins two sessions: common channels are continued, others are added with their own clock. */
function followedBy(log: ParsedLog, next: ParsedLog, nth: number): ParsedLog {
  const startS = Math.max(0, ...log.clocks.map((clock) => clock.at(-1) ?? 0)) + gapS;
  const shifted = next.clocks.map((clock) => clock.map((time) => time + startS));
  const markers = [...log.markers, ...next.markers.map(({ timeS, text }) => ({ timeS: timeS + startS, text }))];
  const common = { ...log, rows: log.rows + next.rows, markers };
  const nameOf = ({ channels }: ParsedLog) =>
    JSON.stringify(channels.map(({ name, clock, words }) => [name, clock, words]));
  if (nameOf(log) === nameOf(next)) {
    return {
      ...common,
      clocks: log.clocks.map((clock, at) => joined(clock, shifted[at] as Float64Array)),
      channels: log.channels.map((channel, at) => ({
        ...channel,
        values: joined(channel.values, next.channels[at]?.values as Float64Array),
      })),
    };
  }
  return {
    ...common,
    clocks: [...log.clocks, ...shifted],
    channels: [
      ...log.channels,
      ...next.channels.map((channel) => ({
        ...channel,
        label: `${channel.label} (session ${nth + 2})`,
        clock: channel.clock + log.clocks.length,
      })),
    ],
  };
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
