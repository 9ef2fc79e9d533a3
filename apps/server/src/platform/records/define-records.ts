import type { CacheArea } from '@tuneport/contract/endpoint';
import { type RecordCalls, type RecordNoun, recordKey } from '@tuneport/contract/records';
import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/db.ts';
import type { Context, Handler } from '../http/context.ts';
import { recordHistory } from './history.ts';
import type { RecordKind, Stored, Table, WrittenBy } from './record-kind.ts';
import { type ListDefinition, listRows, matchingIds, rowById } from './record-list.ts';
import { createRecord, deleteRecord, findRecord, updateRecord } from './records.ts';
import { type Columns, insertRow, updateRow } from './rows.ts';

type RecordOf<N extends RecordNoun> = z.input<N['record']> & Stored;
type RowOf<N extends RecordNoun> = z.input<N['row']>;
type ChangeOf<N extends RecordNoun> = z.output<N['change']> & object;
type FiltersOf<N extends RecordNoun> = N['filters'] extends z.ZodRawShape
  ? Omit<z.output<z.ZodObject<N['filters']>>, never>
  : object;

type Definition<N extends RecordNoun, Row extends Stored> = ListDefinition<FiltersOf<N>> &
  Pick<RecordKind<RecordOf<N>, ChangeOf<N>, Actor>, 'constraints' | 'check' | 'uses' | 'inUse'> & {
    readonly table: Table;
    readonly subject: string;
    readonly acts: string;
    readonly area?: CacheArea;
    /** A row of the table as the list shows it. */
    readonly present?: (row: Row, now: Date) => RowOf<N>;
    /** What the record has beyond its row. */
    readonly detail?: (db: Db, row: RowOf<N>) => Promise<RecordOf<N>>;
    /** The columns of the fields that are sent; without it they are called the same. */
    readonly toRow?: (change: ChangeOf<N>, by: WrittenBy<Actor>) => Columns;
    /** Columns of a new record that its input leaves out. */
    readonly initial?: (db: Db, input: z.output<N['create']>, by: WrittenBy<Actor>) => Promise<Columns> | Columns;
    readonly saved?: Extra<N>['saved'];
  };

/** A kind of record that is a table: its list, its use cases and its handlers. */
export function defineRecords<const N extends RecordNoun, Row extends Stored = RowOf<N> & Stored>(
  noun: N,
  definition: Definition<N, Row>,
) {
  const { table, present = (row: Row) => row as RowOf<N>, detail, toRow, ...rest } = definition;
  const columnsOf = (change: ChangeOf<N>, by: WrittenBy<Actor>) => toRow?.(change, by) ?? (change as Columns);
  const kind: RecordKind<RecordOf<N>, ChangeOf<N>, Actor> = {
    noun: noun.one,
    table,
    subject: rest.subject,
    acts: rest.acts,
    fields: Object.keys(noun.change.shape),
    ...(rest.area ? { area: rest.area } : {}),
    ...(rest.constraints ? { constraints: rest.constraints } : {}),
    ...(rest.check ? { check: rest.check } : {}),
    ...(rest.uses ? { uses: rest.uses } : {}),
    ...(rest.inUse ? { inUse: rest.inUse } : {}),
    async find(db, id, now) {
      const row = await rowById<Row>(db, definition as never, id);
      if (!row) return undefined;
      const shown = present(row, now);
      return detail ? detail(db, shown) : (shown as RecordOf<N>);
    },
    async insert(db, fields, now, actor) {
      const by = { actor, now };
      const initial = await definition.initial?.(db, fields as z.output<N['create']>, by);
      return insertRow(db, table, { ...columnsOf(fields, by), ...initial });
    },
    store: (db, id, change, now, actor) => updateRow(db, table, id, columnsOf(change, { actor, now })),
  };
  const list = async ({ db, query, now }: Context & { query: { page: number } & FiltersOf<N> }) => {
    const page = await listRows<Row, FiltersOf<N>>(db, definition, query, now);
    return { ...page, data: page.data.map((row) => present(row, now)) };
  };
  const matching = (db: Db, query: FiltersOf<N>, limits: Parameters<typeof matchingIds>[3]) =>
    matchingIds(db, definition, query, limits);
  return { kind, matching, routes: recordRoutes(noun, kind, { list, ...(rest.saved ? { saved: rest.saved } : {}) }) };
}

type OfOne = Context & { params: { id: number } };
type Routes<N extends RecordNoun> = { readonly [K in keyof RecordCalls<N>]: Handler<RecordCalls<N>[K]> };
type Extra<N extends RecordNoun> = {
  readonly list?: (input: never) => Promise<unknown>;
  /** Runs after a record is created or changed, in the same transaction. `before` is null for a new record. */
  readonly saved?: (context: Context, record: RecordOf<N>, before: RecordOf<N> | null) => Promise<void>;
};

/** The handlers of a kind: those of the calls that the noun names. */
export function recordRoutes<const N extends RecordNoun>(
  noun: N,
  kind: RecordKind<RecordOf<N>, ChangeOf<N>, Actor>,
  { list, saved = async () => {} }: Extra<N> = {},
): Routes<N> {
  const { path } = noun;
  const all: Readonly<Record<string, unknown>> = {
    [recordKey(path, 'list')]: list,
    [recordKey(path, 'create')]: async (input: Context & { body: ChangeOf<N> }) => {
      const record = await createRecord(input.db, input.actor, kind, input.body, input.now);
      await saved(input, record, null);
      return record;
    },
    [recordKey(path, 'read')]: ({ db, params, now }: OfOne) => findRecord(db, kind, params.id, now),
    [recordKey(path, 'update')]: async (input: OfOne & { body: ChangeOf<N> }) => {
      const { db, actor, params, body, now } = input;
      const readAt = noun.precondition === false ? null : input.readAt;
      const { before, record } = await updateRecord(db, actor, kind, params.id, body, readAt, now);
      await saved(input, record, before);
      return record;
    },
    [recordKey(path, 'delete')]: ({ db, actor, params, now }: OfOne) => deleteRecord(db, actor, kind, params.id, now),
    [recordKey(path, 'history')]: ({ db, params, query }: OfOne & { query: { page: number } }) =>
      recordHistory(db, `${kind.subject}:${params.id}`, query.page),
  };
  const wanted = noun.calls ?? (['list', 'create', 'read', 'update', 'delete', 'history'] as const);
  return Object.fromEntries(
    wanted.map((name) => [recordKey(path, name), all[recordKey(path, name)]]),
  ) as unknown as Routes<N>;
}
