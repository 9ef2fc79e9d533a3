import { dayMs } from '../../../units/durations.ts';

/** A time parsed from text: seconds of the day, or since 1970 if it has a date. */
export type ClockText = { readonly seconds: number; readonly dated: boolean; readonly decimals: number };

const clock = /(\d{1,3}):(\d{1,4})(?::(\d{1,2}))?(?:[.,:](\d{1,9}))?(?:\s*([ap])\.?m\.?)?(?!\d)/i;
const yearFirst = /(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/;
const yearLast = /(?<!\d)(\d{1,2})[-./](\d{1,2})[-./](\d{2,4})(?!\d)/;
const named =
  /(?<!\d)(\d{1,2})[-\s.]+([a-z]{3})[a-z]*\.?[-\s,]+(\d{4})|([a-z]{3})[a-z]*\.?\s+(\d{1,2})[,\s].*?(\d{4})(?!\d)/i;
const compact = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const otherMonths: Readonly<Record<string, number>> = {
  mai: 5,
  mär: 3,
  mrz: 3,
  okt: 10,
  dez: 12,
  ago: 8,
  ene: 1,
  abr: 4,
  dic: 12,
};

const hyphen = 45;
const letterH = 104;
const dashed = /^(?:(\d{4})-(\d\d)-(\d\d)[ T_-])?([0-2]\d)-([0-5]\d)-([0-5]\d)(?:[.,](\d{1,9}))?$/;
const together = /^(20\d\d)(\d\d)(\d\d)[T_ -]([0-2]\d)([0-5]\d)([0-5]\d)(?:[.,](\d{1,9}))?Z?$/;
const lettered = /^()()()(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})(?:[.,](\d{1,9}))?s?$/;

/** The same for a time column, where 14-15-30, 14h15m30s, 2023-11-05_14-15-30 and 20231105T141530 are unambiguous. */
export function timeText(text: string): ClockText | null {
  const plain = clockText(text);
  if (plain || text.length < 6 || text.length > 30) return plain;
  // Its shape determines the possible form, so that plain words need no regular expression.
  const form =
    text.charCodeAt(2) === hyphen || text.charCodeAt(4) === hyphen
      ? dashed
      : text.charCodeAt(2) === letterH || text.charCodeAt(1) === letterH
        ? lettered
        : text.charCodeAt(0) === 50 && text.charCodeAt(1) === 48 && text.length >= 15
          ? together
          : null;
  const found = form?.exec(text);
  if (!found) return null;
  const [, year, month, date, hours, minutes, seconds, fraction = ''] = found;
  const day = year ? days(Number(year), Number(month), Number(date)) : null;
  const ofDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`);
  return { seconds: (day ?? 0) * 86_400 + ofDay, dated: day !== null, decimals: fraction.length };
}

export function clockText(text: string): ClockText | null {
  if (text.length < 4 || text.length > 48 || !text.includes(':')) return null;
  const found = clock.exec(text);
  if (!found) return null;
  const [, first = '', second = '', third, fraction = '', half] = found;
  // Two parts are minutes and seconds, unless there is a date or am/pm.
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  const day = rest.trim() === '' ? null : dayOf(rest);
  // Only a date, a weekday and a zone may surround the time; otherwise it is text with a colon in it.
  if (day === null && /[^\s+\-.,:()'a-z\dµ/]/i.test(rest)) return null;
  if (day === null && rest.trim().length > 16) return null;
  let hours = third === undefined && day === null && half === undefined ? 0 : Number(first);
  const minutes = third === undefined && day === null && half === undefined ? Number(first) : Number(second);
  const whole = third === undefined ? (day === null && half === undefined ? Number(second) : 0) : Number(third);
  if (half && hours <= 12) hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const seconds = hours * 3600 + minutes * 60 + whole + (fraction === '' ? 0 : Number(`0.${fraction}`));
  return { seconds: (day ?? 0) * 86_400 + seconds, dated: day !== null, decimals: fraction.length };
}

const colon = 58;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/** Parses 16:35:44.387 directly from bytes, the form of most log rows; null for any other form. */
export function clockInBytes(bytes: Uint8Array, from: number, to: number): ClockText | null {
  let at = from;
  let seconds = 0;
  for (let part = 0; part < 3; part++) {
    const start = at;
    let value = 0;
    for (; at < to && isDigit(bytes[at]); at++) value = value * 10 + (bytes[at] as number) - 48;
    if (at === start || at - start > 2) return null;
    seconds = seconds * 60 + value;
    if (part < 2 && (at >= to || bytes[at++] !== colon)) return null;
  }
  if (at === to) return { seconds, dated: false, decimals: 0 };
  if (!isFractionMark(bytes[at++] as number)) return null;
  const decimals = to - at;
  let fraction = 0;
  for (; at < to && isDigit(bytes[at]); at++) fraction = fraction * 10 + (bytes[at] as number) - 48;
  if (at < to || decimals < 1 || decimals > 9) return null;
  return { seconds: seconds + fraction / 10 ** decimals, dated: false, decimals };
}

const isFractionMark = (code: number): boolean => code === 44 || code === 46 || code === colon;

/** Days since 1970. */
function dayOf(text: string): number | null {
  const iso = yearFirst.exec(text) ?? compact.exec(text);
  if (iso) return days(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const word = named.exec(text);
  if (word) {
    const name = (word[2] ?? word[4] ?? '').toLowerCase();
    const month = months.indexOf(name) + 1 || (otherMonths[name] ?? 0);
    if (month > 0) return days(Number(word[3] ?? word[6]), month, Number(word[1] ?? word[5]));
  }
  const last = yearLast.exec(text);
  if (!last) return null;
  const [a, b, y] = [Number(last[1]), Number(last[2]), Number(last[3])];
  // Which one is the month does not matter for a curve, unless only one is possible.
  return a > 12 ? days(y < 100 ? 2000 + y : y, b, a) : days(y < 100 ? 2000 + y : y, a, b);
}

function days(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || year < 1970 || year > 2100) return null;
  return Math.floor(Date.UTC(year, month - 1, day) / dayMs);
}
