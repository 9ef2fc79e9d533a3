import { dayMs } from '@tuneport/domain/units/durations';
import type { BucketUnit } from '../../../ui/chart/buckets.ts';
import { comparedDays, type DateRange, parseRange, presetDays } from '../../../ui/list/filters/date-range.ts';

/** The days of a report and of its comparison, from the address (`range=last-30-days~previous`). */
export type ReportRange = {
  /** As written in the URL. */
  readonly text: string;
  readonly range: DateRange;
  readonly from: string;
  readonly to: string;
  readonly compared: { readonly from: string; readonly to: string } | null;
};

const defaultRange = 'last-30-days~previous';

/** A range without an end reaches until today, one without a beginning starts with this year. */
export function reportRange(search: URLSearchParams, now: Date): ReportRange {
  const text = search.get('range') ?? defaultRange;
  const range = parseRange(text, now) ?? (parseRange(defaultRange, now) as DateRange);
  const year = presetDays('this-year', now);
  const today = presetDays('today', now).to;
  const { from = range.days.to && range.days.to < year.from ? range.days.to : year.from, to = today } = range.days;
  return {
    text,
    range,
    from,
    to: to < from ? from : to,
    compared: comparedDays({ ...range, days: { from, to } }, now),
  };
}

const dayCount = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Steps that give a chart of at most a hundred points. */
export function stepOf(days: { from: string; to: string }): BucketUnit {
  const count = dayCount(days);
  return count <= 93 ? 'day' : count <= 400 ? 'week' : 'month';
}

const comparisonName = ({ range, compared }: ReportRange): string =>
  compared === null ? '' : range.compare === 'year' ? 'a year ago' : 'the period before';

/** The `compare` of a stat tile; nothing for a report without a comparison. */
export const comparisonOf = (
  range: ReportRange,
  current: number,
  previous: number | undefined,
  better: 'up' | 'down' = 'up',
) => (previous === undefined ? {} : { compare: { current, previous, with: comparisonName(range), better } });
