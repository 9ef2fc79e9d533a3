import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from './connection.ts';

// A database that refuses says so at once. One that is cut off without a word says nothing: what was asked of it would wait for
// the last of all timeouts, and everybody behind it too. So one connection asks a small question all the time.

const askEveryMs = 250;
/** With the pause before the question a silence is noticed within 1.7 s, so whoever waits is answered within two. */
const silenceMs = 1_400;
/** Other connections receive and this one does not: then it is this one that is broken. */
const stuckMs = 10_000;

export type DbHealth = {
  readonly silent: boolean;
  /** Settles as `work` does, and is refused as soon as the database is silent; what `work` brings after that is `unwanted`. */
  whileHeard<T>(work: () => Promise<T>, unwanted: (result: T) => void): Promise<T>;
  /** To be told whenever any other connection receives something: a busy database is not a silent one. */
  heard(): void;
  stop(): void;
};

/** The database neither answers nor refuses. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  constructor() {
    super('The database does not answer.');
  }
}

export type DbHealthEvents = { onSilence(): void; onReturn(): void };

export function watchDbHealth(target: Connection | string, { onSilence, onReturn }: DbHealthEvents): DbHealth {
  const stop = new AbortController();
  // Longer than our own patience, so that a connection nobody answers is told apart from one that is refused.
  const timeouts = { connectMs: 2 * silenceMs, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const config = clientConfig(target, timeouts, 'tuneport pulse');
  const waiting = new Set<() => void>();
  let heardAtMs = performance.now();
  let silent = false;

  async function isSilent(question: Promise<unknown>): Promise<boolean> {
    const askedAtMs = performance.now();
    const settled = new AbortController();
    const answer = question.then(() => true).finally(() => settled.abort());
    for (;;) {
      const leftMs = Math.max(askedAtMs, heardAtMs) + silenceMs - performance.now();
      if (leftMs <= 0) return true;
      await Promise.race([answer, pause(leftMs, AbortSignal.any([settled.signal, stop.signal]))]);
      // A process that was held up sees its clock run down before it has read what arrived meanwhile.
      await new Promise((resume) => setImmediate(resume));
      if (settled.signal.aborted || stop.signal.aborted) return false;
      if (performance.now() - askedAtMs > stuckMs) throw new DatabaseSilent();
    }
  }

  function fallSilent(): void {
    if (silent) return;
    silent = true;
    for (const refuse of waiting) refuse();
    onSilence();
  }

  async function ask(client: pg.Client): Promise<void> {
    if (await isSilent(client.connect())) return fallSilent();
    while (!stop.signal.aborted) {
      if (await isSilent(client.query('select 1'))) return fallSilent();
      if (silent) onReturn();
      silent = false;
      await pause(askEveryMs, stop.signal);
    }
  }

  void (async () => {
    while (!stop.signal.aborted) {
      const client = new pg.Client(config);
      client.on('error', () => {});
      // Refused, cut or starting up is an answer, and everybody else gets the same one.
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
      heardAtMs = performance.now();
    },
    stop: () => stop.abort(),
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
