import { type EarningState, earningStateLabels } from '@tuneport/domain/ledger/earnings';
import {
  type PayoutRunState,
  type PayoutState,
  payoutMachine,
  payoutRunMachine,
} from '@tuneport/domain/ledger/payout-states';
import { t } from '@tuneport/domain/text/text';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import css from './earnings.module.css';

type Sale = { readonly title: string; readonly number: string };

/** What was sold with its number below: all orders of the store have the same title. */
export const SaleName = ({ title, number, note }: Sale & { note?: string | undefined }) => (
  <>
    {title || number}
    {title || note ? <span className={css.under}>{note ?? number}</span> : null}
  </>
);

const entryTones: Readonly<Record<EarningState, StateTone>> = {
  pending: 'neutral',
  available: 'accent',
  disputed: 'careful',
  in_transfer: 'busy',
  paid: 'good',
  voided: 'neutral',
};
export const EntryState = ({ state }: { state: EarningState }) => (
  <StateDot tone={entryTones[state]} hollow={state === 'voided'}>
    {t(earningStateLabels[state])}
  </StateDot>
);

export const TransferState = ({ state }: { state: PayoutState }) => (
  <StateBadge machine={payoutMachine} state={state} />
);
export const GroupState = ({ state }: { state: PayoutRunState }) => (
  <StateBadge machine={payoutRunMachine} state={state} />
);
