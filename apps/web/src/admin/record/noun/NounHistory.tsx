import { useCallback } from 'react';
import { Card } from '../../../ui/layout/Layout.tsx';
import { readHistory, type StoredRecord } from '../record-calls.ts';
import { RecordHistory } from '../timeline/RecordHistory.tsx';
import type { Noun } from './noun.ts';

type Props = {
  noun: Noun;
  record: StoredRecord;
  /** Labels of fields that its form does not have. */
  more?: Readonly<Record<string, string>>;
};

/** Who changed a record, when and what. */
export function NounHistory({ noun, record: { id, updated_at }, more = {} }: Props) {
  const load = useCallback((page: number) => readHistory(noun.path, id, page), [noun.path, id]);
  const labels = { ...more, ...Object.fromEntries(noun.fields.map(({ name, label }) => [name, label])) };
  return (
    <Card>
      <h2>History</h2>
      <RecordHistory load={load} labels={labels} since={updated_at} />
    </Card>
  );
}
