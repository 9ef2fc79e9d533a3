import type { RentalState } from '@tuneport/domain/store/rental-states';
import { StateDot, type StateTone } from '../../../ui/feedback/StateDot.tsx';

export const rentalStateNames: Readonly<Record<RentalState, string>> = {
  reserved: 'Deposit due',
  ready: 'Ready to ship',
  out: 'Out',
  overdue: 'Overdue',
  returned: 'Back',
  inspected: 'Inspected',
  closed: 'Closed',
  lost: 'Lost',
  cancelled: 'Cancelled',
};

/** Highlights states that wait for staff. */
const tones: Partial<Record<RentalState, StateTone>> = {
  ready: 'careful',
  out: 'busy',
  overdue: 'bad',
  returned: 'careful',
  inspected: 'careful',
  closed: 'good',
};

export const RentalDot = ({ state }: { state: RentalState }) => (
  <StateDot tone={tones[state] ?? 'neutral'}>{rentalStateNames[state]}</StateDot>
);
