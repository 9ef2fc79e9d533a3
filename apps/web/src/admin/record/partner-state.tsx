import { StateDot } from '../../ui/feedback/StateDot.tsx';
import type { FilterSpec } from '../../ui/list/list-state.ts';

const states = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
];
export const partnerStateOptions = states;
export const partnerStateFilter: FilterSpec = { id: 'state', label: 'State', kind: 'select', options: states };

export function PartnerStateDot({ state }: { state: 'active' | 'suspended' }) {
  return state === 'active' ? <StateDot tone="good">Active</StateDot> : <StateDot tone="careful">Suspended</StateDot>;
}
