import { activityTitle } from '@tuneport/domain/leads/activities';
import { dayMs } from '@tuneport/domain/units/durations';
import { useMemo, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import type { Option } from '../../../ui/form/NativeSelect.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { readRecord, type StoredRecord } from '../../record/record-calls.ts';
import { useToday } from '../useToday.ts';
import { activityNoun, activityValues } from './activity-noun.ts';
import type { Deal } from './DealPage.tsx';
import css from './deal.module.css';
import { nothingPlannedText } from './deal-labels.ts';

type Props = { deal: Deal; owners: readonly Option[]; onChanged: () => Promise<void> };

/** What is planned, the next step first, and a form for another one. */
export function DealActivities({ deal, owners, onChanged }: Props) {
  const today = useToday();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<StoredRecord | null>(null);
  const noun = useMemo(() => activityNoun(owners, true), [owners]);
  const open = deal.activities.filter(({ done }) => !done);
  const edit = (id: number) =>
    readRecord(noun.path, id).then(setEditing, (error: Error) => void toast(error.message, { tone: 'bad' }));
  const saved = () => {
    setEditing(null);
    void onChanged();
  };
  const tick = async (id: number, done: boolean) => {
    try {
      await call('PATCH /v1/admin/lead-engine/activities/:id', { params: { id }, body: { done } });
      toast(done ? 'Activity done.' : 'Activity reopened.', {
        action: { label: 'Undo', onSelect: () => void tick(id, !done) },
      });
      await onChanged();
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' });
    }
  };
  return (
    <Card>
      <Stack>
        <div className={css.next}>
          <h2>Next step</h2>
          <Button size="small" onClick={() => setAdding(!adding)} aria-expanded={adding}>
            {adding ? 'Cancel' : 'Plan activity'}
          </Button>
        </div>
        {open.length === 0 && !adding ? <p>{nothingPlannedText(deal)}</p> : null}
        {open.map((activity) =>
          editing?.id === activity.id ? (
            <div key={activity.id} className={css.editing}>
              <NounForm
                noun={noun}
                record={editing}
                read={activityValues}
                onSaved={saved}
                onDeleted={saved}
                actions={<Button onClick={() => setEditing(null)}>Cancel</Button>}
              />
            </div>
          ) : (
            <div key={activity.id} className={css.activity}>
              <Checkbox
                label={activityTitle(activity.type, activity.subject)}
                hint={<Details activity={activity} />}
                checked={false}
                onChange={() => void tick(activity.id, true)}
              />
              <Button
                variant="link"
                size="small"
                aria-label={`Edit ${activity.subject}`}
                onClick={() => void edit(activity.id)}
              >
                Edit
              </Button>
            </div>
          ),
        )}
        {adding ? (
          <NounForm
            noun={noun}
            record={null}
            given={{ date: dayAfter(today) }}
            extra={{ dealId: deal.id }}
            onSaved={() => {
              setAdding(false);
              void onChanged();
            }}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

/** When, where and who, whether it is late, and its note. */
function Details({ activity }: { activity: Deal['activities'][number] }) {
  const { date, time, endTime, location, owner, overdue, note } = activity;
  const hours = time && endTime ? `${time} – ${endTime}` : time;
  return (
    <>
      {overdue ? <span className={css.late}>Overdue · </span> : null}
      {[calendarDay(date), hours, location, owner?.name].filter(Boolean).join(' · ')}
      {note ? <span className={css.noteText}>{note}</span> : null}
    </>
  );
}

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
