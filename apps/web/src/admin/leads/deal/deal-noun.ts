import type { CustomField } from '@tuneport/domain/leads/custom-fields';
import { leadLimits } from '@tuneport/domain/leads/limits';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { Option } from '../../../ui/form/NativeSelect.tsx';
import { type Noun, searchOf } from '../../record/noun/noun.ts';
import type { StoredRecord } from '../../record/record-calls.ts';
import { customFormFields, customFormValues } from '../fields/custom-fields.ts';
import { priorityOptions } from '../options.ts';

const byName = 'An existing name is linked, a new one is added.';

/** Typed by name, or chosen when it is known which one: several can have the same name. */
const personField = (name: 'organization' | 'contact', label: string, isKnown: boolean): FormField =>
  isKnown
    ? { name, label, kind: 'ref', search: searchOf(`/v1/admin/lead-engine/${name}s`), optional: true }
    : { name, label, kind: 'text', maxLength: leadLimits.name, hint: byName, optional: true };

/** The form of a deal. `known` are the names of fields that already have a record. */
export const dealNoun = (
  owners: readonly Option[],
  stages: readonly Option[] = [],
  custom: readonly CustomField[] = [],
  known: readonly string[] = [],
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
    { name: 'title', label: 'Title', kind: 'text', maxLength: leadLimits.title, wide: true },
    { name: 'value', label: 'Value', kind: 'number', min: 0, step: 'any', optional: true },
    { name: 'expectedCloseDate', label: 'Expected close date', kind: 'date', optional: true },
    personField('organization', 'Organization', known.includes('organization')),
    personField('contact', 'Contact', known.includes('contact')),
    ...(stages.length > 0
      ? [{ name: 'stageId', label: 'Stage', kind: 'select' as const, options: stages, placeholder: 'First stage' }]
      : []),
    { name: 'user', label: 'Owner', kind: 'select', options: owners, placeholder: 'No owner' },
    {
      name: 'priority',
      label: 'Priority',
      kind: 'select',
      options: priorityOptions,
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

/** People and organizations by name, as the form edits them. */
export const dealValues = (deal: StoredRecord): Readonly<Record<string, unknown>> => {
  const named = (name: string) => (deal[name] as { name: string } | null)?.name ?? '';
  return {
    ...deal,
    value: (deal.value as { amount: string }).amount,
    organization: named('organization'),
    contact: named('contact'),
    probability: deal.ownProbability,
    ...customFormValues(deal.custom),
  };
};
