import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import type { Option } from '../../ui/form/NativeSelect.tsx';
import { type FieldsByRecord, noCustomFields, readCustomFields } from './fields/custom-fields.ts';

export type Choices = {
  owners: readonly Option[];
  labels: readonly Option[];
  pipelines: readonly Option[];
  stages: readonly Option[];
  fields: FieldsByRecord;
};

const option = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

/** Owners, labels and pipelines, for filters and forms; null until they are read. */
export function useChoices(): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    let over = false;
    Promise.all([
      call('GET /v1/admin/lead-engine/owners'),
      call('GET /v1/admin/lead-engine/labels', { query: {} }),
      call('GET /v1/admin/lead-engine/pipelines'),
      readCustomFields(),
    ]).then(
      ([owners, labels, pipelines, fields]) => {
        if (!over)
          setChoices({
            owners: owners.map(option),
            labels: labels.data.map(option),
            pipelines: pipelines.map(option),
            stages: pipelines.flatMap(({ stages }) => stages.map(option)),
            fields,
          });
      },
      // Without them the filters are empty; the board itself reports what is wrong.
      () => over || setChoices({ owners: [], labels: [], pipelines: [], stages: [], fields: noCustomFields }),
    );
    return () => {
      over = true;
    };
  }, []);
  return choices;
}
