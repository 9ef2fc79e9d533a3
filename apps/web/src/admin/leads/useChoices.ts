import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import type { Option } from '../../ui/form/NativeSelect.tsx';
import { type FieldsByRecord, noCustomFields, readCustomFields } from './fields/custom-fields.ts';
import { optionOf, stageOptions } from './options.ts';

export type Choices = {
  owners: readonly Option[];
  labels: readonly Option[];
  pipelines: readonly Option[];
  stages: readonly Option[];
  fields: FieldsByRecord;
};

export const noChoices: Choices = { owners: [], labels: [], pipelines: [], stages: [], fields: noCustomFields };

/** Owners, labels, pipelines and custom fields, for filters and forms; null until they are read. */
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
            owners: owners.map(optionOf),
            labels: labels.data.map(optionOf),
            pipelines: pipelines.map(optionOf),
            stages: stageOptions(pipelines),
            fields,
          });
      },
      // Without them the filters are empty; the board itself reports what is wrong.
      () => over || setChoices(noChoices),
    );
    return () => {
      over = true;
    };
  }, []);
  return choices;
}
