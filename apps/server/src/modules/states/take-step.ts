import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import {
  type ActorOf,
  type EventOf,
  eventsFrom,
  findStep,
  type Machine,
  type StepOf,
} from '@tuneport/domain/states/machine';
import type { Insertable, Kysely, RawBuilder, Updateable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { DB } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import { announce } from '../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';

type Context = { readonly db: Db; readonly now: Date };
type Stateful = { readonly id: number; readonly state: string; readonly updated_at: Date };
type StepActor = { readonly userId: number | null } & Partial<Pick<Actor, 'sessionId' | 'address'>>;

/** What the history stores besides the transition. */
export type StepNotes = {
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly transferId?: bigint | null;
};

type Taken<M extends Machine, Row, Columns, By> = Required<StepNotes> & {
  readonly step: StepOf<M>;
  /** The record as it was when it was locked. */
  readonly row: Row;
  readonly by: By;
  /** The part in which the actor took the step. */
  readonly as: ActorOf<M> | null;
  readonly set: Columns;
  readonly now: Date;
};

/** Column values or SQL expressions. */
type Values<Table> = { readonly [Column in keyof Updateable<Table>]: Updateable<Table>[Column] | RawBuilder<unknown> };

type Spec<M extends Machine, Table extends keyof DB, History extends keyof DB, In extends Context, Row, By> = {
  readonly machine: M;
  readonly table: Table;
  /** For callers that pass an id: reads the record and locks it until the transaction ends. */
  readonly lock?: (db: Db, id: number) => Promise<Row | null | undefined>;
  /** The parts an actor has in the record; without it anyone the route lets in takes any step of the table. */
  readonly parts?: (by: By) => ActorOf<M> | readonly ActorOf<M>[];
  /** The refusal of a step that is not in the table. */
  readonly refuse?: (row: Row) => Refusal;
  /** Everything that must hold besides the state. */
  readonly guard?: (context: In, taken: Taken<M, Row, Updateable<DB[Table]>, By>) => Promise<void> | void;
  /** Columns that follow from the step itself; what the caller sets overrides them. */
  readonly columns?: (
    context: In,
    taken: Taken<M, Row, Updateable<DB[Table]>, By>,
  ) => Promise<Values<DB[Table]>> | Values<DB[Table]>;
  /** The ledger transfer of the step; its id goes into the history. */
  readonly post?: (context: In, taken: Taken<M, Row, Updateable<DB[Table]>, By>) => Promise<bigint | null | undefined>;
  readonly history: {
    readonly table: History;
    readonly values: (taken: Taken<M, Row, Updateable<DB[Table]>, By>) => Insertable<DB[History]>;
  };
  readonly audit?: (
    taken: Taken<M, Row, Updateable<DB[Table]>, By>,
  ) => { act: string; subject: string; detail: Record<string, unknown> } | null;
  /** The live topic whose pages show the record. */
  readonly topic?: (id: number) => string;
};

type Notes<Row, Columns> = StepNotes & {
  /** More columns. A function runs once the step is allowed: it sees the locked record, can refuse, and does the work of the step. */
  readonly set?: Columns | ((row: Row) => Columns | Promise<Columns>);
};

/** The columns all histories share. */
export const historyRow = <M extends Machine, Row extends Stateful, Columns, By extends StepActor>({
  step,
  row,
  by,
  now,
}: Taken<M, Row, Columns, By>) => ({
  at: now,
  event: step.event,
  from_state: row.state,
  to_state: step.to,
  actor_id: by.userId,
});

/**
 * The one way a record of a machine changes its state: under its lock, only by a step of the table, with its history, audit entry and
 * live message in the caller's transaction. Called twice because the types of the record and the actor cannot be inferred:
 * `defineStep<TicketRow, TicketActor>()({ machine, table, … })`.
 */
export const defineStep =
  <Row extends Stateful, By extends StepActor, In extends Context = Context>() =>
  <const M extends Machine, Table extends keyof DB, History extends keyof DB>(
    spec: Spec<M, Table, History, In, Row, By>,
  ) =>
  async (
    context: In,
    target: Row | number,
    event: EventOf<M>,
    by: By,
    { reason = '', detail = {}, transferId = null, set: given }: Notes<Row, Updateable<DB[Table]>> = {},
  ): Promise<Row> => {
    const { db, now } = context;
    const row = typeof target === 'number' ? await spec.lock?.(db, target) : target;
    if (!row) throw new Refusal('not_found');
    const parts = spec.parts?.(by);
    const step = findStep(spec.machine, row.state, event, parts);
    if (!step)
      throw (
        spec.refuse?.(row) ?? new Refusal('invalid_transition', { allowed: eventsFrom(spec.machine, row.state, parts) })
      );
    const as = parts === undefined ? null : ([parts].flat().find((part) => step.who.includes(part)) ?? null);
    if (step.reason && reason === '' && as !== 'system') throw fieldRefusal({ reason: ['Say why.'] });
    const notes = { step, row, by, as, reason, detail, transferId, now };
    const none: Updateable<DB[Table]> = {};
    await spec.guard?.(context, { ...notes, set: typeof given === 'function' ? none : (given ?? none) });
    const set = typeof given === 'function' ? await given(row) : (given ?? none);
    const taken = { ...notes, set };
    const columns = await spec.columns?.(context, taken);
    // The tables are only known by name here; the types of the spec have checked their columns.
    const tables = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const after = await tables
      .updateTable(spec.table as string)
      .set({ ...columns, ...set, state: step.to, updated_at: nextUpdatedAt(row.updated_at, now) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const posted = (await spec.post?.(context, taken)) ?? transferId;
    await tables
      .insertInto(spec.history.table as string)
      .values(spec.history.values({ ...taken, transferId: posted }) as Record<string, unknown>)
      .execute();
    const audit = spec.audit?.(taken);
    if (audit) {
      const { sessionId = null, address = 'system' } = by;
      await writeAudit(db, { userId: by.userId, sessionId, address }, audit.act, audit.subject, audit.detail);
    }
    if (spec.topic) await announce(db, spec.topic(row.id));
    return { ...row, ...after } as Row;
  };
