import type { CachedResponse } from '../cache/response-cache.ts';

/** Equals the heartbeat of streams: unannounced changes, such as a lost membership, are detected by then. */
const lifeMs = 15_000;
const answersMax = 20_000;

type NotModified = { readonly answer: CachedResponse; readonly topics: readonly string[]; readonly untilMs: number };

/**
 * Caches "not modified" responses of polls until a change of one of their topics is published. Responses with data are never cached.
 */
export class NotModifiedCache {
  readonly #responses = new Map<string, NotModified>();
  readonly #byTopic = new Map<string, Set<string>>();
  readonly #nowMs: () => number;
  #publishedCount = 0;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Number of notifications. Compared before and after a read, it shows whether the read may be stale. */
  get publishedCount(): number {
    return this.#publishedCount;
  }

  get(key: string): CachedResponse | undefined {
    const cached = this.#responses.get(key);
    if (!cached) return undefined;
    if (cached.untilMs > this.#nowMs()) return cached.answer;
    this.#forget(key, cached);
    return undefined;
  }

  store(
    key: string,
    answer: CachedResponse,
    { topics, publishedCount }: { topics: readonly string[]; publishedCount: number },
  ): void {
    if (publishedCount !== this.#publishedCount) return;
    if (this.#responses.size >= answersMax) this.forgetAll();
    this.#responses.set(key, { answer, topics, untilMs: this.#nowMs() + lifeMs });
    for (const topic of topics) {
      const keys = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, keys.add(key));
    }
  }

  publish(topic: string): void {
    this.#publishedCount += 1;
    for (const key of this.#byTopic.get(topic) ?? []) {
      const cached = this.#responses.get(key);
      if (cached) this.#forget(key, cached);
    }
  }

  /** After possibly missed notifications. */
  forgetAll(): void {
    this.#publishedCount += 1;
    this.#responses.clear();
    this.#byTopic.clear();
  }

  #forget(key: string, { topics }: NotModified): void {
    this.#responses.delete(key);
    for (const topic of topics) {
      const keys = this.#byTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
