import { activityTypeLabels, activityTypes } from '@tuneport/domain/leads/activities';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { textColumn } from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import { calendarDay } from '../../ui/text/date-text.ts';
import type { RowOf } from '../AdminList.tsx';
import { PageHead } from '../PageHead.tsx';
import { NounPanelList } from '../record/noun/NounList.tsx';
import { ActivityCalendar } from './ActivityCalendar.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { activityNoun, activityValues } from './deal/activity-noun.ts';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';
import { useChoices } from './useChoices.ts';

export const meta = () => [{ title: pageTitle('Activities') }];

type Activity = RowOf<'GET /v1/admin/lead-engine/activities'>;
const columns: readonly Column<Activity>[] = [
  textColumn('subject', 'Activity', { sortable: true }),
  {
    id: 'type',
    label: 'Type',
    cell: (row) => activityTypeLabels[row.type],
    csv: (row) => row.type,
    hideBelow: 800,
  },
  {
    id: 'date',
    label: 'Due',
    sortable: true,
    cell: (row) => [calendarDay(row.date), row.time].filter(Boolean).join(', '),
    csv: (row) => [row.date, row.time].filter(Boolean).join(' '),
  },
  {
    id: 'done',
    label: 'Status',
    cell: (row) =>
      row.done ? (
        <StateDot tone="good">Done</StateDot>
      ) : row.overdue ? (
        <StateDot tone="bad">Overdue</StateDot>
      ) : (
        <StateDot hollow>Planned</StateDot>
      ),
    csv: (row) => (row.done ? 'done' : row.overdue ? 'overdue' : 'planned'),
  },
  {
    id: 'deal',
    label: 'Deal',
    cell: (row) =>
      row.deal ? (
        <TextLink to={`/admin/lead-engine/deals/${row.deal.id}`} discover="none">
          {row.deal.title}
        </TextLink>
      ) : (
        '–'
      ),
    csv: (row) => row.deal?.title ?? '',
  },
  {
    id: 'user',
    label: 'Owner',
    cell: (row) => row.user?.name ?? '–',
    csv: (row) => row.user?.name ?? '',
    hideBelow: 1200,
  },
];

export default function ActivitiesPage() {
  const [params] = useSearchParams();
  const calendar = params.get('show') === 'calendar';
  const choices = useChoices();
  const noun = useMemo(() => activityNoun(choices?.owners ?? []), [choices]);
  const filters = useMemo(
    () => [
      { id: 'due', label: 'Due', kind: 'select' as const, options: [{ value: 'true', label: 'Today or before' }] },
      { id: 'overdue', label: 'Overdue', kind: 'select' as const, options: [{ value: 'true', label: 'Overdue only' }] },
      { id: 'done', label: 'Done', kind: 'boolean' as const },
      { id: 'completed', label: 'Completed', kind: 'range' as const, names: ['doneFrom', 'doneTo'] as const },
      {
        id: 'type',
        label: 'Type',
        kind: 'select' as const,
        options: activityTypes.map((value) => ({ value, label: activityTypeLabels[value] })),
      },
      { id: 'owner', label: 'Owner', kind: 'select' as const, options: choices?.owners ?? [] },
      { id: 'from', label: 'From', kind: 'date' as const },
      { id: 'to', label: 'To', kind: 'date' as const },
    ],
    [choices],
  );
  const link = (view: 'list' | 'calendar') => {
    const next = new URLSearchParams(params);
    if (view === 'list') next.delete('show');
    else next.set('show', view);
    return `?${next}`;
  };
  return (
    <>
      <Container width="full" className={calendar ? css.page : css.tabs}>
        <LeadTabs />
        {calendar ? <PageHead title="Activities" /> : null}
        <div className={css.bar}>
          <nav className={css.views} aria-label="View">
            <Link to={link('list')} aria-current={calendar ? undefined : 'page'}>
              List
            </Link>
            <Link to={link('calendar')} aria-current={calendar ? 'page' : undefined}>
              Calendar
            </Link>
          </nav>
          <CalendarFeed />
        </div>
        {calendar ? <ActivityCalendar /> : null}
      </Container>
      {calendar || !choices ? null : (
        <NounPanelList
          of="GET /v1/admin/lead-engine/activities"
          noun={noun}
          read={activityValues}
          columns={columns}
          filters={filters}
          searchLabel="Search subject, deal or contact"
          empty={{
            title: 'Activities appear here once you plan one.',
            text: 'Plan a call, a meeting or a task on a deal.',
          }}
          actions={(activity, saved) => (
            <Button
              onClick={async () => {
                try {
                  const done = activity.done !== true;
                  const params = { id: activity.id };
                  const row = await call('PATCH /v1/admin/lead-engine/activities/:id', { params, body: { done } });
                  toast(done ? 'Activity done.' : 'Activity reopened.');
                  saved(row as never);
                } catch (error) {
                  toast((error as Error).message, { tone: 'bad' });
                }
              }}
            >
              {activity.done === true ? 'Mark as not done' : 'Mark as done'}
            </Button>
          )}
        />
      )}
    </>
  );
}
