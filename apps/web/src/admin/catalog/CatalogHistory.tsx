import type { CallInput } from '@tuneport/contract/index';
import { useCallback } from 'react';
import { call } from '../../platform/api/browser.ts';
import { RecordHistory } from '../record/timeline/RecordHistory.tsx';

type Query = NonNullable<CallInput<'GET /v1/admin/ecu/history'>['query']>;
type Props = { kind: Query['kind']; id: number; labels: Readonly<Record<string, string>>; since: string };

/** The history of any record of the catalogue, which is one call for all kinds. */
export function CatalogHistory({ kind, id, labels, since }: Props) {
  const load = useCallback(
    (page: number) => call('GET /v1/admin/ecu/history', { query: { kind, id, page } }),
    [kind, id],
  );
  return <RecordHistory load={load} labels={labels} since={since} />;
}
