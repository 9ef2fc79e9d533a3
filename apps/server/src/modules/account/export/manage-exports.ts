import { type DataExportState, dataExportsPerDay, isPreparing } from '@tuneport/domain/identity/data-export-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import { removeUnusedBytes } from '../../../platform/files/sweep.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeRateLimit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { prepareExportJob } from './prepare-export.ts';

const shownMax = 10;

const exportsOf = (db: Db, userId: number) =>
  db
    .selectFrom('data_exports as x')
    .leftJoin('stored_files as f', 'f.id', 'x.file_id')
    .select(['x.id', 'x.state', 'x.parts_done', 'x.parts_total', 'x.requested_at', 'x.expires_at'])
    .select(['f.sha256', 'f.size_bytes', 'f.name'])
    .where('x.user_id', '=', userId);

type Row = Awaited<ReturnType<ReturnType<typeof exportsOf>['execute']>>[number];

/** An export past its time is shown as expired even before its file is removed. */
const isOver = ({ expires_at }: Row, now: Date): boolean => expires_at !== null && expires_at <= now;

const present = (row: Row, now: Date) => ({
  id: row.id,
  state: (isOver(row, now) ? 'expired' : row.state) as DataExportState,
  parts_done: row.parts_done,
  parts_total: row.parts_total,
  size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  requested_at: row.requested_at,
  expires_at: row.expires_at,
});

export async function listExports(db: Db, userId: number, now: Date) {
  const rows = await exportsOf(db, userId).orderBy('x.id', 'desc').limit(shownMax).execute();
  return rows.map((row) => present(row, now));
}

/** Ends the finished exports of a person: one archive is kept. Returns the hashes of the files. */
export async function endFinishedExports(db: Db, userId: number): Promise<Buffer[]> {
  const rows = await exportsOf(db, userId).where('x.state', '=', 'ready').forUpdate('x').execute();
  for (const { id } of rows) {
    await db.updateTable('data_exports').set({ state: 'expired' }).where('id', '=', id).execute();
    await db.deleteFrom('stored_files').where('belongs_to', '=', `data-export:${id}`).execute();
  }
  return rows.flatMap(({ sha256 }) => (sha256 ? [sha256] : []));
}

export async function requestExport(db: Db, { jobs }: Platform, actor: SignedInActor, now: Date) {
  const made = await db
    .insertInto('data_exports')
    .values({ user_id: actor.userId, requested_at: now })
    .onConflict((conflict) => conflict.column('user_id').where('state', 'in', ['queued', 'running']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', { message: 'Your data is already being prepared. We will e-mail you.' });
  await takeRateLimit(db, `data export user:${actor.userId}`, { max: dataExportsPerDay, windowS: 86_400 });
  await jobs.enqueue(db, prepareExportJob, { export_id: made.id });
  await writeAudit(db, actor, 'identity.request-data-export', `user:${actor.userId}`);
  return present(await exportsOf(db, actor.userId).where('x.id', '=', made.id).executeTakeFirstOrThrow(), now);
}

type Wanted = { readonly id: number; readonly now: Date; readonly range: string | undefined };

export async function sendExport({ db, files }: Platform, actor: SignedInActor, wanted: Wanted): Promise<RawReply> {
  const row = await exportsOf(db, actor.userId).where('x.id', '=', wanted.id).executeTakeFirst();
  if (row?.state !== 'ready' || isOver(row, wanted.now) || !row.sha256 || row.size_bytes === null || row.name === null)
    throw new Refusal('not_found');
  const reply = await sendFile(files, { sha256: row.sha256, size_bytes: row.size_bytes, name: row.name }, wanted.range);
  // A resumed download is not a new one.
  if (reply.status === 200) await writeAudit(db, actor, 'identity.download-data-export', `user:${actor.userId}`);
  return reply;
}

/** Deletes an export and returns the hash of its file, whose bytes are removed after the commit. */
export async function deleteExport(db: Db, userId: number, id: number): Promise<Buffer[]> {
  const row = await exportsOf(db, userId).where('x.id', '=', id).forUpdate('x').executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (isPreparing(row.state)) throw new Refusal('conflict', { message: 'This export is still being prepared.' });
  await db.deleteFrom('stored_files').where('belongs_to', '=', `data-export:${id}`).execute();
  await db.deleteFrom('data_exports').where('id', '=', id).execute();
  return row.sha256 ? [row.sha256] : [];
}

/** Ends exports whose time is over and removes their files. */
export async function expireExports({ db, files }: Pick<Platform, 'db' | 'files'>, now: Date): Promise<number> {
  // An abandoned export would otherwise block the next.
  const dayBefore = new Date(now.getTime() - dayMs);
  await db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', '=', 'running')
    .where('requested_at', '<=', dayBefore)
    .execute();
  const due = await db
    .selectFrom('data_exports as x')
    .leftJoin('stored_files as f', 'f.id', 'x.file_id')
    .select(['x.id', 'f.sha256'])
    .where('x.state', '=', 'ready')
    .where('x.expires_at', '<=', now)
    .execute();
  for (const { id, sha256 } of due) {
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('data_exports').set({ state: 'expired' }).where('id', '=', id).execute();
      await tx.deleteFrom('stored_files').where('belongs_to', '=', `data-export:${id}`).execute();
    });
    if (sha256) await removeUnusedBytes(db, files, [sha256]);
  }
  return due.length;
}
