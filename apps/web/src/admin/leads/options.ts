import type { CallReply } from '@tuneport/contract/index';
import { priorities, priorityLabels } from '@tuneport/domain/leads/pipelines';
import type { Option } from '../../ui/form/NativeSelect.tsx';

type Pipeline = Pick<CallReply<'GET /v1/admin/lead-engine/pipelines'>[number], 'name' | 'stages'>;
type Stage = Pipeline['stages'][number];

export const optionOf = ({ id, name }: { id: number; name: string }): Option => ({ value: String(id), label: name });

/** The stages of all pipelines; if there are several, stages of the same name are told apart by their pipeline. */
export const stageOptions = (
  pipelines: readonly Pipeline[],
  isOffered: (stage: Stage) => boolean = () => true,
): Option[] =>
  pipelines.flatMap((pipeline) =>
    pipeline.stages
      .filter(isOffered)
      .map(({ id, name }) => optionOf({ id, name: pipelines.length > 1 ? `${pipeline.name}: ${name}` : name })),
  );

export const priorityOptions: readonly Option[] = priorities.map((value) => ({ value, label: priorityLabels[value] }));
