import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { dataExportDays } from '@tuneport/domain/identity/data-export-states';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { spoolFilePath } from '../../../platform/files/form-folders.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { defineJob, type JobContext } from '../../../platform/jobs/define.ts';
import { writeZip } from '../../../platform/zip/write-zip.ts';
import { sendExportFailed, sendExportReady } from '../account-mails.ts';
import { exportContents, partsOf } from './export-contents.ts';
import { exportedFiles } from './export-files.ts';

/** How often the progress is written at most. */
const progressEveryMs = 500;

export const prepareExportJob = defineJob({
  name: 'account.prepare-export',
  schema: z.object({ export_id: z.number().int() }),
  // A repeated run begins again: nothing is visible before the file is complete.
  transaction: 'none',
  concurrency: 1,
  timeoutS: 2 * 3_600,
  run: (context, { export_id }) => prepareExport(context, export_id),
});

async function prepareExport(context: JobContext, id: number): Promise<void> {
  const { db, log, platform } = context;
  const owner = await startExport(db, id);
  if (!owner) return;
  const path = spoolFilePath();
  try {
    const file = await writeExport(context, id, owner, path);
    // Before the transaction, because a large file may take long on a slow store.
    await platform.files.put(file.path, file.sha256, file.sizeBytes);
    await db.transaction().execute(async (tx) => {
      const { id: fileId } = await storeFile(tx, platform.files, file, {
        belongsTo: `data-export:${id}`,
        uploadedBy: owner.id,
      });
      await finish(tx, id, { file_id: fileId, state: 'ready' });
      await sendExportReady(tx, platform.config.publicOrigin, owner);
    });
  } catch (error) {
    // Stopped, or taken over by another process, which runs the job again.
    if (context.signal.aborted) throw error;
    log.error({ err: error, export: id }, 'A data export failed');
    await db.transaction().execute(async (tx) => {
      await finish(tx, id, { file_id: null, state: 'failed' });
      await sendExportFailed(tx, platform.config.publicOrigin, owner);
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** The person, if the export is still wanted. */
async function startExport(db: Db, id: number) {
  const { rows } = await sql<{ id: number; email: string; confirmed: boolean }>`
    update data_exports x set state = 'running', parts_done = 0 from users u
    where x.id = ${id} and x.state in ('queued', 'running') and u.id = x.user_id
    returning u.id, u.email, u.email_confirmed_at is not null as confirmed`.execute(db);
  return rows[0];
}

type Owner = NonNullable<Awaited<ReturnType<typeof startExport>>>;

/** Writes the archive to a local file, hashing on the way; memory stays flat whatever its size. */
async function writeExport(context: JobContext, id: number, owner: Owner, path: string): Promise<ReceivedFile> {
  const { db, now, platform, signal } = context;
  const files = await exportedFiles(db, owner.id);
  const parts = partsOf(files);
  await db.updateTable('data_exports').set({ parts_total: parts }).where('id', '=', id).execute();
  const hash = createHash('sha256');
  let done = 0;
  let shownAt = 0;
  let showing: Promise<unknown> = Promise.resolve();
  const onPart = () => {
    done += 1;
    if (performance.now() - shownAt < progressEveryMs) return;
    shownAt = performance.now();
    const parts_done = done;
    showing = showing.then(() =>
      db.updateTable('data_exports').set({ parts_done }).where('id', '=', id).where('state', '=', 'running').execute(),
    );
  };
  const person = { id: owner.id, confirmedEmail: owner.confirmed ? owner.email : null };
  const contents = exportContents({ db, platform, person, files, now, onPart });
  async function* hashed() {
    for await (const chunk of writeZip(contents)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
  await showing;
  const { size } = await stat(path);
  const name = `my-data-${now.toISOString().slice(0, 10)}.zip`;
  return { field: 'file', name, mediaType: 'application/zip', path, sizeBytes: size, sha256: hash.digest() };
}

/** Sets the end of an export. One that was deleted meanwhile throws, and its file is not stored. */
async function finish(tx: Db, id: number, to: { state: 'ready' | 'failed'; file_id: string | null }): Promise<void> {
  const ended = await tx
    .updateTable('data_exports')
    .set({
      ...to,
      parts_done: sql<number>`parts_total`,
      finished_at: sql<Date>`now()`,
      expires_at: to.state === 'ready' ? sql<Date>`now() + make_interval(days => ${dataExportDays})` : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n) throw new Error('The data export is no longer running.');
}
