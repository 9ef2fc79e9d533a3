const separators = [',', ';', '\t', '|', ' '] as const;
const linesLookedAt = 40;

/**
 * Whether a text consists of rows of readings from its first line; false for prose, markup, settings and tables with
 * names.
 */
export function isBareReadings(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, linesLookedAt).filter((line) => line.trim() !== '');
  return separators.some((separator) => {
    // Numbers separated by blanks also occur in prose, so more such lines are required.
    const wanted = separator === ' ' ? 6 : 2;
    if (isByYear(lines[0] ?? '', separator)) return false;
    return lines.length >= wanted && lines.slice(0, wanted).every((line) => isRow(line, separator));
  });
}

/**
 * Whether nearly all of the first lines have the same number of columns. Blanks do not count as separators, because
 * they also separate words.
 */
export function isDelimited(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, linesLookedAt).filter((line) => line.trim() !== '');
  return separators.some((separator) => {
    if (separator === ' ' || lines.length < 2) return false;
    const counts = lines.map((line) => line.split(separator, 500).length).sort((a, b) => a - b);
    const usual = counts[counts.length >> 1] ?? 1;
    return usual > 1 && counts.filter((count) => count === usual).length * 5 >= counts.length * 4;
  });
}

/** Columns of years such as 1973, 1974, 1975 after country names are not readings. */
function isByYear(line: string, separator: string): boolean {
  const cells = line.split(separator, 500);
  const first = cells.findIndex((cell) => /^"?(?:19|20)\d\d"?$/.test(cell.trim()));
  if (first < 1) return false;
  const [year = 0, next, third] = cells.slice(first, first + 3).map((cell) => Number(cell.trim().replaceAll('"', '')));
  return next === year + 1 && third === year + 2;
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
  // A leading time is strong evidence; a row that starts with words needs more numbers after them.
  return startsWithReading ? numbers * 2 >= filled : numbers * 3 >= filled * 2;
}

/** A number in any notation, or a time of day. */
const isReading = (cell: string): boolean =>
  cell.length <= 30 &&
  (/^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?\s?%?$/i.test(cell) || /^\d{1,4}:\d{2}/.test(cell));
