import type { FormValue } from '../../ui/form/merge.ts';
import type { BulkField } from '../operations/bulk/useBulkEdit.tsx';
import { customBulkFields } from './fields/custom-fields.ts';
import { priorityOptions } from './options.ts';
import type { Choices } from './useChoices.ts';

const noOwner = 'none';

const ownerAndLabels = ({ owners, labels }: Choices): readonly BulkField[] => [
  {
    name: 'user',
    label: 'Owner',
    kind: 'select',
    // An option of its own: a dialog that is applied as it opens must not remove all owners.
    options: [{ value: noOwner, label: 'No owner' }, ...owners],
    placeholder: 'Choose',
    change: (value: FormValue) => ({ user: value === noOwner ? null : value }),
  },
  ...(labels.length > 0
    ? [
        { name: 'addLabel', label: 'Add label', kind: 'select' as const, options: labels, placeholder: 'Choose' },
        { name: 'removeLabel', label: 'Remove label', kind: 'select' as const, options: labels, placeholder: 'Choose' },
      ]
    : []),
];

export const contactBulkFields = (choices: Choices): readonly BulkField[] => [
  ...ownerAndLabels(choices),
  ...customBulkFields(choices.fields.contact),
];

export const dealBulkFields = (choices: Choices): readonly BulkField[] => [
  ...ownerAndLabels(choices),
  { name: 'stageId', label: 'Stage', kind: 'select', options: choices.stages, placeholder: 'Choose' },
  {
    name: 'priority',
    label: 'Priority',
    kind: 'select',
    options: priorityOptions,
    placeholder: 'Choose',
  },
  {
    name: 'expectedCloseDate',
    label: 'Expected close date',
    kind: 'date',
    hint: 'Leave blank to remove the date.',
  },
  {
    name: 'archived',
    label: 'Archive',
    kind: 'select',
    options: [
      { value: 'yes', label: 'Archive' },
      { value: 'no', label: 'Unarchive' },
    ],
    placeholder: 'Choose',
    change: (value: FormValue) => ({ archived: value === 'yes' }),
  },
  ...customBulkFields(choices.fields.deal),
];
