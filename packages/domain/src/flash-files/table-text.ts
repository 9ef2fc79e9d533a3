const separators = [',', ';', '\t', '|', ' '] as const;
const linesLookedAt = 4000;

/** Whether a text has rows of readings, as every text log has; prose, markup and settings have not. */
export function hasRowsOfReadings(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, linesLookedAt);
  return separators.some((separator) => {
    // Numbers between blanks occur in letters too; a log has many such lines.
    const wanted = separator === ' ' ? 6 : 2;
    let rows = 0;
    for (const line of lines) {
      if (isRow(line, separator)) rows += 1;
      if (rows >= wanted) return true;
    }
    return false;
  });
}

function isRow(line: string, separator: string): boolean {
  if (line.length > 20_000) return false;
  let filled = 0;
  let numbers = 0;
  let cells = 0;
  let startsWithReading = false;
  for (const cell of line.split(separator, 500)) {
    cells += 1;
    const bare = cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim();
    if (bare === '' || bare === '-') continue;
    filled += 1;
    if (!isReading(bare)) continue;
    numbers += 1;
    startsWithReading ||= filled === 1;
  }
  if (cells < 2 || numbers < 2) return false;
  // A time in front is a strong sign; a row that starts with words needs more numbers behind them.
  return startsWithReading ? numbers * 2 >= filled : numbers * 3 >= filled * 2;
}

/** A number in any notation, or a time of day. */
const isReading = (cell: string): boolean =>
  cell.length <= 30 &&
  (/^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s?%?$/i.test(cell) || /^\d{1,4}:\d{2}/.test(cell));
