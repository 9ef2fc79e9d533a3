import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';

/** One record of a table with the line it begins on, counted from 1. */
export type TableRecord = { readonly line: number; readonly cells: readonly string[] };

const recordCharactersMax = 100_000;

export class TableError extends Error {
  override readonly name = 'TableError';
}

/** What the bytes say the file is: gzip by its first two, then UTF-8 or UTF-16 by its mark. */
async function* decoded(path: string): AsyncGenerator<string> {
  const file = await open(path);
  const head = Buffer.alloc(2);
  await file.read(head, 0, 2, 0);
  await file.close();
  const bytes = createReadStream(path);
  const stream = head[0] === 0x1f && head[1] === 0x8b ? bytes.pipe(createGunzip()) : bytes;
  // pipe does not hand on errors: a file that vanishes must not leave the reader waiting.
  bytes.on('error', (error) => stream.destroy(error));
  let decoder: TextDecoder | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

/** The delimiter the header uses most; a header of one name has none to show. */
function delimiterOf(header: string): string {
  const counts = ['\t', ';', ',', '|'].map((mark) => [header.split(mark).length - 1, mark] as const);
  const [best] = counts.sort((a, b) => b[0] - a[0]);
  return best !== undefined && best[0] > 0 ? best[1] : '\t';
}

/** Records of a delimited text, read as a stream. Quoted cells may hold delimiters, quotes and line breaks. */
export async function* readTable(path: string): AsyncGenerator<TableRecord> {
  let delimiter = '';
  let rest = '';
  let line = 1;
  for await (const part of withEnd(decoded(path))) {
    rest += part ?? '';
    if (delimiter === '') {
      const end = rest.search(/\r|\n/);
      if (end < 0 && part !== null) continue;
      delimiter = delimiterOf(end < 0 ? rest : rest.slice(0, end));
    }
    for (;;) {
      const found = takeRecord(rest, delimiter, part === null);
      if (!found) break;
      rest = rest.slice(found.length);
      if (found.cells.some((cell) => cell !== '')) yield { line, cells: found.cells };
      line += found.lines;
    }
    if (rest.length > recordCharactersMax) throw new TableError(`Line ${line}: the record does not end.`);
  }
}

async function* withEnd(parts: AsyncIterable<string>): AsyncGenerator<string | null> {
  for await (const part of parts) yield part;
  yield null;
}

/** The first whole record of the text, or null when more text must come first. */
function takeRecord(text: string, delimiter: string, ended: boolean) {
  if (text === '') return null;
  const cells: string[] = [];
  let at = 0;
  let lines = 1;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = takeQuoted(text, at, delimiter, ended);
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
    // The other half of a line end may be in the next part.
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

/** A cell in quotes; null when the quote is no such quote, as in 5" display. */
function takeQuoted(text: string, from: number, delimiter: string, ended: boolean) {
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0) return ended || text.length - from > recordCharactersMax ? null : ('more' as const);
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

/** What names a file whatever it is called, and how many records it has. */
export async function examineTable(path: string): Promise<{ sha256: Buffer; records: number }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  let records = -1;
  for await (const _record of readTable(path)) records += 1;
  return { sha256: hash.digest(), records: Math.max(0, records) };
}
