import { canonicalYear, isVehicleYear } from '@tuneport/domain/catalog/vehicles/vehicle-path';

const yearsPerRowMax = 60;
const [oldestYear, newestYear] = [1885, 2100];
/** Older than this without an end: nobody wrote it down. It is not built any more. */
const stillBuiltSinceMax = 25;

const dash = String.raw`\s*(?:-|–|—|−|~|→|/|\bto\b|\btill?\b|\buntil\b|\bbis\b|\ba\b|\bau\b|\baan\b|\bdo\b|\bтил\b|\.\.+|…)\s*`;
const present =
  /^(?:present|now|today|current|ongoing|heute|aktuell|actuel|presente|actual|oggi|heden|obecnie|н\.?\s?в\.?|настоящее время|至今|[-–—+>…]+|\.\.+)$/i;
const since = /^(?:since|from|after|ab|seit|od|desde|depuis|dal|vanaf|с)\s+/i;

const plausible = (year: number) => year >= oldestYear && year <= newestYear;

/** The year of a date, "2014-03", "03/2014", "2014-03-01T00:00"; anything else as it is. */
export const yearIn = (text: string): string =>
  /^(\d{4})[-./]\d{1,2}(?:[-./]\d{1,2})?(?:[T ]\d{1,2}:.*)?$/.exec(text)?.[1] ??
  /^\d{1,2}[-./](?:\d{1,2}[-./])?(\d{4})(?: \d{1,2}:.*)?$/.exec(text)?.[1] ??
  /^\p{L}{3,9}\.?\s+(\d{4})$/u.exec(text)?.[1] ??
  text;

/** "2004–08" ends in 2008. */
const lastOf = (first: string, last: string) => Number(last.length === 2 ? `${first.slice(0, 2)}${last}` : last);

function spread(first: number, last: number, said: string): readonly string[] | string {
  if (last < first || last - first >= yearsPerRowMax) return `The years "${said.slice(0, 40)}" are no span of years.`;
  if (!plausible(first) || !plausible(last)) return `The years "${said.slice(0, 40)}" are no years.`;
  return Array.from({ length: last - first + 1 }, (_, n) => String(first + n));
}

/** What has no end is built still, up to this year. */
const stillBuilt = (first: number, thisYear: number): number =>
  first > thisYear || thisYear - first > stillBuiltSinceMax ? first : thisYear;

/** The years of one cell: a year, a span of years, a list of them, the months of a span, or the word Series. */
export function yearsInCell(cell: string, thisYear: number): readonly string[] | string {
  if (/^series$/i.test(cell)) return ['Series'];
  const said = cell.replace(/^my\s*/i, '').replace(/(?<=\d)\s*(?:г\.?(?:в\.?)?|年(?:款|式)?)$/i, '');
  const decimal = said.replace(/^(\d{4})[.,]0+$/, '$1').replace(/^(\d{4}),(\d)$/, '$1.$2');
  const alone = isVehicleYear(decimal) ? decimal : yearIn(said);
  if (isVehicleYear(alone) && plausible(Number(alone))) return [canonicalYear(alone)];
  const start = since.test(said) ? said.replace(since, '') : said;
  const opened = /^(.*?\d{4})\s*(?:-|–|—|\+|→|>|\.\.+|…|\bto\b)+\s*$/.exec(start)?.[1] ?? (start === said ? '' : start);
  const [from = '', to = '', ...more] = start.split(new RegExp(dash, 'i'));
  const open = opened !== '' ? opened : more.length === 0 && present.test(to) ? from : '';
  if (/^\d{4}$/.test(yearIn(open))) {
    const first = Number(yearIn(open));
    return spread(first, stillBuilt(first, thisYear), cell);
  }
  const list = said.split(/\s*[,;&|]\s*/);
  if (list.length > 1 && list.length <= yearsPerRowMax && list.every((one) => /^\d{4}$/.test(one)))
    return list.every((one) => plausible(Number(one)))
      ? [...new Set(list)]
      : `The years "${cell.slice(0, 40)}" are no years.`;
  const range = /^(\d{4})\s*(?:-|–|—|−|~|\/|to|bis|\.\.+|…)\s*(\d{4}|\d{2})$/i.exec(said);
  if (range) return spread(Number(range[1]), lastOf(range[1] ?? '', range[2] ?? ''), cell);
  const dated = /^([\d./]{6,10})\s*(?:-|–|—|−|~|to|bis)\s*([\d./]{6,10})$/i.exec(said);
  const [first, last] = [yearIn(dated?.[1] ?? ''), yearIn(dated?.[2] ?? '')];
  if (/^\d{4}$/.test(first) && /^\d{4}$/.test(last)) return spread(Number(first), Number(last), cell);
  return `The year "${cell.slice(0, 40)}" is no year.`;
}

/** The years between two cells. */
export function yearsBetween(from: string, to: string, thisYear: number): readonly string[] | string {
  if (from === '') return 'The year is empty.';
  const first = Number(yearIn(from));
  const open = to === '' || present.test(to);
  const last = open ? stillBuilt(first, thisYear) : Number(yearIn(to));
  if (!Number.isInteger(first) || !Number.isInteger(last) || !plausible(first) || !plausible(last))
    return `The years "${from.slice(0, 20)}" to "${to.slice(0, 20)}" are no years.`;
  return spread(first, last, `${from}–${to}`);
}
