import type { Change, RecordKindName, RecordOf } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { Db } from '../../../platform/db/db.ts';

/** A record that must not vanish while others hang on it: how many, and what they are called. */
export type Hanging = { readonly count: number; readonly one: string; readonly many: string };

/** Field → what is wrong with it; a field without messages is fine. */
export type Problems = Readonly<Record<string, readonly string[] | undefined>>;

/** How one kind of record is kept. Who may, whether a save is stale, history and kept answers are the same for all kinds. */
export type Kind<K extends RecordKindName> = {
  readonly name: K;
  /** With its article, as people say it: "a make". */
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
  /** What the field of the form is called when the database refuses a value. */
  readonly constraints: Readonly<Record<string, readonly [field: string, message: string]>>;
  find(db: Db, id: number): Promise<RecordOf<K> | undefined>;
  /** What no field can tell alone. `before` is null for a new record. */
  check?(db: Db, change: Change<K>, before: RecordOf<K> | null): Promise<Problems> | Problems;
  insert(db: Db, fields: Change<K>, now: Date): Promise<number>;
  store(db: Db, id: number, change: Change<K>, now: Date): Promise<void>;
  hanging(db: Db, id: number): Promise<readonly Hanging[]>;
};
