import { language, locale, msg, t } from '@tuneport/domain/text/text';
import { dayMs, hourMs, minuteMs } from '@tuneport/domain/units/durations';

/** "3 minutes ago", "in 2 days"; null beyond a month, where the date is clearer. */
export function relativeText(atMs: number, nowMs: number): string | null {
  const left = atMs - nowMs;
  const size = Math.abs(left);
  if (size < minuteMs) return t('just now');
  if (size >= 30 * dayMs) return null;
  const [unitMs, unit] =
    size < hourMs
      ? ([minuteMs, 'minute'] as const)
      : size < dayMs
        ? ([hourMs, 'hour'] as const)
        : ([dayMs, 'day'] as const);
  return new Intl.RelativeTimeFormat(locale()).format(Math.sign(left) * Math.round(size / unitMs), unit);
}

const months = [
  msg('Jan'),
  msg('Feb'),
  msg('Mar'),
  msg('Apr'),
  msg('May'),
  msg('Jun'),
  msg('Jul'),
  msg('Aug'),
  msg('Sep'),
  msg('Oct'),
  msg('Nov'),
  msg('Dec'),
] as const;
const two = (n: number) => String(n).padStart(2, '0');

/** "3 Feb 2026" for a calendar day such as 2026-02-03. */
export const calendarDay = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'utc', false);

/**
 * "3 Feb 2026, 14:05", in UTC or local time. Implemented by hand, because Node and browsers format dates differently.
 */
export function dateText(at: Date, zone: 'utc' | 'local', withTime: boolean): string {
  const [year, month, day, hour, minute] =
    zone === 'utc'
      ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]
      : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()];
  const date = `${day}${language() === 'de' ? '.' : ''} ${t(months[month] ?? '')} ${year}`;
  return withTime ? `${date}, ${two(hour)}:${two(minute)}` : date;
}
