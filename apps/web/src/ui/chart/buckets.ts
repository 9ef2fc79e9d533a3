import { dayMs } from '@tuneport/domain/units/durations';

// Periods of charts and comparisons. Days are in UTC, as in the ledger and in every report.

export type BucketUnit = 'day' | 'week' | 'month';

type Bucket = {
  /** The first day: 2026-03-01. */
  readonly from: string;
  /** The first day after it. */
  readonly to: string;
  readonly label: string;
  /** It is not over yet. */
  readonly partial: boolean;
};

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOf(new Date(dateOf(day).getTime() + days * dayMs));

/** The first day of the bucket that contains this day; weeks start on Monday. */
function startOf(day: string, unit: BucketUnit): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  return unit === 'week' ? addDays(day, -((dateOf(day).getUTCDay() + 6) % 7)) : day;
}

function nextOf(start: string, unit: BucketUnit): string {
  if (unit !== 'month') return addDays(start, unit === 'week' ? 7 : 1);
  const at = dateOf(start);
  return dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)));
}

const dayText = new Intl.DateTimeFormat('en-CA', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthText = new Intl.DateTimeFormat('en-CA', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const labelOf = (from: string, unit: BucketUnit) =>
  unit === 'month' ? monthText.format(dateOf(from)) : dayText.format(dateOf(from));

/** "Mar 2026" for 2026-03. */
export const monthLabel = (month: string): string => labelOf(`${month}-01`, 'month');

/** Every bucket that has a day in from…to (exclusive), including those without data. */
export function dateBuckets(from: string, to: string, unit: BucketUnit, now: Date): Bucket[] {
  const buckets: Bucket[] = [];
  for (let start = startOf(from, unit); start < to; ) {
    const end = nextOf(start, unit);
    buckets.push({ from: start, to: end, label: labelOf(start, unit), partial: dateOf(end) > now });
    start = end;
  }
  return buckets;
}

/** One value per bucket: the sum of its days, 0 for a period without any, null for one that has not begun. */
export function bucketValues(
  buckets: readonly Bucket[],
  rows: readonly { readonly day: string; readonly value: number }[],
  now: Date,
): (number | null)[] {
  return buckets.map(({ from, to }) =>
    dateOf(from) > now ? null : rows.reduce((sum, { day, value }) => (day >= from && day < to ? sum + value : sum), 0),
  );
}

/** The first bucket that is not over, for `partialFrom` of a chart. */
export function partialFrom(buckets: readonly Bucket[]): number | undefined {
  const at = buckets.findIndex(({ partial }) => partial);
  return at === -1 ? undefined : at;
}
