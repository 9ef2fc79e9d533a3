import type { Change, RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { SheetReport } from '@tuneport/contract/catalog/catalog-sheet-admin';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { createRecord, updateRecord } from '../../../platform/records/records.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { storedOnlyIf } from '../imports/file-work.ts';
import { kinds } from '../manage/kinds/index.ts';
import { notifySubscribers } from '../subscribe.ts';
import { type Compared, columnOf, compareSheet, type Wanted } from './compare-sheet.ts';
import { timeColumn, timeText } from './sheet-rows.ts';

const changesShownMax = 500;
const problemsShownMax = 500;

type Input = {
  readonly kind: RecordKindName;
  readonly path: string;
  readonly actor: AuditActor;
  readonly origin: string;
  readonly now: Date;
  /** A dry run does all the work and rolls it back. */
  readonly dryRun: boolean;
  readonly onProgress: (done: number) => void;
};

/**
 * Stores all lines, or none if one is rejected. A dry run does the same work, so it also finds errors that occur only
 * on storing.
 */
export async function takeSheet(db: Db, input: Input): Promise<SheetReport> {
  let report: SheetReport | null = null;
  const take = async (tx: Db) => {
    // Reading a line counts as half of its progress, storing as the other half.
    const compared = await compareSheet(tx, input.kind, input.path, (read) => input.onProgress(Math.floor(read / 2)));
    await requireSameTime(tx, input.kind, compared);
    const changed = await storeAll(tx, input, compared);
    report = reportOf(compared);
    if (input.dryRun || compared.problems.length > 0) return false;
    if (input.kind === 'engines') await notifySubscribers(tx, input.origin, changed, input.now);
    return true;
  };
  await storedOnlyIf(db, take, retryOnDeadlock);
  if (report === null) throw new Error('the sheet was not compared');
  return report;
}

/** Locks the records and reports those modified since the comparison. */
async function requireSameTime(tx: Db, kind: RecordKindName, { wanted, problems }: Compared): Promise<void> {
  const ids = wanted.flatMap(({ id }) => (id === null ? [] : [id]));
  const { rows } = await sql<{ id: number; updated_at: Date }>`
    select id, updated_at from ${sql.table(kinds[kind].table)} where id = any(${ids}::integer[])
    order by id for update`.execute(tx);
  const times = new Map(rows.map(({ id, updated_at }) => [id, timeText(updated_at)]));
  for (const { line, id, updatedAt } of wanted)
    if (id !== null && times.get(id) !== updatedAt)
      problems.push({
        line,
        column: timeColumn,
        message: 'Someone is changing this record. Export the file again.',
      });
}

async function storeAll(tx: Db, input: Input, compared: Compared): Promise<number[]> {
  const stored: number[] = [];
  let at = 0;
  for (const line of compared.wanted) {
    await sql`savepoint line`.execute(tx);
    try {
      stored.push(await storeLine(tx, input, line));
      await sql`release savepoint line`.execute(tx);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint line`.execute(tx);
      const errors = Object.entries(error.extra.errors ?? {});
      for (const [field, messages] of errors)
        compared.problems.push({ line: line.line, column: columnOf(input.kind, field), message: messages.join(' ') });
      if (errors.length === 0) compared.problems.push({ line: line.line, column: null, message: error.message });
    }
    at += 1;
    input.onProgress(Math.floor(compared.read / 2 + ((at / compared.wanted.length) * compared.read) / 2));
  }
  return stored;
}

async function storeLine(tx: Db, { kind: name, actor, now }: Input, { id, change }: Wanted): Promise<number> {
  const kind = kinds[name] as unknown as (typeof kinds)['makes'];
  const fields = change as Change<'makes'>;
  if (id === null) return (await createRecord(tx, actor, kind, fields, now)).id;
  // The time was compared and the record is locked; an earlier line may have touched it, for example when a type
  // changes its group.
  await updateRecord(tx, actor, kind, id, fields, null, now);
  return id;
}

function reportOf({ read, unchanged, ignored, wanted, problems }: Compared): SheetReport {
  const refused = new Set(problems.map(({ line }) => line));
  const good = wanted.filter(({ line }) => !refused.has(line));
  return {
    rows: {
      read,
      new: good.filter(({ id }) => id === null).length,
      changed: good.filter(({ id }) => id !== null).length,
      unchanged,
      refused: refused.size,
    },
    ignored,
    changes: wanted.slice(0, changesShownMax).map(({ line, id, name, cells }) => ({ line, id, name, cells })),
    problems: problems.sort((a, b) => a.line - b.line).slice(0, problemsShownMax),
  };
}
