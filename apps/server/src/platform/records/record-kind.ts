import type { CacheArea } from '@tuneport/contract/endpoint';
import type { AuditActor } from '../actor.ts';
import type { DB } from '../db/db.gen.ts';
import type { Db } from '../db/db.ts';

export type Table = keyof DB & string;

/** Other records that use one, which therefore cannot be deleted: how many, and what they are called. */
export type Use = { readonly count: number; readonly one: string; readonly many: string };

/** Field → what is wrong with it; a field without messages is fine. */
export type Problems = Readonly<Record<string, readonly string[] | undefined>>;

export type WrittenBy<By extends AuditActor> = { readonly actor: By; readonly now: Date };
export type Stored = { readonly id: number; readonly updated_at: Date };

/** How one kind of record is stored. Locking, stale saves, audit, history and caches are the same for all kinds. */
export type RecordKind<Rec extends Stored, Change extends object, By extends AuditActor = AuditActor> = {
  /** With its article: "a make". */
  readonly noun: string;
  readonly table: Table;
  /** The audit subject without its id: "tuner-brand". */
  readonly subject: string;
  /** The first part of its audit events: "tuner-brands" for "tuner-brands.create". */
  readonly acts: string;
  /** The fields whose changes the audit log keeps. */
  readonly fields: readonly string[];
  /** The cached responses that show these records. */
  readonly area?: CacheArea;
  /** The field and message for a value that a constraint of the database rejects. */
  readonly constraints?: Readonly<Record<string, readonly [field: string, message: string]>>;
  find(db: Db, id: number, now: Date): Promise<Rec | undefined>;
  /** What no field can tell alone. `before` is null for a new record. It may throw a refusal of its own. */
  check?(db: Db, change: Change, before: Rec | null, by: WrittenBy<By>): Promise<Problems> | Problems;
  insert(db: Db, fields: Change, now: Date, actor: By): Promise<number>;
  store(db: Db, id: number, change: Change, now: Date, actor: By): Promise<void>;
  /** Without it only foreign keys keep a record from being deleted. */
  uses?(db: Db, id: number): Promise<readonly Use[]>;
  /** What to do instead of deleting a record that is used; without it, to move or delete what uses it. */
  readonly inUse?: string;
};
