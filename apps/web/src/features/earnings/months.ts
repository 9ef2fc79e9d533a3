import { locale } from '@tuneport/domain/text/text';
import type { Earnings } from './earnings-types.ts';

type MonthBars = {
  readonly currency: string;
  readonly labels: readonly string[];
  readonly earned: readonly number[];
  readonly paidOut: readonly number[];
};

const monthName = (month: string) =>
  new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    // Some versions of the data write English abbreviations with a full stop, which labels have no room for.
    .replace(/^([A-Z][a-z]+)\.$/, '$1');

/** Bars for every month of the range, including empty months; one chart per currency. */
export function monthBars({
  months,
  first_month: first,
  last_month: last,
}: Pick<Earnings, 'months' | 'first_month' | 'last_month'>): MonthBars[] {
  const all: string[] = [];
  for (
    const at = new Date(`${first}-01T00:00:00Z`);
    at.toISOString().slice(0, 7) <= last;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    all.push(at.toISOString().slice(0, 7));
  return [...new Set(months.map(({ earned }) => earned.currency))].map((currency) => {
    const of = new Map(months.filter(({ earned }) => earned.currency === currency).map((one) => [one.month, one]));
    return {
      currency,
      labels: all.map((month) => `${monthName(month)} ${month.slice(0, 4)}`),
      earned: all.map(
        (month) => Number(of.get(month)?.earned.amount ?? 0) - Number(of.get(month)?.taken_back.amount ?? 0),
      ),
      paidOut: all.map((month) => Number(of.get(month)?.paid_out.amount ?? 0)),
    };
  });
}
