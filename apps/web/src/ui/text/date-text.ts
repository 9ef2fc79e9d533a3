const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "3 minutes ago", "in 2 days"; null beyond a month, where the date is clearer. */
export function relativeText(atMs: number, nowMs: number): string | null {
  const left = atMs - nowMs;
  const size = Math.abs(left);
  if (size < minuteMs) return 'just now';
  const [count, unit] =
    size < hourMs
      ? [Math.round(size / minuteMs), 'minute']
      : size < dayMs
        ? [Math.round(size / hourMs), 'hour']
        : size < 30 * dayMs
          ? [Math.round(size / dayMs), 'day']
          : [0, ''];
  if (!unit) return null;
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return left < 0 ? `${words} ago` : `in ${words}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number) => String(n).padStart(2, '0');

/**
 * "3 Feb 2026, 14:05", in UTC or local time. Implemented by hand, because Node and browsers format dates differently.
 */
export function dateText(at: Date, zone: 'utc' | 'local', withTime: boolean): string {
  const [year, month, day, hour, minute] =
    zone === 'utc'
      ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]
      : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()];
  const date = `${day} ${months[month] ?? ''} ${year}`;
  return withTime ? `${date}, ${two(hour)}:${two(minute)}` : date;
}
