import { type UploadMode, type UploadPurpose, unknownUploadError } from '@tuneport/domain/tuning/upload-rules';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { inspect } from './inspect.ts';
import { forgetFile, type PendingFile, pendingFiles, storeFile } from './pending-files.ts';
import { isTune, nextToSend, type QueueFacts, type QueueItem, tooBig } from './queue-state.ts';
import { sendLog } from './send-log.ts';
import { sendTune } from './send-tune.ts';

const retryLostMs = 15_000;

type MakeRequest = (uploadId: string, vehicle: string | undefined) => Promise<string>;

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Inspects every file, waits for its preconditions and uploads it; one queue per tab. */
export function createUploadQueue(purpose: UploadPurpose, makeRequest: MakeRequest) {
  let items: readonly QueueItem[] = [];
  let facts: QueueFacts = { agreed: false, signedIn: false };
  let ended = false;
  const pendingByUrl = new Map<string, PendingFile>();
  const stops = new Map<string, () => void>();
  const locks = new Map<string, () => void>();
  const listeners = new Set<() => void>();

  const set = (next: readonly QueueItem[]) => {
    items = next;
    for (const listener of listeners) listener();
    for (const item of nextToSend(items, facts)) start(item);
  };
  const change = (id: string, part: Partial<QueueItem>) =>
    set(items.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const updatePending = (id: string, part: Partial<PendingFile>) => {
    const now = pendingByUrl.get(id);
    if (!now) return;
    const next = { ...now, ...part };
    pendingByUrl.set(id, next);
    void storeFile(next);
  };

  async function take(file: PendingFile): Promise<void> {
    // Skipped if another tab is already sending the same file.
    if (!(await lockFile(file.id))) return;
    pendingByUrl.set(file.id, file);
    const item: QueueItem = {
      id: file.id,
      name: file.file.name,
      sizeBytes: file.file.size,
      state: file.inspected ? (file.paused ? 'paused' : 'waiting') : 'inspecting',
      sentBytes: file.sentBytes ?? 0,
      inspected: file.inspected,
      vehicle: file.vehicle,
    };
    set([...items, item]);
    if (file.inspected) return;
    await storeFile(file);
    const inspected = await inspect(file.id, file.file, purpose);
    if (!inspected) return change(file.id, { state: 'failed', problem: unknownUploadError });
    updatePending(file.id, { inspected });
    const problem = tooBig({ ...item, inspected });
    if (problem) void forgetFile(file.id);
    change(file.id, problem ? { inspected, state: 'failed', problem } : { inspected, state: 'waiting' });
  }

  async function lockFile(id: string): Promise<boolean> {
    if (typeof navigator === 'undefined' || !navigator.locks) return true;
    return new Promise((got) => {
      void navigator.locks.request(`upload:${id}`, { ifAvailable: true }, (lock) => {
        got(lock !== null);
        return lock ? new Promise<void>((release) => locks.set(id, release)) : undefined;
      });
    });
  }

  function start(item: QueueItem): void {
    const file = pendingByUrl.get(item.id);
    if (!file || ended) return;
    // Updated synchronously, so that the next pass over the queue sees it.
    items = items.map((one) => (one.id === item.id ? { ...one, state: 'sending', lost: false } : one));
    if (isTune(item)) void startTune(item.id, file);
    else void startLog(item.id, file);
  }

  async function startTune(id: string, file: PendingFile): Promise<void> {
    let stopped = false;
    stops.set(id, () => {
      stopped = true;
    });
    const fail = (problem: string) => finish(id, { state: 'failed', problem });
    try {
      const sending = await sendTune(file, {
        onUrl: (url) => updatePending(id, { url }),
        onProgress: (sentBytes) => change(id, { sentBytes }),
        onLost: (lost) => change(id, { lost }),
        onDone: () => {
          // Creates the tune request; the upload already has all its data.
          const { url, vehicle } = pendingByUrl.get(id) ?? {};
          makeRequest(url?.split('/').pop() ?? '', vehicle).then(
            (to) => done(id, to),
            (error: unknown) => {
              if ((error as { status?: unknown }).status === 401) return waitForLogin(id);
              fail(error instanceof Error && error.message ? error.message : unknownUploadError);
            },
          );
        },
        onFailed: (problem, why) => {
          if (why === 'login') return waitForLogin(id);
          if (why === 'refused') {
            // The server discards a refused upload; a retry starts over.
            updatePending(id, { url: null });
            return fail(problem);
          }
          stops.delete(id);
          change(id, { state: 'paused', lost: true });
          setTimeout(goOn, retryLostMs, id);
        },
      });
      if (stopped) sending.pause();
      else stops.set(id, sending.pause);
    } catch {
      fail(unknownUploadError);
    }
  }

  async function startLog(id: string, file: PendingFile): Promise<void> {
    const abort = new AbortController();
    stops.set(id, () => abort.abort());
    try {
      done(id, await sendLog(file.file, (sentBytes) => change(id, { sentBytes }), abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) finish(id, { state: 'failed', problem: errorText(error, unknownUploadError) });
    }
  }

  function done(id: string, to: string): void {
    void forgetFile(id);
    locks.get(id)?.();
    const size = items.find((item) => item.id === id)?.sizeBytes ?? 0;
    finish(id, { state: 'done', sentBytes: size, lost: false, to });
  }

  /** After a login the upload resumes where it stopped. */
  const waitForLogin = (id: string) => finish(id, { state: 'waiting', loggedOut: true, lost: false });

  function finish(id: string, part: Partial<QueueItem>): void {
    stops.delete(id);
    change(id, part);
  }

  /** Resumes an interrupted or paused upload. */
  function goOn(id: string): void {
    const item = items.find((one) => one.id === id);
    if (ended || item?.state !== 'paused') return;
    updatePending(id, { paused: false });
    change(id, { state: 'waiting', lost: false });
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: () => items,
    know(next: QueueFacts) {
      if (next.agreed === facts.agreed && next.signedIn === facts.signedIn) return;
      facts = next;
      set(items);
    },
    add(files: Iterable<File>, mode: UploadMode) {
      for (const file of [...files].slice(0, 100)) {
        const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
        void take({ id, file, mode, purpose, inspected: null, url: null, paused: false, addedAtMs: Date.now() });
      }
    },
    /** Restores files left by a reload or a login. */
    async recall() {
      for (const file of await pendingFiles(Date.now()))
        if (!ended && file.purpose === purpose && !pendingByUrl.has(file.id)) await take(file);
    },
    pause(id: string) {
      stops.get(id)?.();
      stops.delete(id);
      updatePending(id, { paused: true, sentBytes: items.find((item) => item.id === id)?.sentBytes ?? 0 });
      change(id, { state: 'paused', lost: false });
    },
    goOn,
    /** Resumes all interrupted uploads when the browser is online again. */
    reconnected() {
      for (const { id, state, lost } of items) {
        if (!lost || (state !== 'paused' && state !== 'sending')) continue;
        stops.get(id)?.();
        stops.delete(id);
        change(id, { state: 'paused' });
        goOn(id);
      }
    },
    /** The car of a file, chosen before it is sent; it is kept through a login. */
    chooseCar(id: string, vehicle: string) {
      updatePending(id, { vehicle });
      change(id, { vehicle });
    },
    tryAgain(id: string) {
      change(id, { state: 'waiting', problem: undefined, sentBytes: 0, lost: false });
    },
    remove(id: string) {
      stops.get(id)?.();
      stops.delete(id);
      const url = pendingByUrl.get(id)?.url;
      const state = items.find((item) => item.id === id)?.state;
      if (url && state !== 'done')
        void fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {});
      pendingByUrl.delete(id);
      void forgetFile(id);
      locks.get(id)?.();
      set(items.filter((item) => item.id !== id));
    },
    /** The page is closed: sending stops, the files stay stored for the next visit. */
    end() {
      ended = true;
      for (const stop of stops.values()) stop();
      for (const release of locks.values()) release();
    },
  };
}
