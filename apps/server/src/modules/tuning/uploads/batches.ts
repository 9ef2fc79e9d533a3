import { finished, type Readable } from 'node:stream';

/** Minimum size of a write. */
const batchBytes = 256 * 1024;

/** How long a stopped sender may take to read the reason. */
const disconnectAfterMs = 2000;

/**
 * Yields incoming bytes in batches until the source ends or another writer takes over, collecting the next batch
 * meanwhile. Bytes received before a failure are yielded before the error is thrown. A stopped sender may read the
 * response, and is disconnected soon after.
 */
export async function* batchesOf(source: Readable, stopped: AbortSignal): AsyncGenerator<Buffer[]> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let ended = false;
  let failure: unknown;
  let wake: (() => void) | undefined;
  const collect = (chunk: Buffer) => {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < batchBytes) return;
    if (wake) wake();
    else source.pause();
  };
  const end = (reason: unknown) => {
    ended = true;
    failure ??= reason;
    wake?.();
  };
  const stop = () => {
    setTimeout(() => source.destroy(), disconnectAfterMs).unref();
    end(stopped.reason);
  };
  const removeListeners = finished(source, { writable: false }, end);
  stopped.addEventListener('abort', stop, { once: true });
  if (stopped.aborted) stop();
  source.on('data', collect);
  try {
    for (;;) {
      if (heldBytes < batchBytes && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          source.resume();
        });
        wake = undefined;
      }
      const batch = held;
      held = [];
      heldBytes = 0;
      if (batch.length > 0) yield batch;
      else if (failure) throw failure;
      else if (ended) return;
    }
  } finally {
    source.pause();
    source.off('data', collect);
    stopped.removeEventListener('abort', stop);
    removeListeners();
  }
}
