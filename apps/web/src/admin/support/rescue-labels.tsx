import { rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type ListedRescue = RowOf<'GET /v1/admin/rescue-sessions'>;
type State = ListedRescue['state'];

const states: Readonly<Record<State, readonly [label: string, tone: StateTone]>> = {
  requested: ['Checklist pending', 'neutral'],
  triage: ['Checking known fixes', 'neutral'],
  self_help: ['Trying a known fix', 'busy'],
  waiting_staff: ['Waiting for us', 'careful'],
  active: ['In progress', 'busy'],
  waiting_customer: ['Waiting for customer', 'busy'],
  recovered: ['Recovered', 'good'],
  not_recovered: ['Not recovered', 'bad'],
  closed: ['Finished', 'neutral'],
  abandoned: ['Silent', 'neutral'],
};
export const rescueStateOptions = [
  { value: 'unfinished', label: 'Unfinished' },
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
  unknown: 'Unknown',
} as const;

export const rescueEventLabels: Readonly<Record<string, string>> = {
  start: 'Started',
  checklist: 'Checklist answered',
  'find-fix': 'Known fix offered',
  'no-fix': 'No known fix',
  worked: 'Fix worked',
  failed: 'Fix did not work',
  take: 'Taken',
  ask: 'Step sent',
  answer: 'Step answered',
  running: 'Confirmed it runs',
  'give-up': 'Closed as not recovered',
  'set-cause': 'Cause set',
  abandon: 'No reply for three days',
  return: 'Resumed',
  files: 'Files added',
};
