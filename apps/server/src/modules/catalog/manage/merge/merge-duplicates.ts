import type { DuplicateEntity } from '@tuneport/contract/catalog/catalog-admin';
import { sql } from 'kysely';
import type { AuditActor } from '../../../../platform/actor.ts';
import { bumpArea } from '../../../../platform/cache/area-versions.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { withConstraintMessages } from '../../../../platform/db/writes/constraint-violations.ts';
import { lockRow, touchRows } from '../../../../platform/records/rows.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { subjectOf } from '../kind.ts';
import { kinds } from '../kinds/index.ts';
import { mergeEngine } from './merge-engine.ts';
import { mergeMake } from './merge-make.ts';
import { mergeModel } from './merge-model.ts';
import { mergeTransmission } from './merge-transmission.ts';
import { mergeTune } from './merge-tune.ts';
import { Moved } from './moved.ts';

type Input = { entity: DuplicateEntity; kept_id: number; merged_ids: readonly number[]; dry_run: boolean };
type Merge = (db: Db, moved: Moved, survivor: number, merged: number, now: Date) => Promise<void>;

const merges: Readonly<Record<DuplicateEntity, Merge>> = {
  makes: mergeMake,
  models: mergeModel,
  engines: mergeEngine,
  transmissions: mergeTransmission,
  tunes: mergeTune,
};

/**
 * The kept record takes over all references to the others, which are deleted. A dry run does all of it and rolls back,
 * so its counts are exact.
 */
export async function mergeDuplicates(db: Db, actor: AuditActor, input: Input, now: Date) {
  const { entity, kept_id: survivor, dry_run } = input;
  const merged = [...new Set(input.merged_ids)].sort((a, b) => a - b);
  if (merged.includes(survivor)) throw fieldRefusal({ merged_ids: ['You cannot merge a record into itself.'] });
  const kind = kinds[entity];
  for (const id of [survivor, ...merged].sort((a, b) => a - b))
    if (!(await lockRow(db, kind.table, id))) throw new Refusal('not_found');
  const moved = new Moved();
  const act = async (tx: Db) => {
    for (const id of merged) {
      const before = await kind.find(tx, id, now);
      await withConstraintMessages(kind, () => merges[entity](tx, moved, survivor, id, now));
      if (dry_run) continue;
      await writeAudit(tx, actor, 'catalog.merge', subjectOf(entity, id), { before, into: survivor });
      await writeAudit(tx, actor, 'catalog.merge', subjectOf(entity, survivor), { after: { merged: before } });
    }
  };
  if (dry_run) await takenBack(db, act);
  else {
    await act(db);
    await touchRows(db, kind.table, [survivor], now);
    await bumpArea(db, 'catalog');
  }
  const record = await kind.find(db, survivor, now);
  return { dry_run, kept: { id: survivor, name: (record as { name: string }).name }, moved: moved.list() };
}

async function takenBack(db: Db, act: (tx: Db) => Promise<void>): Promise<void> {
  if (!db.isTransaction) throw new Error('A dry run needs a transaction to roll back.');
  await sql`savepoint dry_run`.execute(db);
  try {
    await act(db);
  } finally {
    await sql`rollback to savepoint dry_run`.execute(db);
  }
}
