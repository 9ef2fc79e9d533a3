import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { lockKeys } from '../db/writes/advisory-locks.ts';
import type { Log } from '../log.ts';
import { fileLock } from './keep-file.ts';
import type { FileStore, StoredBytes } from './store.ts';

const graceMs = dayMs;
const rowsAtOnce = 500;
/** Held shared by a backup: bytes whose row it has seen stay until it has copied them. */
export const backupLock = lockKeys.backup;

type Sweep = { leftovers: number; ownerless: number; bytes: number; missing: number };

/**
 * Removes what no record needs: drafts of interrupted writes, rows that never got an owner, bytes without a row. A row
 * with missing bytes is only reported: otherwise an unmounted store would delete the metadata of every file.
 */
export async function sweepFiles(db: Db, store: FileStore, log: Log, now: Date): Promise<Sweep> {
  const before = new Date(now.getTime() - graceMs);
  const leftovers = await store.clearLeftovers(before);
  const ownerless = await removeOwnerless(db, before);
  let bytes = 0;
  for await (const stored of store.list()) {
    if (stored.changedAt < before && (await removeOrphan(db, store, stored, before))) bytes += 1;
  }
  const missing = await countMissing(db, store, log);
  return { leftovers, ownerless, bytes, missing };
}

/** In batches, to stay below the statement timeout. */
async function removeOwnerless(db: Db, before: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const some = db
      .selectFrom('stored_files')
      .select('id')
      .where('belongs_to', 'is', null)
      .where('created_at', '<', before)
      .limit(rowsAtOnce);
    const { numDeletedRows } = await db.deleteFrom('stored_files').where('id', 'in', some).executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
    if (numDeletedRows < rowsAtOnce) return removed;
  }
}

/** Removes bytes whose last row was just deleted, without waiting for the sweep. Bytes that another row needs stay. */
export async function removeUnusedBytes(db: Db, store: FileStore, hashes: readonly Buffer[]): Promise<void> {
  for (const sha256 of hashes) await removeOrphan(db, store, { sha256 }, new Date(Date.now() + graceMs));
}

/** Checked again under the lock that keepFile holds until its row is committed. */
async function removeOrphan(
  db: Db,
  store: FileStore,
  { sha256 }: Pick<StoredBytes, 'sha256'>,
  before: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('stored_files')
    .select('id')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (known) return false;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${fileLock(sha256)}) and pg_try_advisory_xact_lock(${backupLock}) as mine`.execute(
      tx,
    );
    if (!rows[0]?.mine) return false;
    const row = await tx
      .selectFrom('stored_files')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    const now = await store.stat(sha256);
    if (row || !now || now.changedAt >= before) return false;
    await store.remove(sha256);
    return true;
  });
}

async function countMissing(db: Db, store: FileStore, log: Log): Promise<number> {
  let missing = 0;
  let after: string | undefined;
  for (;;) {
    let query = db.selectFrom('stored_files').select(['id', 'sha256', 'belongs_to']).orderBy('id').limit(rowsAtOnce);
    if (after !== undefined) query = query.where('id', '>', after);
    const rows = await query.execute();
    for (const row of rows) {
      if (await store.has(row.sha256)) continue;
      missing += 1;
      log.error({ file: row.id, belongsTo: row.belongs_to }, 'The content of a file is missing');
    }
    after = rows.at(-1)?.id;
    if (rows.length < rowsAtOnce) return missing;
  }
}
