import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from './connection.ts';

// A database that refuses connections does so immediately. One behind a dropped network does not respond at all: every
// query would wait for its full timeout, and so would all queued ones. So one connection probes continuously.

const askEveryMs = 250;
/** Together with the interval, silence is detected within 1.7 s, so waiting callers get an error within two. */
const silenceMs = 1_400;
/** A timer this late means that the event loop was blocked; afterwards the answer may take a moment longer. */
const lateMs = 50;
const afterBlockMs = 300;
/** Only this connection receives nothing: then it is broken itself. */
const stuckMs = 10_000;

export type DbHealth = {
  readonly silent: boolean;
  /**
   * Settles like `work`, but rejects as soon as the database is silent; a later result of `work` is passed to
   * `unwanted`.
   */
  whileHeard<T>(work: () => Promise<T>, unwanted: (result: T) => void): Promise<T>;
  /** Call whenever another connection receives data: a busy database is not silent. */
  heard(): void;
  stop(): void;
};

/** The database neither responds nor refuses. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  constructor() {
    super('The database is not responding.');
  }
}

export type DbHealthEvents = { onSilence(): void; onReturn(): void };

export function watchDbHealth(target: Connection | string, { onSilence, onReturn }: DbHealthEvents): DbHealth {
  const stop = new AbortController();
  // Longer than the silence limit, to distinguish an unresponsive connection from a refused one.
  const timeouts = { connectMs: 2 * silenceMs, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const config = clientConfig(target, timeouts, 'tuneport pulse');
  const waiting = new Set<() => void>();
  let lastDataAtMs = performance.now();
  let silent = false;

  async function isSilent(question: Promise<unknown>): Promise<boolean> {
    const askedAtMs = performance.now();
    const settled = new AbortController();
    const answer = question.then(() => true).finally(() => settled.abort());
    let listenUntilMs = 0;
    for (;;) {
      const leftMs = Math.max(Math.max(askedAtMs, lastDataAtMs) + silenceMs, listenUntilMs) - performance.now();
      if (leftMs <= 0) return true;
      const dueAtMs = performance.now() + leftMs;
      await Promise.race([answer, pause(leftMs, AbortSignal.any([settled.signal, stop.signal]))]);
      await new Promise((resume) => setImmediate(resume));
      if (settled.signal.aborted || stop.signal.aborted) return false;
      // While the event loop was blocked nothing was read; what arrived meanwhile still has to be.
      if (performance.now() - dueAtMs > lateMs) listenUntilMs = performance.now() + afterBlockMs;
      if (performance.now() - askedAtMs > stuckMs) throw new DatabaseSilent();
    }
  }

  function markSilent(): void {
    if (silent) return;
    silent = true;
    for (const refuse of waiting) refuse();
    onSilence();
  }

  async function ask(client: pg.Client): Promise<void> {
    if (await isSilent(client.connect())) return markSilent();
    while (!stop.signal.aborted) {
      if (await isSilent(client.query('select 1'))) return markSilent();
      if (silent) onReturn();
      silent = false;
      await pause(askEveryMs, stop.signal);
    }
  }

  void (async () => {
    while (!stop.signal.aborted) {
      const client = new pg.Client(config);
      client.on('error', () => {});
      // Refused, closed or starting up counts as a response; all others get the same.
      await ask(client).catch(() => {});
      client.connection.stream.destroy();
      await pause(askEveryMs, stop.signal);
    }
  })();

  return {
    get silent() {
      return silent;
    },
    async whileHeard(work, unwanted) {
      if (silent) throw new DatabaseSilent();
      const refused = Promise.withResolvers<never>();
      const refuse = () => refused.reject(new DatabaseSilent());
      waiting.add(refuse);
      const working = work();
      try {
        return await Promise.race([working, refused.promise]);
      } catch (error) {
        if (error instanceof DatabaseSilent) working.then(unwanted, () => {});
        throw error;
      } finally {
        waiting.delete(refuse);
      }
    },
    heard() {
      lastDataAtMs = performance.now();
    },
    stop: () => stop.abort(),
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
