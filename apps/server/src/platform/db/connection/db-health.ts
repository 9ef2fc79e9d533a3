import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from './connection.ts';

// A database that refuses connections does so immediately. One behind a dropped network does not respond at all: every
// query would wait for its full timeout, and so would all queued ones. So one connection probes continuously.

const probeIntervalMs = 250;
/** With the interval, an unresponsive database is detected within 1.7 s, so waiting callers get an error within two. */
const responseLimitMs = 1_400;
/** A timer this late means that the event loop was blocked; afterwards the answer may take a moment longer. */
const lateMs = 50;
const afterBlockMs = 300;
/** Only this connection receives nothing: then it is broken itself. */
const stuckMs = 10_000;

export type DbHealth = {
  /**
   * Settles like `work`, but rejects as soon as the database is unresponsive; a later result of `work` is passed to
   * `unwanted`.
   */
  whileResponsive<T>(work: () => Promise<T>, unwanted: (result: T) => void): Promise<T>;
  /** Call whenever another connection receives data: a busy database is not unresponsive. */
  receivedData(): void;
  stop(): void;
};

/** The database neither responds nor refuses. */
export class DatabaseUnresponsive extends Error {
  override readonly name = 'DatabaseUnresponsive';
  constructor() {
    super('The database is not responding.');
  }
}

export type DbHealthEvents = { onUnresponsive(): void; onRecovery(): void };

export function watchDbHealth(target: Connection | string, { onUnresponsive, onRecovery }: DbHealthEvents): DbHealth {
  const stop = new AbortController();
  // Longer than that limit, to distinguish an unresponsive connection from a refused one.
  const timeouts = { connectMs: 2 * responseLimitMs, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const config = clientConfig(target, timeouts, 'tuneport health probe');
  const waiting = new Set<() => void>();
  let lastDataAtMs = performance.now();
  let unresponsive = false;

  async function isUnresponsive(query: Promise<unknown>): Promise<boolean> {
    const startedAtMs = performance.now();
    const settled = new AbortController();
    const answer = query.then(() => true).finally(() => settled.abort());
    let listenUntilMs = 0;
    for (;;) {
      const leftMs = Math.max(Math.max(startedAtMs, lastDataAtMs) + responseLimitMs, listenUntilMs) - performance.now();
      if (leftMs <= 0) return true;
      const dueAtMs = performance.now() + leftMs;
      await Promise.race([answer, pause(leftMs, AbortSignal.any([settled.signal, stop.signal]))]);
      await new Promise((resume) => setImmediate(resume));
      if (settled.signal.aborted || stop.signal.aborted) return false;
      // While the event loop was blocked nothing was read; what arrived meanwhile still has to be.
      if (performance.now() - dueAtMs > lateMs) listenUntilMs = performance.now() + afterBlockMs;
      if (performance.now() - startedAtMs > stuckMs) throw new DatabaseUnresponsive();
    }
  }

  function markUnresponsive(): void {
    if (unresponsive) return;
    unresponsive = true;
    for (const refuse of waiting) refuse();
    onUnresponsive();
  }

  async function probe(client: pg.Client): Promise<void> {
    if (await isUnresponsive(client.connect())) return markUnresponsive();
    while (!stop.signal.aborted) {
      if (await isUnresponsive(client.query('select 1'))) return markUnresponsive();
      if (unresponsive) onRecovery();
      unresponsive = false;
      await pause(probeIntervalMs, stop.signal);
    }
  }

  void (async () => {
    while (!stop.signal.aborted) {
      const client = new pg.Client(config);
      client.on('error', () => {});
      // Refused, closed or starting up counts as a response; all others get the same.
      await probe(client).catch(() => {});
      client.connection.stream.destroy();
      await pause(probeIntervalMs, stop.signal);
    }
  })();

  return {
    async whileResponsive(work, unwanted) {
      if (unresponsive) throw new DatabaseUnresponsive();
      const refused = Promise.withResolvers<never>();
      const refuse = () => refused.reject(new DatabaseUnresponsive());
      waiting.add(refuse);
      const working = work();
      try {
        return await Promise.race([working, refused.promise]);
      } catch (error) {
        if (error instanceof DatabaseUnresponsive) working.then(unwanted, () => {});
        throw error;
      } finally {
        waiting.delete(refuse);
      }
    },
    receivedData() {
      lastDataAtMs = performance.now();
    },
    stop: () => stop.abort(),
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
