import { priorities } from '@tuneport/domain/leads/pipelines';
import type { FormValue } from '../../ui/form/merge.ts';
import type { BulkField } from '../operations/bulk/useBulkEdit.tsx';
import type { Choices } from './useChoices.ts';

const ownerAndLabels = ({ owners, labels }: Choices): readonly BulkField[] => [
  { name: 'user', label: 'Owner', kind: 'select', options: owners, placeholder: 'No owner' },
  ...(labels.length > 0
    ? [
        { name: 'addLabel', label: 'Add label', kind: 'select' as const, options: labels, placeholder: 'Choose' },
        { name: 'removeLabel', label: 'Remove label', kind: 'select' as const, options: labels, placeholder: 'Choose' },
      ]
    : []),
];

export const contactBulkFields = ownerAndLabels;

export const dealBulkFields = (choices: Choices): readonly BulkField[] => [
  ...ownerAndLabels(choices),
  { name: 'stageId', label: 'Stage', kind: 'select', options: choices.stages, placeholder: 'Choose' },
  {
    name: 'priority',
    label: 'Priority',
    kind: 'select',
    options: priorities.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
    placeholder: 'Choose',
  },
  { name: 'expectedCloseDate', label: 'Expected close date', kind: 'date', optional: true },
  {
    name: 'archived',
    label: 'Archive',
    kind: 'select',
    options: [
      { value: 'yes', label: 'Archive' },
      { value: 'no', label: 'Unarchive' },
    ],
    placeholder: 'Choose',
    change: (value: FormValue) => ({ archived: value === null ? null : value === 'yes' }),
  },
];
