import { createHash } from 'node:crypto';
import { compressNow, type Encoding, worthCompressingBytes } from './encoding.ts';

/** An answer made once for everybody, a page or a call's: its headers, its ETag among them, and its bytes. */
export type CachedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly identity: Buffer;
  /** What was sent once and is sent as it is from then on. */
  readonly ready: { [Form in Encoding | 'unchanged']?: ReadyAnswer };
  /** How often it was sent compressed. */
  sent: number;
};

/** Names and values of headers by turns; compressed bytes as text of one byte a letter, which goes out with them in one piece. */
export type ReadyAnswer = { readonly headers: string[]; readonly body: Buffer | string };

export function cacheable(status: number, headers: Record<string, string>, body: string | Buffer): CachedResponse {
  const identity = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, headers: { ...headers, etag }, etag, identity, ready: {}, sent: 0 };
}

/** An answer that says only that the caller knows it already. */
export const unchangedAnswer = (headers: Record<string, string>): CachedResponse => ({
  status: 304,
  headers,
  etag: headers.etag ?? '',
  identity: Buffer.alloc(0),
  ready: {},
  sent: 0,
});

/** The bytes as they go over the wire; not compressed where that saves nothing. */
export function bodyIn(answer: CachedResponse, wanted: Encoding): { body: Buffer; encoding: Encoding } {
  if (wanted === 'identity' || answer.identity.length < worthCompressingBytes)
    return { body: answer.identity, encoding: 'identity' };
  return { body: compressNow(answer.identity, wanted), encoding: wanted };
}

type Entry = { readonly answer: CachedResponse; readonly untilMs: number; readonly bytes: number };
type Limits = { readonly maxBytes: number; readonly lifeMs?: number; readonly nowMs?: () => number };

/**
 * A key names everything an answer depends on, the version of its data included, so an outdated one is never asked for
 * again. A life is for what changes with the clock, such as a sale that begins. Least recently used goes first; the
 * bound is bytes, since pages differ a hundredfold in size.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<CachedResponse | null>>();
  readonly #maxBytes: number;
  readonly #lifeMs: number;
  readonly #nowMs: () => number;
  #bytes = 0;

  constructor({ maxBytes, lifeMs = Number.POSITIVE_INFINITY, nowMs = Date.now }: Limits) {
    this.#maxBytes = maxBytes;
    this.#lifeMs = lifeMs;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#kept.size;
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.#kept.get(key);
    if (!entry || entry.untilMs <= this.#nowMs()) return undefined;
    // Re-inserted so that the map stays in order of use.
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.answer;
  }

  /**
   * For a key that `get` does not have. All who ask at once wait for one making; `flight` keeps apart those who may not
   * share it. `make` answers null for what is not to be kept: then, and when it fails, an answer that was kept before is
   * given once more. The data it was made from has not changed, or the key would be another: better old than nothing.
   */
  make<T extends CachedResponse | null>(
    key: string,
    make: () => Promise<T>,
    { flight = key, untilMs = this.#nowMs() + this.#lifeMs }: { flight?: string; untilMs?: number } = {},
  ): Promise<CachedResponse | T> {
    const running = this.#making.get(flight);
    if (running) return running as Promise<CachedResponse | T>;
    const promise = this.#make(key, make, untilMs).finally(() => this.#making.delete(flight));
    this.#making.set(flight, promise);
    return promise;
  }

  async #make<T extends CachedResponse | null>(
    key: string,
    make: () => Promise<T>,
    untilMs: number,
  ): Promise<CachedResponse | T> {
    const before = this.#kept.get(key)?.answer;
    try {
      const answer = await make();
      if (answer) this.#keep(key, answer, untilMs);
      return answer ?? before ?? answer;
    } catch (error) {
      if (before) return before;
      throw error;
    }
  }

  #keep(key: string, answer: CachedResponse, untilMs: number): void {
    this.#drop(key);
    const bytes = weigh(answer);
    this.#bytes += bytes;
    this.#kept.set(key, { answer, untilMs, bytes });
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#kept.get(key);
    if (!entry) return;
    this.#bytes -= entry.bytes;
    this.#kept.delete(key);
  }
}

/** A compressed form that may be made later is counted in from the start. */
const weigh = ({ identity }: CachedResponse): number => Math.ceil(identity.length * 1.6) + 2048;
