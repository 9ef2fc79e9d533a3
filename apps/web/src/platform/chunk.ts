import { chunkFailureText, chunkTimeoutMs } from '@tuneport/domain/settings/constants';
import { t } from '@tuneport/domain/text/text';

/** A chunk that could not be loaded. The page reports it and offers a reload. */
export class ChunkError extends Error {
  override name = 'ChunkError';
  constructor(cause: unknown) {
    super(t(chunkFailureText), { cause });
  }
}

type Timers = {
  setTimeout: (act: () => void, ms: number) => unknown;
  clearTimeout: (timer: never) => void;
};

const realTimers: Timers = {
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
};

export function loadChunk<T>(load: () => Promise<T>, timers: Timers = realTimers): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(
      () => reject(new ChunkError(new Error(`not loaded after ${chunkTimeoutMs} ms`))),
      chunkTimeoutMs,
    );
    const stop = () => timers.clearTimeout(timer as never);
    loadWithTexts(load).then(
      (chunk) => {
        stop();
        resolve(chunk);
      },
      (cause: unknown) => {
        stop();
        reject(new ChunkError(cause));
      },
    );
  });
}

async function loadWithTexts<T>(load: () => Promise<T>): Promise<T> {
  const chunk = await load();
  await globalThis.textsLoaded?.();
  return chunk;
}

/** Browsers use different errors for a chunk that fails to load. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkError ||
  (error instanceof TypeError && /dynamically imported module|module script failed|preload CSS/i.test(error.message));
