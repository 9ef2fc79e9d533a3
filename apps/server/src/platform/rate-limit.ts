import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './db/db.ts';
import { prepared } from './db/prepared.ts';
import { batched } from './db/writes/batched.ts';
import { Refusal } from './refusal.ts';
import { waitText } from './wait-text.ts';

type Limit = { key: string; max: number; windowS: number };

/** Keys are locked in sorted order, so that concurrent batches cannot deadlock. */
const waits = batched(async (db, limits: readonly Limit[]) => {
  const order = limits.map((_, at) => at).sort((a, b) => ((limits[a]?.key ?? '') < (limits[b]?.key ?? '') ? -1 : 1));
  const list = <T>(of: (one: Limit) => T) => order.map((at) => of(limits[at] as Limit));
  const { rows } = await sql<{ wait: number }>`${prepared}
    select take_permit(key, allowed, make_interval(secs => span)) as wait
    from unnest(${list(({ key }) => key)}::text[], ${list(({ max }) => max)}::integer[],
      ${list(({ windowS }) => windowS)}::integer[]) as asked (key, allowed, span)`.execute(db);
  const found = limits.map(() => 0);
  order.forEach((at, nth) => {
    found[at] = rows[nth]?.wait ?? 0;
  });
  return found;
});

/** Takes a permit or refuses. Counted in PostgreSQL, so all processes share the count. */
export async function takeRateLimit(
  db: Db,
  key: string,
  { max, windowS }: { max: number; windowS: number },
): Promise<void> {
  const wait = await waits(db, { key, max, windowS });
  if (wait > 0) throw tooMany(wait);
}

function tooMany(wait: number): Refusal {
  const message = `Too many attempts. Wait ${waitText(wait)} and try again.`;
  return new Refusal('too_many_requests', { retryAfterS: wait, message });
}

type Window = { count: number; endsMs: number };
/** When so many are new, those that were not used since are removed together: strangers cannot push out a busy client. */
const newWindowsMax = 25_000;
type Windows = { recent: Map<string, Window>; older: Map<string, Window> };
const windowsByDb = new WeakMap<Db, Windows>();

/** The same within one process and in whole windows. `db` identifies the server, `cost` is what is counted. */
export function takeProcessLimit(
  db: Db,
  key: string,
  { max, windowS }: { max: number; windowS: number },
  cost = 1,
): void {
  const nowMs = performance.now();
  const windows: Windows = windowsByDb.get(db) ?? { recent: new Map(), older: new Map() };
  windowsByDb.set(db, windows);
  const known = windows.recent.get(key) ?? windows.older.get(key);
  const window = known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + windowS * 1000 };
  window.count += cost;
  if (windows.recent.size >= newWindowsMax) {
    windows.older = windows.recent;
    windows.recent = new Map();
  }
  windows.recent.set(key, window);
  if (known === window && window.count > max) throw tooMany(Math.ceil((window.endsMs - nowMs) / 1000));
}

/** Takes a permit if one is left, for work that is skipped above the limit. */
export async function isWithinRateLimit(
  db: Db,
  key: string,
  { max, windowS }: { max: number; windowS: number },
): Promise<boolean> {
  return (await waits(db, { key, max, windowS })) === 0;
}

/**
 * Whose turn it is in a queue, and who shares a limit that others have too. A customer of an IPv6 provider has up to a
 * /48, whose thousands of /64 must not have a turn each.
 */
export function addressSite(written: string): string {
  const group = addressGroup(written);
  return group.endsWith('/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : group;
}

/** A household has one IPv4 address but a whole IPv6 /64, which therefore counts as one; so does all of loopback. */
export function addressGroup(written: string): string {
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(written)?.[1] ?? written;
  if (address.startsWith('127.') || address === '::1') return '127.0.0.1';
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
