const secondMs = 1_000;
const wholeSecond = (date: Date): number => Math.floor(date.getTime() / secondMs) * secondMs;

export function parseHttpDate(text: string): Date | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const date = new Date(text);
  // Formatting the date again must give the same text; otherwise 31 February would be accepted as a day in March.
  return Number.isNaN(date.getTime()) || date.toUTCString() !== text ? null : date;
}

/** HTTP dates have a resolution of one second, so each save advances a record's time by at least one second. */
export function nextUpdatedAt(previous: Date | null, now: Date): Date {
  const soonest = previous === null ? Number.NEGATIVE_INFINITY : wholeSecond(previous) + secondMs;
  return new Date(Math.max(wholeSecond(now), soonest));
}

/** Whether the record changed after it was read. */
export const isStale = (updatedAt: Date, readAt: Date): boolean => wholeSecond(updatedAt) > wholeSecond(readAt);
