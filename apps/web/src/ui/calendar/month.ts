// Calendar dates without a time zone: ISO text in, ISO text out.

export type Month = `${number}-${number}`;

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const isMonth = (text: string | null): text is Month => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');
export const monthOf = (day: string): Month => day.slice(0, 7) as Month;
export const monthTitle = (month: Month): string => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

export function addMonths(month: Month, count: number): Month {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(isoDay(date));
}

function addDays(day: string, count: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return isoDay(date);
}

/** The weeks that show a month, from Monday to Sunday. */
export function weeksOf(month: Month): string[][] {
  const first = `${month}-01`;
  let day = addDays(first, -((utc(first).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  do {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
    day = addDays(start, 7);
  } while (monthOf(day) === month);
  return weeks;
}
