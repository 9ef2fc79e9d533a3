import type { Change, RecordKindName, RecordOf } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { Db } from '../../../platform/db/db.ts';

/** Records that prevent a deletion: their number and what they are called. */
export type Hanging = { readonly count: number; readonly one: string; readonly many: string };

/** Field → its error messages; a field without messages is valid. */
export type Problems = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * How one kind of record is stored. Permissions, stale saves, history and cache invalidation are the same for all
 * kinds.
 */
export type Kind<K extends RecordKindName> = {
  readonly name: K;
  /** With its article: "a make". */
  readonly noun: string;
  readonly table:
    | 'makes'
    | 'years'
    | 'models'
    | 'engines'
    | 'transmissions'
    | 'tunes'
    | 'guides'
    | 'tune_types'
    | 'tune_type_groups'
    | 'tune_pricing_tiers'
    | 'tools';
  /** Maps a database constraint to the form field and its message. */
  readonly constraints: Readonly<Record<string, readonly [field: string, message: string]>>;
  find(db: Db, id: number): Promise<RecordOf<K> | undefined>;
  /** Validation across fields or records. `before` is null for a new record. */
  check?(db: Db, change: Change<K>, before: RecordOf<K> | null): Promise<Problems> | Problems;
  insert(db: Db, fields: Change<K>, now: Date): Promise<number>;
  store(db: Db, id: number, change: Change<K>, now: Date): Promise<void>;
  hanging(db: Db, id: number): Promise<readonly Hanging[]>;
};
