import { rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type ListedRescue = RowOf<'GET /v1/admin/rescue-sessions'>;
type State = ListedRescue['state'];

const states: Readonly<Record<State, readonly [label: string, tone: StateTone]>> = {
  requested: ['Checklist open', 'neutral'],
  triage: ['Being compared', 'neutral'],
  self_help: ['Tries a fix', 'busy'],
  waiting_staff: ['Waits for us', 'careful'],
  active: ['With us', 'busy'],
  waiting_customer: ['Does a step', 'busy'],
  recovered: ['Runs again', 'good'],
  not_recovered: ['Not recovered', 'bad'],
  closed: ['Finished', 'neutral'],
  abandoned: ['Silent', 'neutral'],
};
export const rescueStateOptions = [
  { value: 'unfinished', label: 'Not finished' },
  ...Object.entries(states).map(([value, [label]]) => ({ value, label })),
];

export const RescueStateDot = ({ state }: { state: State }) => (
  <StateDot tone={states[state][1]} hollow={state === 'abandoned' || state === 'requested'}>
    {states[state][0]}
  </StateDot>
);

export const symptomText = (symptom: ListedRescue['symptom']): string => rescueSymptoms[symptom];

export const causeLabels = {
  file: 'The file',
  tool: 'The tool',
  power: 'Power',
  user: 'Handling',
  unknown: 'Not known',
} as const;

export const rescueEventLabels: Readonly<Record<string, string>> = {
  start: 'Started',
  checklist: 'Checklist answered',
  'find-fix': 'A known fix was offered',
  'no-fix': 'No known fix',
  worked: 'The fix worked',
  failed: 'The fix did not work',
  take: 'Taken',
  ask: 'A step was asked for',
  answer: 'The step was answered',
  running: 'Confirmed that it runs',
  'give-up': 'This way was given up',
  'set-cause': 'Cause set',
  abandon: 'Silent for three days',
  return: 'Came back',
  files: 'Files added',
};
