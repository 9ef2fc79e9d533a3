import { type Machine, stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { t } from '@tuneport/domain/text/text';
import { StateDot } from './StateDot.tsx';

/** A state of a record with the label and tone its machine gives it. */
export const StateBadge = ({ machine, state }: { machine: Pick<Machine, 'states'>; state: string }) => (
  <StateDot tone={stateTone(machine, state)} hollow={machine.states[state]?.hollow}>
    {t(stateLabel(machine, state))}
  </StateDot>
);
