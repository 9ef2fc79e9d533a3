/** Lines after joining quoted cells that contain line breaks, with the first file line of each. */
type FoldedLines = { readonly lines: readonly string[]; readonly startOf: readonly number[] };

/** Column names are at the top of a file. */
const linesLooked = 600;
/** Maximum line breaks in a row of names. A quote that is still open after that is not a quote, and the search ends. */
const breaksMax = 400;

/** null if no cell spans lines, as in most files. */
export function foldedLines(lines: readonly string[]): FoldedLines | null {
  const folded: string[] = [];
  const startOf: number[] = [];
  let looked = linesLooked;
  for (let at = 0; at < lines.length; ) {
    const closed = at < looked ? lastLineOf(lines, at) : at;
    if (closed === null) looked = at;
    const last = closed ?? at;
    startOf.push(at);
    folded.push(last === at ? (lines[at] as string) : lines.slice(at, last + 1).join(' '));
    at = last + 1;
  }
  return folded.length === lines.length ? null : { lines: folded, startOf };
}

/** null if its quote is not closed. */
function lastLineOf(lines: readonly string[], first: number): number | null {
  let quoted = endsQuoted(lines[first] as string, false);
  if (!quoted) return first;
  for (let at = first + 1; at < Math.min(lines.length, first + breaksMax); at++) {
    quoted = endsQuoted(lines[at] as string, quoted);
    if (!quoted) return at;
  }
  return null;
}

/** Whether a line ends within quotes. Only a quote at the start of a cell opens one; a doubled quote is a literal. */
function endsQuoted(line: string, before: boolean): boolean {
  if (!line.includes('"')) return before;
  let quoted = before;
  let begins = !before;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string;
    if (quoted) {
      if (sign !== '"') continue;
      if (line[at + 1] === '"') at++;
      else quoted = false;
    } else if (sign === '"' && begins) {
      quoted = true;
      begins = false;
    } else if (sign === ',' || sign === ';' || sign === '\t' || sign === '|') begins = true;
    else if (sign !== ' ') begins = false;
  }
  return quoted;
}
