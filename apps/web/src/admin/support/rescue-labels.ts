import { stateOptions } from '@tuneport/domain/states/machine';
import { rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { rescueMachine } from '@tuneport/domain/support/rescue-states';
import type { RowOf } from '../AdminList.tsx';

export type ListedRescue = RowOf<'GET /v1/admin/rescue-sessions'>;
export const rescueStateOptions = [{ value: 'unfinished', label: 'Not finished' }, ...stateOptions(rescueMachine)];

export const symptomText = (symptom: ListedRescue['symptom']): string => rescueSymptoms[symptom];

export const causeLabels = {
  file: 'The file',
  tool: 'The tool',
  power: 'Power',
  user: 'Handling',
  unknown: 'Not known',
} as const;
