import { canonicalYear, isVehicleYear } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { cutText } from '@tuneport/domain/text/cut-text';

const yearsPerRowMax = 60;
const [oldestYear, newestYear] = [1885, 2100];
/** A model that started longer ago than this and has no end year is assumed to be out of production. */
const stillBuiltSinceMax = 25;

const dash = String.raw`\s*(?:-|–|—|−|~|→|/|\bto\b|\btill?\b|\buntil\b|\bbis\b|\ba\b|\bau\b|\baan\b|\bdo\b|\bтил\b|\.\.+|…)\s*`;
const present =
  /^(?:present|now|today|current|ongoing|heute|aktuell|actuel|presente|actual|oggi|heden|obecnie|н\.?\s?в\.?|настоящее время|至今|[-–—+>…]+|\.\.+)$/i;
const since = /^(?:since|from|after|ab|seit|od|desde|depuis|dal|vanaf|с)\s+/i;

const plausible = (year: number) => year >= oldestYear && year <= newestYear;

/** The year of a date such as "2014-03", "03/2014" or "2014-03-01T00:00"; other text is returned unchanged. */
const yearIn = (text: string): string =>
  /^(\d{4})[-./]\d{1,2}(?:[-./]\d{1,2})?(?:[T ]\d{1,2}:.*)?$/.exec(text)?.[1] ??
  /^\d{1,2}[-./](?:\d{1,2}[-./])?(\d{4})(?: \d{1,2}:.*)?$/.exec(text)?.[1] ??
  /^\p{L}{3,9}\.?\s+(\d{4})$/u.exec(text)?.[1] ??
  text;

/** "2004–08" ends in 2008. */
const lastOf = (first: string, last: string) => Number(last.length === 2 ? `${first.slice(0, 2)}${last}` : last);

function spread(first: number, last: number, value: string): readonly string[] | string {
  if (last < first || last - first >= yearsPerRowMax) return `"${cutText(value, 40)}" is not a valid range of years.`;
  if (!plausible(first) || !plausible(last)) return `"${cutText(value, 40)}" is not a valid range of years.`;
  return Array.from({ length: last - first + 1 }, (_, n) => String(first + n));
}

/** A range without an end extends to this year. */
const stillBuilt = (first: number, thisYear: number): number =>
  first > thisYear || thisYear - first > stillBuiltSinceMax ? first : thisYear;

/** Parses the years of one cell: a year, a range or list of years, a range of months, or the word Series. */
export function yearsInCell(cell: string, thisYear: number): readonly string[] | string {
  if (/^series$/i.test(cell)) return ['Series'];
  const value = cell.replace(/^my\s*/i, '').replace(/(?<=\d)\s*(?:г\.?(?:в\.?)?|年(?:款|式)?)$/i, '');
  const decimal = value.replace(/^(\d{4})[.,]0+$/, '$1').replace(/^(\d{4}),(\d)$/, '$1.$2');
  const alone = isVehicleYear(decimal) ? decimal : yearIn(value);
  if (isVehicleYear(alone) && plausible(Number(alone))) return [canonicalYear(alone)];
  const start = since.test(value) ? value.replace(since, '') : value;
  const opened =
    /^(.*?\d{4})\s*(?:-|–|—|\+|→|>|\.\.+|…|\bto\b)+\s*$/.exec(start)?.[1] ?? (start === value ? '' : start);
  const [from = '', to = '', ...more] = start.split(new RegExp(dash, 'i'));
  const open = opened !== '' ? opened : more.length === 0 && present.test(to) ? from : '';
  if (/^\d{4}$/.test(yearIn(open))) {
    const first = Number(yearIn(open));
    return spread(first, stillBuilt(first, thisYear), cell);
  }
  const list = value.split(/\s*[,;&|]\s*/);
  if (list.length > 1 && list.length <= yearsPerRowMax && list.every((one) => /^\d{4}$/.test(one)))
    return list.every((one) => plausible(Number(one)))
      ? [...new Set(list)]
      : `"${cutText(cell, 40)}" is not a valid list of years.`;
  const range = /^(\d{4})\s*(?:-|–|—|−|~|\/|to|bis|\.\.+|…)\s*(\d{4}|\d{2})$/i.exec(value);
  if (range) return spread(Number(range[1]), lastOf(range[1] ?? '', range[2] ?? ''), cell);
  const dated = /^([\d./]{6,10})\s*(?:-|–|—|−|~|to|bis)\s*([\d./]{6,10})$/i.exec(value);
  const [first, last] = [yearIn(dated?.[1] ?? ''), yearIn(dated?.[2] ?? '')];
  if (/^\d{4}$/.test(first) && /^\d{4}$/.test(last)) return spread(Number(first), Number(last), cell);
  return `"${cutText(cell, 40)}" is not a valid year.`;
}

/** The years between two cells. */
export function yearsBetween(from: string, to: string, thisYear: number): readonly string[] | string {
  if (from === '') return 'The year is empty.';
  const first = Number(yearIn(from));
  const open = to === '' || present.test(to);
  const last = open ? stillBuilt(first, thisYear) : Number(yearIn(to));
  if (!Number.isInteger(first) || !Number.isInteger(last) || !plausible(first) || !plausible(last))
    return `"${cutText(from, 20)}" to "${cutText(to, 20)}" is not a valid range of years.`;
  return spread(first, last, `${from}–${to}`);
}
