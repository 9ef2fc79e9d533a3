import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { ButtonLink } from '../controls/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './Calendar.module.css';
import { addMonths, isMonth, type Month, monthOf, monthTitle, weekdays, weeksOf } from './month.ts';

type CalendarEntry = {
  readonly id: string | number;
  /** ISO date. */
  readonly date: string;
  readonly content: ReactNode;
};

type Props = {
  label: string;
  /** YYYY-MM; anything else shows the month of `today`. */
  month: string | null;
  /** ISO date of today. */
  today: string;
  entries: readonly CalendarEntry[];
  /** The address of another month: the URL is the state. */
  monthLink: (month: Month) => string;
  /** Shown when the month has no entries. */
  empty: string;
};

/** A month with entries on its days; on a phone, a list of the days that have some. */
export function Calendar({ label, month: wanted, today, entries, monthLink, empty }: Props) {
  const month = isMonth(wanted) ? wanted : monthOf(today);
  const byDay = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    if (monthOf(entry.date) !== month) continue;
    byDay.set(entry.date, [...(byDay.get(entry.date) ?? []), entry]);
  }
  return (
    <section className={css.calendar} aria-label={label}>
      <header className={css.head}>
        <h2>{monthTitle(month)}</h2>
        <nav aria-label="Months" className={css.months}>
          <ButtonLink
            size="small"
            icon
            to={monthLink(addMonths(month, -1))}
            aria-label="Previous month"
            preventScrollReset
          >
            <Icon name="chevronLeft" />
          </ButtonLink>
          <ButtonLink size="small" to={monthLink(monthOf(today))} preventScrollReset>
            Today
          </ButtonLink>
          <ButtonLink size="small" icon to={monthLink(addMonths(month, 1))} aria-label="Next month" preventScrollReset>
            <Icon name="chevronRight" />
          </ButtonLink>
        </nav>
      </header>
      {byDay.size === 0 ? <p className={css.empty}>{empty}</p> : null}
      <table className={css.grid}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const own = byDay.get(day) ?? [];
                return (
                  <td
                    key={day}
                    className={cx(monthOf(day) !== month && css.outside, day === today && css.today)}
                    data-empty={own.length === 0 || undefined}
                  >
                    <time dateTime={day} className={css.day} aria-current={day === today ? 'date' : undefined}>
                      {Number(day.slice(8))}
                    </time>
                    {own.length > 0 ? (
                      <ul>
                        {own.map((entry) => (
                          <li key={entry.id}>{entry.content}</li>
                        ))}
                      </ul>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
