import { open } from 'node:fs/promises';
import {
  type ApplicationState,
  applicationFilesMax,
  applicationMachine,
} from '@tuneport/domain/dealers/application-states';
import { eventsFrom, isFinal } from '@tuneport/domain/states/machine';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isRaster } from '../../../platform/files/is-raster.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import { sendFile } from '../../../platform/files/send-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { RawReply, ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { filesOf, lockApplication } from './application-queries.ts';

/** Checked by content, not by name. */
export async function requireDocuments(files: readonly ReceivedFile[], field: string): Promise<void> {
  for (const file of files)
    if (file.sizeBytes === 0 || !((await isRaster(file.path)) || (await isPdf(file.path))))
      throw fieldRefusal({ [field]: [`“${file.name}” is neither a picture (JPEG, PNG, WebP) nor a PDF.`] });
}

async function isPdf(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === '%PDF-';
  } finally {
    await handle.close();
  }
}

export async function storeDocuments(
  tx: Db,
  store: FileStore,
  application: number,
  files: readonly ReceivedFile[],
  uploadedBy: number | null,
): Promise<void> {
  for (const file of files) await storeFile(tx, store, file, { belongsTo: `application:${application}`, uploadedBy });
}

/** Adds a document to an open application of the actor. */
export async function addDocument(
  platform: Platform,
  actor: Actor,
  id: number,
  files: readonly ReceivedFile[],
): Promise<void> {
  if (files.length === 0) throw fieldRefusal({ file: ['Choose a file.'] });
  await requireDocuments(files, 'file');
  await platform.db.transaction().execute(async (tx) => {
    const row = await lockApplication(tx, id);
    if (!row || row.user_id !== actor.userId) throw new Refusal('not_found');
    if (!takesFiles(row.state))
      throw new Refusal('invalid_transition', { allowed: eventsFrom(applicationMachine, row.state, 'applicant') });
    if ((await filesOf(tx, id)).length >= applicationFilesMax)
      throw fieldRefusal({ file: [`You can add at most ${applicationFilesMax} files.`] });
    await storeDocuments(tx, platform.files, id, files, actor.userId);
  });
}

export const takesFiles = (state: ApplicationState): boolean => !isFinal(applicationMachine, state);

/** Sends a document; the caller has checked access to the application. */
export async function sendDocument(
  db: Db,
  store: FileStore,
  id: number,
  fileId: string,
  range: string | undefined,
): Promise<RawReply> {
  const file = await db
    .selectFrom('stored_files')
    .select(['sha256', 'size_bytes', 'name'])
    .where('id', '=', fileId)
    .where('belongs_to', '=', `application:${id}`)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  return sendFile(store, file, range);
}
