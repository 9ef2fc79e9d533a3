import { finished, type Readable } from 'node:stream';

/** Worth a write of its own. */
const batchBytes = 256 * 1024;

/** How long whoever is stopped may take to read why. */
const farewellMs = 2000;

/**
 * What arrives, in batches, until it ends or somebody else takes over; the next one is collected while the one before is worked on. What
 * came before a connection broke is handed out before that is told. A sender that is stopped may still hear why, and is let go soon after.
 */
export async function* batchesOf(source: Readable, stopped: AbortSignal): AsyncGenerator<Buffer[]> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let over = false;
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
    over = true;
    failure ??= reason;
    wake?.();
  };
  const stop = () => {
    setTimeout(() => source.destroy(), farewellMs).unref();
    end(stopped.reason);
  };
  const forget = finished(source, { writable: false }, end);
  stopped.addEventListener('abort', stop, { once: true });
  if (stopped.aborted) stop();
  source.on('data', collect);
  try {
    for (;;) {
      if (heldBytes < batchBytes && !over) {
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
      else if (over) return;
    }
  } finally {
    source.pause();
    source.off('data', collect);
    stopped.removeEventListener('abort', stop);
    forget();
  }
}
