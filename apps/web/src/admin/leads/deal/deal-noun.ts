import type { CustomField } from '@tuneport/domain/leads/custom-fields';
import { priorities } from '@tuneport/domain/leads/pipelines';
import type { Option } from '../../../ui/form/NativeSelect.tsx';
import type { Noun } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import { customFormFields, customFormValues } from '../fields/custom-fields.ts';

const byName = 'An existing name is linked, a new one is added.';

/** The form of a deal. */
export const dealNoun = (
  owners: readonly Option[],
  stages: readonly Option[] = [],
  custom: readonly CustomField[] = [],
): Noun => ({
  path: '/v1/admin/lead-engine/deals',
  to: '/admin/lead-engine',
  one: 'deal',
  many: 'Deals',
  write: 'leads',
  versioned: true,
  createLabel: 'Add deal',
  title: (deal) => String(deal.title),
  fields: [
    { name: 'title', label: 'Title', kind: 'text', maxLength: 160, wide: true },
    { name: 'value', label: 'Value', kind: 'number', min: 0, step: 'any', optional: true },
    { name: 'expectedCloseDate', label: 'Expected close date', kind: 'date', optional: true },
    { name: 'organization', label: 'Organization', kind: 'text', maxLength: 160, hint: byName, optional: true },
    { name: 'contact', label: 'Contact', kind: 'text', maxLength: 160, hint: byName, optional: true },
    ...(stages.length > 0
      ? [{ name: 'stageId', label: 'Stage', kind: 'select' as const, options: stages, placeholder: 'First stage' }]
      : []),
    { name: 'user', label: 'Owner', kind: 'select', options: owners, placeholder: 'No owner' },
    {
      name: 'priority',
      label: 'Priority',
      kind: 'select',
      options: priorities.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
    },
    {
      name: 'probability',
      label: 'Probability',
      kind: 'number',
      unit: '%',
      min: 0,
      max: 100,
      step: 1,
      optional: true,
      hint: "Leave blank to use the stage's probability.",
    },
    ...customFormFields(custom),
  ],
  blank: { priority: 'medium' },
});

/** Other records by name, the owner by id, as the form edits them. */
export const dealValues = (deal: StoredRecord): Readonly<Record<string, unknown>> => {
  const named = (name: string) => (deal[name] as { name: string } | null)?.name ?? '';
  const owner = deal.user as { id: number } | null;
  return {
    ...deal,
    value: (deal.value as { amount: string }).amount,
    organization: named('organization'),
    contact: named('contact'),
    user: owner ? String(owner.id) : null,
    probability: deal.ownProbability,
    ...customFormValues(deal.custom),
  };
};
