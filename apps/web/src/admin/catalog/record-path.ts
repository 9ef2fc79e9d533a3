import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { RecordPath } from '../record/record-calls.ts';

/** Where the calls of a kind of catalogue record are. */
export const pathOf = (kind: RecordKindName): RecordPath =>
  kind.startsWith('tune-') ? `/${kind}` : `/v1/admin/ecu/${kind}`;
