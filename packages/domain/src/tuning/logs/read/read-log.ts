import { type LogFailure, logBytesMax, logLineCharsMax, type ReadLog } from '../log-types.ts';
import type { Decode } from './column.ts';
import { foldedLines } from './folded-lines.ts';
import { knownLayout } from './known-layouts.ts';
import type { Layout } from './layout.ts';
import { LongReader } from './long-reader.ts';
import { isMlvlg, MlvlgReader } from './mlvlg.ts';
import { SessionReader } from './session-reader.ts';
import { hasNamesOnly, tableLayout } from './table-layout.ts';
import { TableReader } from './table-reader.ts';
import { encodingOf, type TextEncoding } from './text-encoding.ts';

/** Bytes used to detect the encoding and the layout. Fixed, so that the chunk size does not matter. */
const headBytes = 64 * 1024;
const layoutBytes = 512 * 1024;
/** Cells are cut to this length before decoding; longer ones cannot be valid. */
const cellBytesMax = 4096;

/** Reads a log in chunks. Never throws because of file content. */
export function createLogReader(): { push(bytes: Uint8Array): void; readonly isFull: boolean; end(): ReadLog } {
  let head: Uint8Array | null = new Uint8Array(0);
  let seen = 0;
  let body: Body | null = null;
  const begin = (bytes: Uint8Array): Body => {
    head = null;
    const started = bodyOf(bytes);
    started.push(bytes);
    return started;
  };
  return {
    push(bytes) {
      seen += bytes.length;
      if (seen > logBytesMax) return;
      if (body) body.push(bytes);
      else if (head) {
        head = joined(head, bytes);
        if (head.length >= headBytes) body = begin(head);
      }
    },
    /** True if no more data is accepted, so the rest of an archive need not be unpacked. */
    get isFull() {
      return seen > logBytesMax;
    },
    end() {
      if (seen === 0) return failure('empty');
      if (seen > logBytesMax) return failure('too-large');
      return (body ?? begin(head ?? new Uint8Array(0))).end();
    },
  };
}

export function readLog(bytes: Uint8Array): ReadLog {
  const reader = createLogReader();
  reader.push(bytes);
  return reader.end();
}

type LogKind =
  | { readonly kind: 'text'; readonly format: string }
  | { readonly kind: 'binary'; readonly format: string }
  /** A log of another program, in a form we do not read. */
  | { readonly kind: 'unsupported'; readonly format: string };

/** Whether the start of a file (64 KiB is sufficient) is a log, and of which kind. */
export function recognizeLog(bytes: Uint8Array): LogKind | null {
  if (isMlvlg(bytes)) return { kind: 'binary', format: 'MegaLogViewer binary log' };
  const foreign = foreignLog(bytes);
  if (foreign) return { kind: 'unsupported', format: foreign };
  const encoding = encodingOf(bytes.subarray(0, headBytes));
  if (!encoding) return null;
  const part = bytes.subarray(0, layoutBytes);
  const layout = layoutOf(linesOf(new TextDecoder(encoding).decode(part), lineEndOf(part)));
  return layout && { kind: 'text', format: layout.format };
}

type Body = { push(bytes: Uint8Array): void; end(): ReadLog };

const failure = (reason: LogFailure, format: string | null = null): ReadLog => ({ ok: false, failure: reason, format });

function bodyOf(start: Uint8Array): Body {
  if (isMlvlg(start)) return binaryBody();
  const foreign = foreignLog(start);
  const encoding = foreign === null ? encodingOf(start.subarray(0, headBytes)) : null;
  if (encoding) return textBody(encoding);
  return { push: () => {}, end: () => failure(foreign ? 'unsupported' : 'unrecognised', foreign) };
}

function binaryBody(): Body {
  const reader = new MlvlgReader();
  return {
    push: (bytes) => reader.push(bytes),
    end() {
      const log = reader.end();
      if (reader.isFull) return failure('too-large');
      return log ? { ok: true, log } : failure('unrecognised');
    },
  };
}

function textBody(encoding: TextEncoding): Body {
  const isPlain = encoding === 'utf-8' || encoding.startsWith('windows');
  // UTF-16 is converted to UTF-8 on input, so all later code works on single bytes.
  const wide = isPlain ? null : new TextDecoder(encoding);
  const plain = isPlain ? encoding : 'utf-8';
  const decode: Decode = (bytes, from, to) => textOf(bytes, from, Math.min(to, from + cellBytesMax), plain);
  let held: Uint8Array = new Uint8Array(0);
  let reader: LineReader | null = null;
  let lineEnd = newline;
  let failed: LogFailure | null = null;

  const begin = (bytes: Uint8Array, last: boolean): number => {
    const part = bytes.subarray(0, layoutBytes);
    lineEnd = lineEndOf(part);
    const cut = last && part.length === bytes.length ? part.length : part.lastIndexOf(lineEnd);
    const lines = cut < 0 ? [] : linesOf(new TextDecoder(plain).decode(part.subarray(0, cut)), lineEnd);
    const layout = layoutOf(lines);
    if (!layout) {
      failed = hasNamesOnly(lines) ? 'no-rows' : 'unrecognised';
      return bytes.length;
    }
    reader = viewerOf(layout, decode);
    let at = 0;
    for (let nth = 0; nth < layout.dataAt; nth++) at = bytes.indexOf(lineEnd, at) + 1;
    return at;
  };
  const take = (more: Uint8Array, last: boolean) => {
    if (failed) return;
    const bytes = held.length === 0 ? more : joined(held, more);
    let at = 0;
    if (!reader) {
      if (!last && bytes.length < layoutBytes) {
        held = bytes === more ? more.slice() : bytes;
        return;
      }
      at = begin(bytes, last);
      if (!reader) return;
    }
    const to: LineReader = reader;
    for (let end = at; end < bytes.length; end++) {
      if (bytes[end] !== lineEnd) continue;
      to.add(bytes, at, withoutReturns(bytes, at, end));
      at = end + 1;
    }
    if (last && at < bytes.length) to.add(bytes, at, withoutReturns(bytes, at, bytes.length));
    held = last ? new Uint8Array(0) : bytes.slice(at);
    if (held.length > logLineCharsMax) failed = 'unrecognised';
    if (to.isFull) failed = 'too-large';
  };
  const narrow = (bytes?: Uint8Array) =>
    new TextEncoder().encode(wide?.decode(bytes, { stream: bytes !== undefined }) ?? '');
  return {
    push: (bytes) => take(wide ? narrow(bytes) : bytes, false),
    end() {
      take(wide ? narrow() : new Uint8Array(0), true);
      if (failed || !reader) return failure(failed ?? 'unrecognised');
      const log = reader.end();
      return log && log.rows > 0 && log.channels.length > 0 ? { ok: true, log } : failure('unrecognised');
    },
  };
}

type LineReader = Pick<TableReader, 'add' | 'isFull' | 'end'>;

function viewerOf(layout: Layout, decode: Decode): LineReader {
  if (layout.long) return new LongReader(layout, layout.long, decode);
  return layout.format.startsWith('VCDS') ? new SessionReader(layout, decode) : new TableReader(layout, decode);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function withoutReturns(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && bytes[end - 1] === carriage) end--;
  return end;
}

const plainLetters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Short ASCII cells need no decoder. A quote within quotes is doubled. */
function textOf(bytes: Uint8Array, from: number, to: number, encoding: string): string {
  if (to - from > 48) return decoded(bytes, from, to, encoding);
  let text = '';
  let tidy = true;
  for (let at = from; at < to; at++) {
    const code = bytes[at] as number;
    if (code > 127) return decoded(bytes, from, to, encoding);
    if (code === 0 || code === quote) tidy = false;
    text += plainLetters[code];
  }
  return tidy ? text : tidied(text);
}

const decoded = (bytes: Uint8Array, from: number, to: number, encoding: string): string =>
  tidied(new TextDecoder(encoding).decode(bytes.subarray(from, to)));

const tidied = (text: string): string => withoutNothing(text).replaceAll('""', '"');

const informationOf = ({ columns }: Layout): number =>
  columns.length + columns.filter(({ unit }) => unit !== '').length;

/** Names with line breaks span several lines; they are joined if that yields a better layout. */
function layoutOf(lines: readonly string[]): Layout | null {
  if (isSettings(lines)) return null;
  const plain = knownLayout(lines) ?? tableLayout(lines);
  const folded = foldedLines(lines);
  const whole = folded && tableLayout(folded.lines);
  if (!whole || (plain && informationOf(plain) >= informationOf(whole))) return plain;
  return { ...whole, dataAt: folded.startOf[whole.dataAt] ?? whole.dataAt };
}

const settingsLooked = 400;

/** Definition and settings files: most lines are assignments, which never occur in logs. */
function isSettings(lines: readonly string[]): boolean {
  let [filled, assigned] = [0, 0];
  for (const line of lines) {
    const text = line.slice(0, 200).trimStart();
    if (text === '' || text.startsWith(';') || text.startsWith('#')) continue;
    if (/^[A-Za-z_][\w.-]{0,60}\s*=/.test(text)) assigned++;
    if (++filled >= settingsLooked) break;
  }
  return assigned >= 5 && assigned * 2 > filled;
}

/** Written by hand, because a regular expression would backtrack over a million characters. */
function withoutReturnSigns(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === carriage) end--;
  return line.slice(0, end);
}

const newline = 10;
const carriage = 13;
const quote = 34;

/** The line ending is the same throughout a file, so its first lines are sufficient. */
const lineEndsLooked = 1000;

/** Old programs end lines with only a carriage return, though not always the last one. */
function lineEndOf(bytes: Uint8Array): number {
  let newlines = 0;
  let bare = 0;
  for (let at = 0; at < bytes.length && newlines + bare < lineEndsLooked; at++) {
    if (bytes[at] === newline) newlines++;
    else if (bytes[at] === carriage && bytes[at + 1] !== newline) bare++;
  }
  return bare > newlines ? carriage : newline;
}

/** The longest header declares a few thousand channels in four lines each. */
const headLinesMax = 20_000;

const linesOf = (text: string, lineEnd: number): string[] =>
  withoutNothing(lineEnd === carriage ? text.replaceAll('\n', ' ') : text)
    .split(String.fromCharCode(lineEnd), headLinesMax)
    .map(withoutReturnSigns);

/** NUL padding is not part of a name, and PostgreSQL rejects it. */
const withoutNothing = (text: string): string => text.replaceAll('\0', '');

/** Logs of other programs that have their own signature. */
function foreignLog(head: Uint8Array): string | null {
  const starts = (...bytes: number[]) => bytes.every((byte, nth) => head[nth] === byte);
  const text = (at: number, most: number) => String.fromCharCode(...head.subarray(at, at + most));
  if (text(0, 18) === 'EMERALD v1.00 file') return 'AEM log';
  if (starts(0xd7, 0, 0, 0, 0x6c, 0x66, 0x33)) return 'Link log';
  if (starts(0x40, 0, 0, 0) && /^[A-Z]{2,4}/.test(text(0x4a, 4))) return 'MoTeC log';
  return null;
}
