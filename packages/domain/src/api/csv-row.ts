/** `{ number: '-12.34' }` is an exact amount as text; it is written as a number. */
export type CsvCell = string | number | bigint | boolean | null | undefined | { readonly number: string };

// Spreadsheets evaluate a text cell that starts with one of these as a formula.
const startsFormula = /^[=+\-@\t\r\n\0]/;
const isDecimal = /^-?\d+(\.\d+)?$/;

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'object') return isDecimal.test(cell.number) ? cell.number : quoted(cell.number);
  return quoted(cell);
}

function quoted(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n\t;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 with CRLF. Text that looks like a formula is escaped; numbers stay numbers. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

export const toCsv = (head: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [head, ...rows].map(csvRow).join('');
