import type { UploadMode, UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import type { Inspected } from './queue-state.ts';

// Unsent files survive a reload and a login: they are stored in IndexedDB. Where that is unavailable (a private
// window), they last as long as the page.

export type PendingFile = {
  readonly id: string;
  readonly file: File;
  readonly mode: UploadMode;
  readonly purpose: UploadPurpose;
  readonly inspected: Inspected | null;
  /** The catalogue path of the chosen car. */
  readonly vehicle?: string | undefined;
  /** Upload URL, once the upload was created on the server. */
  readonly url: string | null;
  readonly paused: boolean;
  /** Bytes received when the upload was paused. */
  readonly sentBytes?: number;
  readonly addedAtMs: number;
};

const lifeMs = 20 * 3_600_000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('tuneport-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let database: Promise<IDBDatabase> | undefined;

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    database ??= open();
    const store = (await database).transaction('files', mode).objectStore('files');
    return await new Promise((resolve, reject) => {
      const request = work(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return null;
  }
}

export const storeFile = (pending: PendingFile): Promise<unknown> => run('readwrite', (store) => store.put(pending));
export const forgetFile = (id: string): Promise<unknown> => run('readwrite', (store) => store.delete(id));

/** Unsent files, oldest first; expired ones are deleted. */
export async function pendingFiles(nowMs: number): Promise<readonly PendingFile[]> {
  const all = (await run('readonly', (store) => store.getAll() as IDBRequest<PendingFile[]>)) ?? [];
  for (const { id, addedAtMs } of all) if (nowMs - addedAtMs > lifeMs) void forgetFile(id);
  return all.filter(({ addedAtMs }) => nowMs - addedAtMs <= lifeMs).sort((one, two) => one.addedAtMs - two.addedAtMs);
}
