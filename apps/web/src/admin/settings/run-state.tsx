import { StateDot } from '../../ui/feedback/StateDot.tsx';

const words = { scheduled: 'Scheduled', running: 'Running', ended: 'Ended' } as const;
export type RunState = keyof typeof words;

export const RunStateDot = ({ state }: { state: RunState }) => (
  <StateDot tone={state === 'running' ? 'good' : 'neutral'} hollow={state === 'scheduled'}>
    {words[state]}
  </StateDot>
);

export const runStateFilter = {
  id: 'state',
  label: 'State',
  kind: 'select',
  options: Object.entries(words).map(([value, label]) => ({ value, label })),
} as const;
