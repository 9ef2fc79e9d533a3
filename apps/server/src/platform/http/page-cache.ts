import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export type PageBody = { readonly identity: Buffer; readonly br: Buffer; readonly gzip: Buffer };
export type StoredPage = {
  readonly body: PageBody;
  readonly etag: string;
  readonly policy: string;
  readonly bytes: number;
};

const pageLifeMs = 60_000;
const bytesMax = 48 * 1024 * 1024;

/** Worth the time for a page that is sent many times; `quality` 4 is for one that is sent once. */
export async function compressed(body: Buffer, quality: 4 | 9): Promise<PageBody> {
  const [br, zipped] = await Promise.all([
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    gz(body, { level: quality === 9 ? 8 : 4 }),
  ]);
  return { identity: body, br, gzip: zipped };
}

export const etagOf = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/**
 * Whole pages for anonymous visitors. A key names everything a page depends on, the version of its data included, so an
 * outdated page is never asked for again; the short life is for what changes with the clock, such as a sale that begins.
 */
export function createPageCache(nowMs: () => number) {
  const pages = new Map<string, { page: StoredPage; untilMs: number }>();
  const making = new Map<string, Promise<StoredPage | null>>();
  let bytes = 0;

  function drop(key: string): void {
    const entry = pages.get(key);
    if (!entry) return;
    pages.delete(key);
    bytes -= entry.page.bytes;
  }

  function keep(key: string, page: StoredPage): void {
    drop(key);
    pages.set(key, { page, untilMs: nowMs() + pageLifeMs });
    bytes += page.bytes;
    for (const oldest of pages.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
  }

  return {
    /**
     * Many visitors asking for the same page at once wait for one rendering. `make` answers null for a page not to keep;
     * one that was kept before is then sent once more.
     */
    async get(key: string, make: () => Promise<StoredPage | null>): Promise<StoredPage | null> {
      const entry = pages.get(key);
      if (entry && entry.untilMs > nowMs()) {
        // Re-inserted so that the map stays in order of use.
        pages.delete(key);
        pages.set(key, entry);
        return entry.page;
      }
      const running = making.get(key);
      if (running) return running;
      const promise = make()
        .then(
          (page) => {
            if (page) keep(key, page);
            return page ?? entry?.page ?? null;
          },
          (error: unknown) => {
            // The data it was made from has not changed, or the key would be another: better old than nothing.
            if (entry) return entry.page;
            throw error;
          },
        )
        .finally(() => making.delete(key));
      making.set(key, promise);
      return promise;
    },
    clear(): void {
      pages.clear();
      bytes = 0;
    },
    get size(): number {
      return pages.size;
    },
  };
}
