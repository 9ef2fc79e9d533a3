import type { FilterSpec } from '../../ui/list/list-state.ts';
import type { Choices } from './useChoices.ts';

export const dealFilters = ({ owners, labels }: Choices): readonly FilterSpec[] => [
  { id: 'owner', label: 'Owner', kind: 'select', options: owners },
  { id: 'label', label: 'Label', kind: 'select', options: labels },
  { id: 'valueFrom', label: 'Value from', kind: 'text' },
  { id: 'valueTo', label: 'Value up to', kind: 'text' },
  { id: 'close', label: 'Expected close', kind: 'range', names: ['closeFrom', 'closeTo'] },
];
