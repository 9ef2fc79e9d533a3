import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';

/** One record of a table with its first line number, counted from 1. */
export type TableRecord = { readonly line: number; readonly cells: readonly string[] };

const recordCharactersUsual = 100_000;

export class TableError extends Error {
  override readonly name = 'TableError';
}

/** Maximum size of the decompressed text, whatever the size of the compressed file. */
const textBytesMax = 2 * 1024 ** 3;
/** Maximum compression ratio; anything above it is a decompression bomb. Does not apply to small files. */
const unpackedTimesMax = 100;
const unpackedBytesFree = 32 * 1024 * 1024;

/**
 * The plain bytes, decompressed if the first two indicate gzip. Files that are not tables are rejected before they are
 * read.
 */
async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  const { bytesRead } = await file.read(head, 0, 4, 0);
  const { size } = await file.stat();
  await file.close();
  if (head.toString('latin1').startsWith('PK'))
    throw new TableError('This is a workbook or a zip file. Save the sheet as CSV and upload that.');
  if (bytesRead >= 4 && head.readUInt32BE(0) === 0xd0cf11e0)
    throw new TableError('This is an old Excel workbook. Save the sheet as CSV and upload that.');
  const bytes = createReadStream(path);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isPacked ? bytes.pipe(createGunzip()) : bytes;
  // pipe does not forward errors: a vanished file must not leave the reader waiting.
  bytes.on('error', (error) => stream.destroy(error));
  let sum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum += chunk.length;
      if (isPacked && sum > unpackedBytesFree && sum > size * unpackedTimesMax)
        throw new TableError('The gzip file unpacks to far more data than expected. Upload the file uncompressed.');
      if (sum > textBytesMax) throw new TableError('The file has more than 2 GB of text. Split it.');
      yield chunk;
    }
  } catch (error) {
    if (isPacked && (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new TableError('The gzip file is damaged or incomplete. Compress it again.');
    throw error;
  } finally {
    bytes.destroy();
  }
}

/** A single NUL in a valid UTF-8 text is a fault of the exporting program; many are a sign of a binary file. */
const zerosShareMax = 0.1;

/** UTF-16 by its byte order mark, UTF-8 if the whole file is valid, otherwise Windows-1252. */
async function encodingOf(path: string): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  let zeros = 0;
  let bytes = 0;
  try {
    for await (const chunk of plainBytes(path)) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
      const unmarked = first ? wideLetters(chunk) : null;
      if (unmarked) return unmarked;
      first = false;
      bytes += chunk.length;
      if (chunk.includes(0)) zeros += chunk.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
      if (zeros > bytes * zerosShareMax) throw notText();
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Neither UTF-8 nor free of NUL: an image or a program.
    if (zeros > 0) throw notText();
    return 'windows-1252';
  }
}

/** UTF-16 without a byte order mark: every other byte of western text is zero. */
function wideLetters(chunk: Buffer): 'utf-16le' | 'utf-16be' | null {
  const head = chunk.subarray(0, 400);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (head.length < 8) return null;
  if (odd > head.length * 0.4 && even === 0) return 'utf-16le';
  return even > head.length * 0.4 && odd === 0 ? 'utf-16be' : null;
}

const notText = () => new TableError('The file is not a text file. Save it as CSV or TSV.');

async function* decoded(path: string): AsyncGenerator<string> {
  const encoding = await encodingOf(path);
  const decoder = new TextDecoder(encoding);
  for await (const chunk of plainBytes(path)) {
    const text = decoder.decode(chunk, { stream: true });
    // PostgreSQL does not store NUL.
    if (!text.includes('\0')) yield text;
    else if (encoding === 'utf-8') yield text.replaceAll('\0', '');
    else throw notText();
  }
  yield decoder.decode();
}

/** The most frequent delimiter of the header outside quotes; a header with a single column has none. */
function delimiterOf(header: string): string {
  const [best] = delimiterCounts(header);
  return best !== undefined && best[0] > 0 ? best[1] : '\t';
}

function delimiterCounts(line: string) {
  const bare = line.replace(/"[^"]*"/g, '');
  return ['\t', ';', ',', '|'].map((mark) => [bare.split(mark).length - 1, mark] as const).sort((a, b) => b[0] - a[0]);
}

const delimitersIn = (line: string): number => delimiterCounts(line)[0]?.[0] ?? 0;

/**
 * The first line that may contain column names. A title line has no delimiter, or one that the following lines do not
 * use.
 */
function belowTitle(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, 12).filter((line) => line.trim() !== '');
  const isTitle = (line: string, at: number) => {
    const mark = delimiterOf(line);
    const below = lines.slice(at + 1);
    return below.some((one) => delimitersIn(one) > 0) && !below.some((one) => one.includes(mark));
  };
  return lines.find((line, at) => !isTitle(line, at)) ?? '';
}

/** Lines before the header: spreadsheet directives and comments. */
const preamble = /^(?:sep=(.)|#[^\r\n]*|[,;\t| ]*)(?:\r\n|\r|\n)/i;

/** The start of JSON, XML or HTML. */
const markup = /^\s*(?:[[{]\s*["{[]|<[a-z!?])/i;

/** Streams the records of a delimited text. Quoted cells may contain delimiters, quotes and line breaks. */
export async function* readTable(
  path: string,
  recordCharactersMax = recordCharactersUsual,
): AsyncGenerator<TableRecord> {
  let delimiter = '';
  let quoted: string | undefined;
  let rest = '';
  let line = 1;
  for await (const part of withEnd(decoded(path))) {
    rest += part ?? '';
    if (delimiter === '') {
      for (let before = preamble.exec(rest); before; before = preamble.exec(rest)) {
        quoted = before[1] ?? quoted;
        rest = rest.slice(before[0].length);
        line += 1;
      }
      if (markup.test(rest)) throw new TableError('The file has no rows and columns. Save it as CSV or TSV.');
      const end = rest.search(/\r|\n/);
      if (end < 0 && part !== null && rest.length <= recordCharactersMax) continue;
      delimiter = quoted ?? delimiterOf(belowTitle(rest.slice(0, recordCharactersMax)));
    }
    for (;;) {
      const found = takeRecord(rest, delimiter, part === null, recordCharactersMax);
      if (!found) break;
      rest = rest.slice(found.length);
      if (found.cells.some((cell) => cell !== '')) yield { line, cells: found.cells };
      line += found.lines;
    }
    if (rest.length > recordCharactersMax)
      throw new TableError(`Row ${line}: the record is too long. Check for an unclosed quote.`);
  }
}

async function* withEnd(parts: AsyncIterable<string>): AsyncGenerator<string | null> {
  for await (const part of parts) yield part;
  yield null;
}

/** The first complete record of the text, or null if more text is needed. */
function takeRecord(text: string, delimiter: string, ended: boolean, charactersMax: number) {
  if (text === '') return null;
  const cells: string[] = [];
  let at = 0;
  let lines = 1;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = takeQuoted(text, at, delimiter, ended, charactersMax);
      if (quoted === 'more') return null;
      if (quoted) {
        cell = quoted.cell;
        at = quoted.end;
        lines += cell.split('\n').length - 1;
      } else {
        const end = endOfCell(text, at, delimiter);
        if (end === text.length && !ended) return null;
        cell = text.slice(at, end);
        at = end;
      }
    } else {
      const end = endOfCell(text, at, delimiter);
      if (end === text.length && !ended) return null;
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (at >= text.length) return ended ? { cells, length: text.length, lines } : null;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    // The second half of a CRLF may be in the next chunk.
    if (text[at] === '\r' && at + 1 >= text.length && !ended) return null;
    return { cells, length: at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1), lines };
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === delimiter || mark === '\n' || mark === '\r') return at;
  }
  return text.length;
}

/** Parses a quoted cell; null if the quote is literal, as in 5" display. */
function takeQuoted(text: string, from: number, delimiter: string, ended: boolean, charactersMax: number) {
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return ended || text.length - from > charactersMax ? null : ('more' as const);
    const after = text[close + 1];
    if (after === undefined && !ended) return 'more' as const;
    if (after === '"') {
      at = close + 2;
      continue;
    }
    if (after !== undefined && after !== delimiter && after !== '\n' && after !== '\r') return null;
    return { cell: text.slice(from + 1, close).replace(/""/g, '"'), end: close + 1 };
  }
}

/** The content hash of the file and its number of records. */
export async function examineTable(
  path: string,
  recordCharactersMax = recordCharactersUsual,
  read: (path: string, recordCharactersMax: number) => AsyncIterable<TableRecord> = readTable,
): Promise<{ sha256: Buffer; records: number }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  let records = -1;
  for await (const _record of read(path, recordCharactersMax)) records += 1;
  return { sha256: hash.digest(), records: Math.max(0, records) };
}
