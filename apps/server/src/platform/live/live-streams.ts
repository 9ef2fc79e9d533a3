import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../refusal.ts';

// Notifies viewers of a record that it changed; they fetch it again through the normal API: a stream carries versions,
// never data. It holds no database connection. Access is checked again before every message.

export const liveChannel = 'record_news';

/** Notifies every process if and when the transaction commits. */
export async function announce(db: Db, topic: string): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${topic})`.execute(db);
}

/** Topic for changes of a user that affect their open pages. */
export const userTopic = (id: number): string => `user:${id}`;

/**
 * Proxies close idle connections after a minute; and unannounced changes, such as a lost membership, are detected by
 * then.
 */
const beatEveryMs = 15_000;
/** Limits the database load of streams compared to other requests. */
const concurrentChecksMax = 3;
export const streamsOfOneMax = 10;
const streamsMax = 5_000;

export type LiveInput = {
  /** Streams are limited per this key. */
  readonly viewer: string;
  readonly topics: readonly string[];
  /** The current version of the record visible to the viewer; null if they lost access. */
  readonly look: () => Promise<string | null>;
  readonly version: string;
};

type Live = LiveInput & { readonly out: Readable; sentVersion: string; looking: boolean; again: boolean };

export class LiveStreams {
  readonly #streams = new Set<Live>();
  readonly #byTopic = new Map<string, Set<Live>>();
  readonly #countByViewer = new Map<string, number>();
  readonly #waiting: Live[] = [];
  #looking = 0;
  #closed = false;
  #beat: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#streams.size;
  }

  /** A stream that sends the version it was opened at, then every later one. */
  open(input: LiveInput): Readable {
    if (this.#closed) throw new Refusal('unavailable', { retryAfterS: 1 });
    const open = this.#countByViewer.get(input.viewer) ?? 0;
    if (open >= streamsOfOneMax || this.#streams.size >= streamsMax)
      throw new Refusal('too_many_requests', { retryAfterS: 30 });
    const out = new Readable({
      read() {},
      destroy: (error, done) => {
        this.#forget(live);
        done(error);
      },
    });
    const live: Live = { ...input, out, sentVersion: input.version, looking: false, again: false };
    this.#streams.add(live);
    this.#countByViewer.set(input.viewer, open + 1);
    for (const topic of input.topics) {
      const streams = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, streams.add(live));
    }
    this.#beat ??= setInterval(() => this.lookAtAll(), beatEveryMs).unref();
    send(live, changed(input.version));
    return out;
  }

  /** A change of this topic was committed by any process. */
  publish(topic: string): void {
    for (const live of this.#byTopic.get(topic) ?? []) this.#want(live);
  }

  /** After possibly missed notifications. */
  lookAtAll(): void {
    for (const live of this.#streams) this.#want(live);
  }

  /** Ends all streams; clients reconnect to another process. */
  close(): void {
    this.#closed = true;
    for (const live of this.#streams) this.#end(live);
  }

  #want(live: Live): void {
    if (live.looking) live.again = true;
    else {
      live.looking = true;
      this.#waiting.push(live);
      if (this.#looking < concurrentChecksMax) void this.#lookNext();
    }
  }

  async #lookNext(): Promise<void> {
    this.#looking += 1;
    for (let live = this.#waiting.shift(); live; live = this.#waiting.shift()) {
      do {
        live.again = false;
        await this.#look(live);
      } while (live.again && this.#streams.has(live));
      live.looking = false;
    }
    this.#looking -= 1;
  }

  async #look(live: Live): Promise<void> {
    if (!this.#streams.has(live)) return;
    // While the database is unavailable nothing is sent; the next heartbeat retries.
    const version = await live.look().catch(() => live.sentVersion);
    if (!this.#streams.has(live)) return;
    if (version === null) {
      send(live, 'event: gone\ndata: \n\n');
      this.#end(live);
    } else if (version === live.sentVersion) send(live, ': here\n\n');
    else {
      live.sentVersion = version;
      send(live, changed(version));
    }
  }

  #end(live: Live): void {
    this.#forget(live);
    live.out.push(null);
  }

  #forget(live: Live): void {
    if (!this.#streams.delete(live)) return;
    const open = (this.#countByViewer.get(live.viewer) ?? 1) - 1;
    if (open > 0) this.#countByViewer.set(live.viewer, open);
    else this.#countByViewer.delete(live.viewer);
    for (const topic of live.topics) {
      const streams = this.#byTopic.get(topic);
      streams?.delete(live);
      if (streams?.size === 0) this.#byTopic.delete(topic);
    }
    if (this.#streams.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }
}

const changed = (version: string) => `id: ${version}\nevent: version\ndata: ${version}\n\n`;

/** A client that does not read is disconnected; nothing is buffered. */
function send({ out }: Live, text: string): void {
  if (!out.push(text)) out.destroy();
}
