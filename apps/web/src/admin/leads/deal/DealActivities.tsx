import { activityTypeLabels, activityTypes } from '@tuneport/domain/leads/activities';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { NounForm } from '../../record/NounForm.tsx';
import type { Noun } from '../../record/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import css from '../leads.module.css';
import type { Deal } from './DealPage.tsx';

type Owner = { id: number; name: string };

/** The form of an activity; one of a deal does not ask for the deal again. */
export const activityNoun = (owners: readonly Owner[]): Noun => ({
  path: '/v1/admin/lead-engine/activities',
  to: '/admin/lead-engine/activities',
  one: 'activity',
  many: 'Activities',
  write: 'leads',
  createLabel: 'Plan activity',
  title: (activity) => String(activity.subject),
  fields: [
    {
      name: 'type',
      label: 'Type',
      kind: 'select',
      options: activityTypes.map((value) => ({ value, label: activityTypeLabels[value] })),
    },
    { name: 'subject', label: 'Subject', kind: 'text', maxLength: 160 },
    { name: 'date', label: 'Date', kind: 'date' },
    { name: 'time', label: 'Start', kind: 'text', optional: true, hint: 'For example 14:30' },
    { name: 'endTime', label: 'End', kind: 'text', optional: true },
    { name: 'location', label: 'Location', kind: 'text', maxLength: 300, optional: true },
    {
      name: 'user',
      label: 'Owner',
      kind: 'select',
      options: owners.map(({ id, name }) => ({ value: String(id), label: name })),
      placeholder: 'Me',
    },
    { name: 'note', label: 'Note', kind: 'textarea', rows: 3, maxLength: 5000, optional: true, wide: true },
  ],
  blank: { type: 'call' },
  deleting: 'It is removed from the deal and its timeline.',
});

/** The owner by id, as the form edits it. */
export const activityValues = (activity: StoredRecord): Readonly<Record<string, unknown>> => {
  const owner = activity.user as { id: number } | null;
  return { ...activity, user: owner ? String(owner.id) : null };
};

type Props = { deal: Deal; owners: readonly Owner[]; onChanged: () => Promise<void> };

/** What is planned, the next step first, and a form for another one. */
export function DealActivities({ deal, owners, onChanged }: Props) {
  const [adding, setAdding] = useState(false);
  const open = deal.activities.filter(({ done }) => !done);
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
        {open.length === 0 && !adding ? (
          <p>No activity is planned. Plan one so that this deal is not forgotten.</p>
        ) : null}
        {open.map((activity) => (
          <Checkbox
            key={activity.id}
            label={`${activityTypeLabels[activity.type]}: ${activity.subject}`}
            hint={[calendarDay(activity.date), activity.time, activity.owner?.name].filter(Boolean).join(' · ')}
            checked={false}
            onChange={() => void tick(activity.id, true)}
          />
        ))}
        {adding ? (
          <NounForm
            noun={activityNoun(owners)}
            record={null}
            given={{ date: tomorrow() }}
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

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
