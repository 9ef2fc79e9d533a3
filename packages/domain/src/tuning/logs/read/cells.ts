/** Splits a line into cells without surrounding quotes and blanks. An unclosed quote ends with the line. */
export function cellsOf(line: string, separator: string): string[] {
  if (separator === ' ') return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === ' ') at++;
    if (line[at] === '"') {
      let text = '';
      let from = at + 1;
      let end = line.indexOf('"', from);
      while (end >= 0 && line[end + 1] === '"') {
        text += line.slice(from, end + 1);
        from = end + 2;
        end = line.indexOf('"', from);
      }
      if (end < 0) end = line.length;
      text += line.slice(from, end);
      const next = line.indexOf(separator, end);
      // Text between the closing quote and the separator also belongs to the cell: "1.8" R4.
      const rest = line.slice(end + 1, next < 0 ? line.length : next).trim();
      cells.push(rest === '' ? text.trim() : `${text}${rest}`.trim());
      if (next < 0) return cells;
      at = next + 1;
    } else {
      const next = line.indexOf(separator, at);
      if (next < 0) {
        cells.push(line.slice(at).trim());
        return cells;
      }
      cells.push(line.slice(at, next).trim());
      at = next + 1;
    }
  }
}

/** Rejoins cells of names that contain the separator within brackets. */
export function joinedInBrackets(cells: readonly string[], separator: string): string[] {
  const joined: string[] = [];
  let depth = 0;
  for (const cell of cells) {
    if (depth > 0) joined[joined.length - 1] += `${separator}${cell}`;
    else joined.push(cell);
    for (const sign of cell) depth += sign === '(' ? 1 : sign === ')' && depth > 0 ? -1 : 0;
  }
  return joined;
}

/** Whether a line has only blanks, separators and quotes. */
export function isBlank(bytes: Uint8Array, from: number, to: number, mark: number): boolean {
  for (let at = from; at < to; at++) {
    const code = bytes[at] as number;
    if (code > 32 && code !== mark && code !== quote) return false;
  }
  return true;
}

const quote = 34;
const tens = Array.from({ length: 23 }, (_, nth) => 10 ** nth);

/**
 * Parses a plain number between two offsets without a substring; NaN for anything else. Up to 15 digits are exact;
 * longer ones use `Number`.
 */
export function numberIn(text: string, from: number, to: number, comma: boolean): number {
  let at = from;
  const sign = text.charCodeAt(at);
  if (sign === 45 || sign === 43) at++;
  let digits = 0;
  let value = 0;
  let decimals = -1;
  for (; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48);
      digits++;
      if (decimals >= 0) decimals++;
    } else if (decimals < 0 && (code === 46 || (comma && code === 44))) decimals = 0;
    else return digits > 0 && (code === 69 || code === 101) ? slowNumber(text.slice(from, to), comma) : Number.NaN;
  }
  if (digits === 0) return Number.NaN;
  if (digits > 15) return slowNumber(text.slice(from, to), comma);
  const result = decimals > 0 ? value / (tens[decimals] as number) : value;
  return sign === 45 ? -result : result;
}

/** The same on bytes. Also NaN for exponents and more than 15 digits. */
export function numberInBytes(bytes: Uint8Array, from: number, to: number, comma: boolean): number {
  let at = from;
  const sign = bytes[at] as number;
  if (sign === 45 || sign === 43) at++;
  const first = at;
  let value = 0;
  let decimals = -1;
  for (; at < to; at++) {
    const code = bytes[at] as number;
    if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48);
    } else if (decimals < 0 && (code === 46 || (comma && code === 44))) decimals = at;
    else return Number.NaN;
  }
  const digits = to - first - (decimals < 0 ? 0 : 1);
  if (digits === 0 || digits > 15) return Number.NaN;
  const result = decimals < 0 || decimals === to - 1 ? value : value / (tens[to - 1 - decimals] as number);
  return sign === 45 ? -result : result;
}

function slowNumber(text: string, comma: boolean): number {
  const plain = comma ? text.replace(',', '.') : text;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Words for the two states of a switch. */
const switches: ReadonlyMap<string, number> = new Map([
  ...['on', 'true', 'yes', 'active', 'enabled', 'open', 'ein', 'ja', 'aktiv'].map((word) => [word, 1] as const),
  ...['off', 'false', 'no', 'inactive', 'disabled', 'closed', 'aus', 'nein', 'inaktiv'].map(
    (word) => [word, 0] as const,
  ),
]);

const missing = new Set([
  '-',
  '--',
  '---',
  'nan',
  'n/a',
  'na',
  'null',
  'none',
  '#n/a',
  '∞',
  '-∞',
  'inf',
  '-inf',
  'infinity',
]);

export const isMissing = (cell: string): boolean =>
  cell === '' || (cell.length <= 8 && missing.has(cell.toLowerCase()));

export type CellValue =
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'word' };

const wordCell: CellValue = { kind: 'word' };
const missingCell: CellValue = { kind: 'missing' };
/** Matches 825.0 rpm and 825.0 revolutions_per_minute. */
const withUnit = /^([+-]?\d[\d.,]{0,18})\s*([a-zA-Z°*%µλ/][^\s\d]{0,23})$/;
const cellSignsMax = 44;

/** 1 234,5 and 1'234.5: any blank or an apostrophe as thousands separator. */
const groupedByBlanks = /^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;

const isFigure = (code: number): boolean => code >= 48 && code <= 57;

const isHex = (cell: string): boolean =>
  (cell.charCodeAt(1) | 32) === 120 && cell.charCodeAt(0) === 48 && /^0x[0-9a-f]{1,8}$/i.test(cell);

/** Parses a cell that is not a plain number. */
export function oddCell(cell: string, comma: boolean): CellValue {
  if (isMissing(cell)) return missingCell;
  if (cell.length > cellSignsMax) return wordCell;
  const plain = numberIn(cell, 0, cell.length, comma);
  if (!Number.isNaN(plain)) return { kind: 'number', value: plain, unit: '' };
  const place = switches.get(cell.toLowerCase());
  if (place !== undefined) return { kind: 'number', value: place, unit: '' };
  // Checks single characters first, because this runs for every cell of a text column.
  const first = cell.charCodeAt(0);
  if (first > 127 && /^[−–]\d/.test(cell)) return oddCell(`-${cell.slice(1)}`, comma);
  const isSigned = first === 43 || first === 45;
  if (!isFigure(isSigned ? cell.charCodeAt(1) : first)) return wordCell;
  if (/[\s'’]/.test(cell) && groupedByBlanks.test(cell)) return oddCell(cell.replaceAll(/[\s'’]/g, ''), true);
  if (isHex(cell)) return { kind: 'number', value: Number(cell), unit: '' };
  const grouped = cell.includes(',') ? withCommas(cell, comma) : null;
  if (grouped !== null) return { kind: 'number', value: Number(grouped), unit: '' };
  const measured = withUnit.exec(cell);
  if (measured) {
    const [, figure = '', unit = ''] = measured;
    const value = numberIn(figure, 0, figure.length, comma || !figure.includes('.'));
    if (!Number.isNaN(value)) return { kind: 'number', value, unit };
  }
  return wordCell;
}

/** Normalizes 1,234.5 or 1.234,5 to JavaScript notation; null for anything else. */
function withCommas(cell: string, comma: boolean): string | null {
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(cell)) return cell.replaceAll(',', '');
  // In a file with decimal points, a comma not followed by exactly three digits can only be a decimal comma.
  if (!comma) return /^[+-]?\d+,(?:\d{1,2}|\d{4,})$/.test(cell) ? cell.replace(',', '.') : null;
  return /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : null;
}
