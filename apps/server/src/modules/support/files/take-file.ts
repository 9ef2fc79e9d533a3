import { open } from 'node:fs/promises';
import { fileKind, fileProblem, sniffBytes } from '@tuneport/domain/file-kind';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { keepFile } from '../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';

/** Takes a file for a message that is still being written. Nobody can read it before that message is sent. */
export async function takeFile(db: Db, store: FileStore, actor: Pick<Actor, 'userId'>, files: readonly ReceivedFile[]) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a file.'] });
  const head = await headOf(file.path);
  const problem = fileProblem(file.name, file.sizeBytes, head);
  if (problem !== null) throw fieldRefusal({ file: [problem] });
  const kind = fileKind(head);
  // A large file may take its time on a slow store; the transaction below finds it there.
  await store.put(file.path, file.sha256, file.sizeBytes);
  return db.transaction().execute(async (tx) => {
    const kept = await keepFile(tx, store, file, { belongsTo: null, uploadedBy: actor.userId });
    await tx.insertInto('support_files').values({ file_id: kept.id, kind }).execute();
    return { id: kept.id, name: kept.name, kind, size_bytes: file.sizeBytes };
  });
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
