import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from './connection.ts';

type ListenOptions = {
  channels: Record<string, (payload: string) => void>;
  /** Called after every reconnect: notifications in between are lost, so caches must be dropped. */
  onReconnect: () => void;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
};

type Listening = {
  /** Resolves when the first connection listens. Never rejects: the listener keeps retrying. */
  ready: Promise<void>;
  readonly connected: boolean;
  close(): Promise<void>;
};

const pingEveryMs = 10_000;

/**
 * A dedicated connection for LISTEN. It must not go through a pooler in transaction mode, which would drop the
 * subscription.
 */
export function listen(target: Connection | string, { channels, onReconnect, log }: ListenOptions): Listening {
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  let client: pg.Client | undefined;
  let connected = false;
  let times = 0;

  async function connect(): Promise<pg.Client> {
    const timeouts = { connectMs: 3_000, statementMs: 3_000, lockMs: 0, idleInTransactionMs: 0 };
    const next = new pg.Client(clientConfig(target, timeouts, 'tuneport listen'));
    next.on('error', () => {});
    next.on('notification', ({ channel, payload }) => {
      try {
        channels[channel]?.(payload ?? '');
      } catch (error) {
        log.warn({ err: error, channel }, 'A notification could not be handled');
      }
    });
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      return next;
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
  }

  /** A silently dropped connection looks alive; a periodic ping detects it. */
  async function untilBroken(current: pg.Client): Promise<void> {
    const ended = new Promise<'ended'>((settle) => current.once('end', () => settle('ended')));
    for (;;) {
      const next = await Promise.race([ended, pause(pingEveryMs, stop.signal)]);
      if (next === 'ended' || stop.signal.aborted) return;
      try {
        await current.query('select 1');
      } catch {
        return;
      }
    }
  }

  const running = (async () => {
    for (let failures = 0; !stop.signal.aborted; ) {
      try {
        client = await connect();
        failures = 0;
        connected = true;
        times += 1;
        if (times === 1) first.resolve();
        else {
          log.info({}, 'Listening to the database again');
          onReconnect();
        }
        await untilBroken(client);
      } catch (error) {
        failures += 1;
        if (failures === 1 || failures % 20 === 0) log.warn({ err: error }, 'Not listening to the database, retrying');
      }
      connected = false;
      const broken = client;
      client = undefined;
      void broken?.end().catch(() => {});
      if (!stop.signal.aborted) await pause(Math.min(50 * 2 ** Math.min(failures, 5), 1_000), stop.signal);
    }
  })();

  return {
    ready: first.promise,
    get connected() {
      return connected;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<'slept'> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  return 'slept';
}
