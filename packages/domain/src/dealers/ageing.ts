import { msg } from '../text/text.ts';
import { dayMs } from '../units/durations.ts';

/** How long open sales are past their due date. A disputed one is not due until we decide. */
export const ageingBuckets = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90', 'disputed'] as const;
type AgeingBucket = (typeof ageingBuckets)[number];
export const ageingLabels: Readonly<Record<AgeingBucket, string>> = {
  not_due: msg('Not due yet'),
  days_1_30: msg('1–30 days overdue'),
  days_31_60: msg('31–60 days overdue'),
  days_61_90: msg('61–90 days overdue'),
  days_over_90: msg('Over 90 days overdue'),
  disputed: msg('Disputed'),
};

export const dueAt = (at: Date, paymentDays: number): Date => new Date(at.getTime() + paymentDays * dayMs);

export function bucketOf(due: Date, now: Date): AgeingBucket {
  const days = Math.ceil((now.getTime() - due.getTime()) / dayMs);
  if (days <= 0) return 'not_due';
  if (days <= 30) return 'days_1_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'days_over_90';
}

/** How many weeks ahead a dealer sees what becomes due. */
export const forecastWeeks = 8;

type Due = { readonly due_at: Date; readonly open_minor: bigint };

/** What becomes due in each of the next weeks, from now on. What is overdue is not part of it. */
export function forecastOf(items: readonly Due[], now: Date): { readonly from: Date; readonly dueMinor: bigint }[] {
  const weekMs = 7 * dayMs;
  return Array.from({ length: forecastWeeks }, (_, week) => {
    const [from, to] = [now.getTime() + week * weekMs, now.getTime() + (week + 1) * weekMs];
    const due = items.filter(({ due_at }) => due_at.getTime() >= from && due_at.getTime() < to);
    return { from: new Date(from), dueMinor: due.reduce((sum, { open_minor }) => sum + open_minor, 0n) };
  });
}
