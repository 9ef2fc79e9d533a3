import {
  ColumnNode,
  type InsertQueryNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';

/** Columns that the database would fill with the present. A mail of the past counts as sent. */
const filled: Readonly<Record<string, readonly (readonly [column: string, value: (now: Date) => unknown])[]>> = {
  audit_log: [['at', (now) => now]],
  payment_refunds: [['created_at', (now) => now]],
  users: [['created_at', (now) => now]],
  mail_outbox: [
    ['created_at', (now) => now],
    ['state', () => 'sent'],
    ['sent_at', (now) => now],
  ],
};

class DatedInserts extends OperationNodeTransformer {
  readonly #now: () => Date;

  constructor(now: () => Date) {
    super();
    this.#now = now;
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const table = insert.into && TableNode.is(insert.into) ? insert.into.table.identifier.name : '';
    const { columns, values } = insert;
    if (!filled[table] || !columns || !values || !ValuesNode.is(values)) return insert;
    const given = new Set(columns.map(({ column }) => column.name));
    const missing = filled[table].filter(([column]) => !given.has(column));
    const added = missing.map(([, value]) => value(this.#now()));
    return {
      ...insert,
      columns: [...columns, ...missing.map(([column]) => ColumnNode.create(column))],
      values: ValuesNode.create(
        values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([...row.values, ...added])
            : ValueListNode.create([...row.values, ...added.map((value) => ValueNode.create(value))]),
        ),
      ),
    };
  }
}

export type DatedPlatform = { readonly platform: Platform; readonly clock: { now: Date } };

/** A platform that starts at `now`; its clock can be set later. */
export function datedPlatform(platform: Platform, now: Date): DatedPlatform {
  const clock = { now };
  return { platform: platformAt(platform, clock), clock };
}

/** The platform at another time: its clock, and the dates of what its use cases write. */
export function platformAt(platform: Platform, clock: { now: Date }): Platform {
  const inserts = new DatedInserts(() => clock.now);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => inserts.transformNode(node),
    transformResult: async ({ result }) => result,
  };
  return { ...platform, clock: { now: () => clock.now }, db: platform.db.withPlugin(plugin) as Db };
}
