const secondMs = 1_000;
const wholeSecond = (date: Date): number => Math.floor(date.getTime() / secondMs) * secondMs;

export function parseHttpDate(text: string): Date | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const date = new Date(text);
  // Written back it must be the same, or a day such as 31 February would pass as one in March.
  return Number.isNaN(date.getTime()) || date.toUTCString() !== text ? null : date;
}

/** HTTP dates know only seconds, so each save moves a record's time on by at least one, and no two saves look alike. */
export function nextUpdatedAt(previous: Date | null, now: Date): Date {
  const soonest = previous === null ? Number.NEGATIVE_INFINITY : wholeSecond(previous) + secondMs;
  return new Date(Math.max(wholeSecond(now), soonest));
}

/** Whether the record changed after it was read. */
export const isStale = (updatedAt: Date, readAt: Date): boolean => wholeSecond(updatedAt) > wholeSecond(readAt);
