import { type StateLabels, stateDot, stateOptions } from '../../ui/list/columns.tsx';

type RunState = 'scheduled' | 'running' | 'ended';
export const runStates: StateLabels<RunState> = {
  scheduled: { label: 'Scheduled', hollow: true },
  running: { label: 'Running', tone: 'good' },
  ended: { label: 'Ended' },
};

export const RunStateDot = ({ state }: { state: RunState }) => stateDot(runStates, state);

export const runStateFilter = {
  id: 'state',
  label: 'Status',
  kind: 'select',
  options: stateOptions(runStates),
} as const;
