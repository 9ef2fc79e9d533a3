import { activityTypeLabels, activityTypes } from '@tuneport/domain/leads/activities';
import { leadLimits } from '@tuneport/domain/leads/limits';
import type { Option } from '../../../ui/form/NativeSelect.tsx';
import { type Noun, searchOf } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';

/** Deals with their numbers, because several may have one title. */
export const searchDeals = searchOf('/v1/admin/lead-engine/deals', (deal) => `${String(deal.title)} (${deal.id})`);
const searchContacts = searchOf('/v1/admin/lead-engine/contacts');

/** The form of an activity; on the page of a deal it does not ask for deal and contact again. */
export const activityNoun = (owners: readonly Option[], onDeal = false): Noun => ({
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
    { name: 'subject', label: 'Subject', kind: 'text', maxLength: leadLimits.subject },
    { name: 'date', label: 'Date', kind: 'date' },
    {
      name: 'time',
      label: 'Start',
      kind: 'time',
      optional: true,
      hint: 'The owner gets a reminder an hour before, or at 7:00 if there is no start.',
    },
    { name: 'endTime', label: 'End', kind: 'time', optional: true },
    ...(onDeal
      ? []
      : [
          { name: 'dealId', label: 'Deal', kind: 'ref' as const, from: 'deal', search: searchDeals, optional: true },
          {
            name: 'contactId',
            label: 'Contact',
            kind: 'ref' as const,
            from: 'ownContact',
            search: searchContacts,
            optional: true,
          },
        ]),
    { name: 'location', label: 'Location', kind: 'text', maxLength: 300, optional: true },
    {
      name: 'user',
      label: 'Owner',
      kind: 'select',
      options: owners,
      placeholder: 'Me',
    },
    { name: 'note', label: 'Note', kind: 'textarea', rows: 3, maxLength: leadLimits.note, optional: true, wide: true },
  ],
  blank: { type: 'call' },
  deleting: 'It is removed from the deal and its timeline.',
});

/** Deal and contact as the form edits them. The contact of the deal is not that of the activity. */
export const activityValues = (activity: StoredRecord): Readonly<Record<string, unknown>> => {
  const deal = activity.deal as { id: number; title: string } | null;
  return {
    ...activity,
    deal: deal && { id: deal.id, name: deal.title },
    ownContact: activity.contactId === null ? null : activity.contact,
  };
};
