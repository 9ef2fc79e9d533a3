import { createHash } from 'node:crypto';
import { compressNow, type Encoding, worthCompressingBytes } from './encoding.ts';

/** A response shared by all visitors, of a page or a call: headers, ETag and bytes. */
export type CachedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly identity: Buffer;
  /** Encoded forms, reused once they were sent. */
  readonly ready: { [Form in Encoding | 'unchanged']?: ReadyAnswer };
  /** How often it was sent compressed. */
  sent: number;
};

/**
 * Alternating header names and values; compressed bytes as a latin1 string, which is written together with the headers.
 */
export type ReadyAnswer = { readonly headers: string[]; readonly body: Buffer | string };

export function cacheable(status: number, headers: Record<string, string>, body: string | Buffer): CachedResponse {
  const identity = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, headers: { ...headers, etag }, etag, identity, ready: {}, sent: 0 };
}

/** A 304 Not Modified response. */
export const unchangedAnswer = (headers: Record<string, string>): CachedResponse => ({
  status: 304,
  headers,
  etag: headers.etag ?? '',
  identity: Buffer.alloc(0),
  ready: {},
  sent: 0,
});

/** The body in the requested encoding; uncompressed if compression saves nothing. */
export function bodyIn(answer: CachedResponse, wanted: Encoding): { body: Buffer; encoding: Encoding } {
  if (wanted === 'identity' || answer.identity.length < worthCompressingBytes)
    return { body: answer.identity, encoding: 'identity' };
  return { body: compressNow(answer.identity, wanted), encoding: wanted };
}

type Entry = {
  readonly answer: CachedResponse;
  readonly untilMs: number;
  readonly bytes: number;
  readonly page: string | undefined;
};
type Limits = { readonly maxBytes: number; readonly lifeMs?: number; readonly nowMs?: () => number };

/**
 * A key includes everything a response depends on, with the version of its data, so a stale one is never requested
 * again. Expiry is for what depends on the clock, such as the start of a sale. LRU eviction, bounded by bytes because
 * page sizes differ a hundredfold.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Entry>();
  /** The newest key of a page, whose own keys change with its data. */
  readonly #newest = new Map<string, string>();
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
    // Re-inserted to keep the map in LRU order.
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    return entry.answer;
  }

  /** The newest response of a page, of whatever version: for the time when no other can be made. */
  newestOf(page: string): CachedResponse | undefined {
    const key = this.#newest.get(page);
    return key === undefined ? undefined : this.#kept.get(key)?.answer;
  }

  /**
   * For a key that `get` does not have. Concurrent callers share one `make`; `flight` separates those that must not
   * share it. `make` returns null for an uncacheable response: then, and on failure, the previous response is served
   * again. Its data is unchanged, otherwise the key would differ.
   */
  make<T extends CachedResponse | null>(
    key: string,
    make: () => Promise<T>,
    {
      flight = key,
      untilMs = this.#nowMs() + this.#lifeMs,
      page,
    }: { flight?: string; untilMs?: number; page?: string } = {},
  ): Promise<CachedResponse | T> {
    const running = this.#making.get(flight);
    if (running) return running as Promise<CachedResponse | T>;
    const promise = this.#make(key, make, untilMs, page).finally(() => this.#making.delete(flight));
    this.#making.set(flight, promise);
    return promise;
  }

  async #make<T extends CachedResponse | null>(
    key: string,
    make: () => Promise<T>,
    untilMs: number,
    page: string | undefined,
  ): Promise<CachedResponse | T> {
    const before = this.#kept.get(key)?.answer;
    try {
      const answer = await make();
      if (answer) this.#keep(key, answer, untilMs, page);
      else if (page !== undefined) this.#newest.delete(page);
      return answer ?? before ?? answer;
    } catch (error) {
      if (before) return before;
      throw error;
    }
  }

  #keep(key: string, answer: CachedResponse, untilMs: number, page: string | undefined): void {
    this.#drop(key);
    const bytes = weigh(answer);
    this.#bytes += bytes;
    this.#kept.set(key, { answer, untilMs, bytes, page });
    if (page !== undefined) this.#newest.set(page, key);
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
    if (entry.page !== undefined && this.#newest.get(entry.page) === key) this.#newest.delete(entry.page);
  }
}

/** Includes a compressed form that may be added later. */
const weigh = ({ identity }: CachedResponse): number => Math.ceil(identity.length * 1.6) + 2048;
