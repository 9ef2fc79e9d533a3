import type { FilterSpec } from '../../ui/list/list-state.ts';
import { customFilters } from './fields/custom-fields.ts';
import type { Choices } from './useChoices.ts';

const amount = /^\d{1,12}(\.\d+)?$/;

/** The filters of board, calendar and list. */
export const dealFilters = ({ owners, labels, fields }: Choices): readonly FilterSpec[] => [
  { id: 'owner', label: 'Owner', kind: 'select', options: owners },
  { id: 'label', label: 'Label', kind: 'select', options: labels },
  { id: 'valueFrom', label: 'Value from', kind: 'text', pattern: amount },
  { id: 'valueTo', label: 'Value up to', kind: 'text', pattern: amount },
  { id: 'close', label: 'Expected close', kind: 'range', names: ['closeFrom', 'closeTo'] },
  ...customFilters(fields.deal),
];
