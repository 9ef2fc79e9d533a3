import type { Change, RecordKindName, RecordOf } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { RecordKind } from '../../../platform/records/record-kind.ts';

/** What a kind of catalogue record says itself; audit and cached responses are the same for all of them. */
export type Kind<K extends RecordKindName> = { readonly name: K } & Omit<
  RecordKind<RecordOf<K>, Change<K>>,
  'subject' | 'acts' | 'fields' | 'area'
>;

/** The audit subject of a record. */
export const subjectOf = (kind: RecordKindName, id: number) => `catalog-${kind}:${id}`;
