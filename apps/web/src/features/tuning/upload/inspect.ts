import type { UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import { inspectFile } from './inspect-file.ts';
import type { Inspected } from './queue-state.ts';

type InspectReply = { id: string; inspected: Inspected | null };

let worker: Worker | null | undefined;
const waiting = new Map<string, (inspected: Inspected | null) => void>();

/** Runs in a worker to keep the page responsive; null when the file can no longer be read. */
export async function inspect(id: string, file: File, purpose: UploadPurpose): Promise<Inspected | null> {
  worker ??= startWorker();
  if (!worker) return inspectFile(file, purpose).catch(() => null);
  const answered = new Promise<Inspected | null>((resolve) => waiting.set(id, resolve));
  worker.postMessage({ id, file, purpose });
  return answered;
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  const made = new Worker(new URL('./inspect.worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', ({ data }: MessageEvent<InspectReply>) => {
    waiting.get(data.id)?.(data.inspected);
    waiting.delete(data.id);
  });
  return made;
}
