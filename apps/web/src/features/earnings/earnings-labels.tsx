import { type EarningState, earningStateLabels } from '@tuneport/domain/ledger/earnings';
import {
  type PayoutRunState,
  type PayoutState,
  payoutRunStateLabels,
  payoutStateLabels,
} from '@tuneport/domain/ledger/payout-states';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';

const entryTones: Readonly<Record<EarningState, StateTone>> = {
  pending: 'neutral',
  available: 'accent',
  in_transfer: 'busy',
  paid: 'good',
  voided: 'neutral',
};
export const EntryState = ({ state }: { state: EarningState }) => (
  <StateDot tone={entryTones[state]} hollow={state === 'voided'}>
    {earningStateLabels[state]}
  </StateDot>
);

const transferTones: Readonly<Record<PayoutState, StateTone>> = {
  draft: 'neutral',
  approved: 'neutral',
  sending: 'busy',
  paid: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  reversed: 'bad',
};
export const transferTone = (state: PayoutState): StateTone => transferTones[state];
export const TransferState = ({ state }: { state: PayoutState }) => (
  <StateDot tone={transferTones[state]} hollow={state === 'cancelled'}>
    {payoutStateLabels[state]}
  </StateDot>
);

const groupTones: Readonly<Record<PayoutRunState, StateTone>> = {
  open: 'neutral',
  locked: 'neutral',
  approved: 'neutral',
  processing: 'busy',
  completed: 'good',
  partly_failed: 'bad',
  cancelled: 'neutral',
};
export const GroupState = ({ state }: { state: PayoutRunState }) => (
  <StateDot tone={groupTones[state]} hollow={state === 'cancelled'}>
    {payoutRunStateLabels[state]}
  </StateDot>
);
