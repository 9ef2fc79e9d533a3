import type { CachedResponse } from '../cache/response-cache.ts';

/** Equals the heartbeat of streams: unannounced changes, such as a lost membership, are detected by then. */
const lifeMs = 15_000;
const answersMax = 20_000;

type Quiet = { readonly answer: CachedResponse; readonly topics: readonly string[]; readonly untilMs: number };

/**
 * Caches "not modified" responses of polls until one of their topics is notified. Responses with data are never cached.
 */
export class NotModifiedCache {
  readonly #quiet = new Map<string, Quiet>();
  readonly #byTopic = new Map<string, Set<string>>();
  readonly #nowMs: () => number;
  #said = 0;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Number of notifications. Compared before and after a read, it shows whether the read may be stale. */
  get said(): number {
    return this.#said;
  }

  get(key: string): CachedResponse | undefined {
    const quiet = this.#quiet.get(key);
    if (!quiet) return undefined;
    if (quiet.untilMs > this.#nowMs()) return quiet.answer;
    this.#forget(key, quiet);
    return undefined;
  }

  keep(key: string, answer: CachedResponse, { topics, said }: { topics: readonly string[]; said: number }): void {
    if (said !== this.#said) return;
    if (this.#quiet.size >= answersMax) this.forgetAll();
    this.#quiet.set(key, { answer, topics, untilMs: this.#nowMs() + lifeMs });
    for (const topic of topics) {
      const keys = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, keys.add(key));
    }
  }

  tell(topic: string): void {
    this.#said += 1;
    for (const key of this.#byTopic.get(topic) ?? []) {
      const quiet = this.#quiet.get(key);
      if (quiet) this.#forget(key, quiet);
    }
  }

  /** After possibly missed notifications. */
  forgetAll(): void {
    this.#said += 1;
    this.#quiet.clear();
    this.#byTopic.clear();
  }

  #forget(key: string, { topics }: Quiet): void {
    this.#quiet.delete(key);
    for (const topic of topics) {
      const keys = this.#byTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
