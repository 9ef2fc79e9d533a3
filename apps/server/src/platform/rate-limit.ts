import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './db/db.ts';
import { Refusal } from './refusal.ts';

/** Takes a permit or refuses. Counted in PostgreSQL, so every process shares the count. */
export async function takePermit(db: Db, key: string, limit: { max: number; windowS: number }): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    select take_permit(${key}, ${limit.max}, make_interval(secs => ${limit.windowS})) as wait`.execute(db);
  const wait = rows[0]?.wait ?? 0;
  if (wait > 0) throw new Refusal('too_many_requests', { retryAfterS: wait });
}

/** A household has one IPv4 address but a whole IPv6 /64, which therefore counts as one. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
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
