import type { CallReply } from '@tuneport/contract/index';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { Calendar } from '../../ui/calendar/Calendar.tsx';
import { isMonth, monthOf, weeksOf } from '../../ui/calendar/month.ts';
import { cx } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import css from './leads.module.css';
import { useToday } from './useToday.ts';

type Activity = CallReply<'GET /v1/admin/lead-engine/activities'>['data'][number];
const pagesMax = 20;

/** The activities of a month. */
export function ActivityCalendar() {
  const [params] = useSearchParams();
  const today = useToday();
  const wanted = params.get('month');
  const month = isMonth(wanted) ? wanted : monthOf(today);
  const [rows, setRows] = useState<readonly Activity[]>([]);
  const [problem, setProblem] = useState<Error | null>(null);
  const load = useCallback(async () => {
    const days = weeksOf(month).flat();
    const found: Activity[] = [];
    try {
      for (let page = 1; page <= pagesMax; page += 1) {
        const query = { from: days[0], to: days.at(-1), page, per_page: 100 } as const;
        const answer = await call('GET /v1/admin/lead-engine/activities', { query });
        found.push(...answer.data);
        if (page >= answer.page_count) break;
      }
      setRows(found);
      setProblem(null);
    } catch (error) {
      setProblem(error as Error);
    }
  }, [month]);
  useEffect(() => {
    void load();
  }, [load]);
  if (problem) return <ErrorState onRetry={() => void load()}>{problem.message}</ErrorState>;
  return (
    <Calendar
      label="Activities by date"
      month={month}
      today={today}
      entries={rows.map((row) => ({
        id: row.id,
        date: row.date,
        content: (
          <TextLink
            quiet
            className={cx(css.entry, row.done && css.done)}
            to={row.deal ? `/admin/lead-engine/deals/${row.deal.id}` : `/admin/lead-engine/activities?open=${row.id}`}
          >
            {[row.time, row.subject].filter(Boolean).join(' ')}
          </TextLink>
        ),
      }))}
      monthLink={(next) => {
        const query = new URLSearchParams(params);
        query.set('month', next);
        return `?${query}`;
      }}
      empty="No activities this month."
    />
  );
}
