import { type StateLabels, stateDot, stateOptions } from '../../ui/list/columns.tsx';
import type { FilterSpec } from '../../ui/list/list-state.ts';

export const partnerStates: StateLabels<'active' | 'suspended'> = {
  active: { label: 'Active', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'careful' },
};
export const partnerStateOptions = stateOptions(partnerStates);
export const partnerStateFilter: FilterSpec = {
  id: 'state',
  label: 'Status',
  kind: 'select',
  options: partnerStateOptions,
};

export const PartnerStateDot = ({ state }: { state: 'active' | 'suspended' }) => stateDot(partnerStates, state);
