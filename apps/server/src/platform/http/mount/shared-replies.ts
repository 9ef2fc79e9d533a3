import type { Platform } from '../../platform.ts';
import type { Region } from '../context.ts';
import type { Mounted } from './dispatch.ts';

const bytesMax = 16 * 1024 * 1024;

type Entry = { readonly reply: Promise<unknown>; bytes: number };

/**
 * Replies of public calls for the page renderer, made once for all visitors until their area changes. Over HTTP they come from the
 * response cache; without this every page of a signed-in visitor would run their queries again.
 */
class SharedReplies {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  async get(key: string, make: () => Promise<unknown>): Promise<unknown> {
    const known = this.#entries.get(key);
    if (known) {
      // Re-inserted to keep the map in LRU order.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.reply;
    }
    const entry: Entry = { reply: make().then(deepFreeze), bytes: 0 };
    this.#entries.set(key, entry);
    try {
      const reply = await entry.reply;
      if (this.#entries.get(key) === entry) {
        entry.bytes = key.length + JSON.stringify(reply ?? null).length;
        this.#bytes += entry.bytes;
        this.#evict();
      }
      return reply;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= bytesMax) return;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}

const caches = new WeakMap<Platform, SharedReplies>();

/** `make` must make the reply for a visitor without a session, because all visitors get it. */
export function sharedReply(
  platform: Platform,
  { key, endpoint }: Mounted,
  asked: { region: Region; params: unknown; query: unknown },
  make: () => Promise<unknown>,
): Promise<unknown> {
  const { area = 'catalog', also = [] } = endpoint.publicCache ?? {};
  const versions = [area, ...also].map((name) => platform.versions.of(name));
  const cache = caches.get(platform) ?? new SharedReplies();
  caches.set(platform, cache);
  return cache.get(JSON.stringify([key, versions, asked.region, asked.params, asked.query]), make);
}

/** Replies that depend on the caller or the clock, or whose calls are rate-limited, are made for each page. */
export const isShared = ({ endpoint: { publicCache, limit } }: Mounted): boolean =>
  publicCache !== undefined && publicCache.unless === undefined && publicCache.cachedForS === undefined && !limit;

/** A page that changed a shared reply would change it for all visitors. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
