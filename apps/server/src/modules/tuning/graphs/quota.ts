import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { removeGraphs } from './queries.ts';

const mebibyte = 1024 * 1024;
const userBytesMax = 4096 * mebibyte;

export type LogQuota = { readonly totalBytes: number; readonly addressBytes: number };

/**
 * All logs without an account share one quota; a single network, or all networks of one IPv6 customer, may use at most a
 * quarter of it.
 */
export const logQuota = (anonymousLogsMib: number): LogQuota => ({
  totalBytes: anonymousLogsMib * mebibyte,
  addressBytes: Math.min(512, anonymousLogsMib / 4) * mebibyte,
});

/** The network whose quota an anonymous log uses; null with an account. */
export const networkOf = (actor: Actor, address: string): string | null =>
  actor.userId === null ? addressSite(address) : null;

/**
 * Refuses a log that exceeds its uploader's quota. Checked before parsing, and again in the transaction that stores it.
 */
export async function requireLogRoom(
  db: Db,
  actor: Actor,
  { network, bytes, quota }: { network: string | null; bytes: number; quota: LogQuota },
): Promise<void> {
  const mine = db.selectFrom('graphs').select(sql<string>`coalesce(sum(stored_bytes), 0)::text`.as('bytes'));
  const { bytes: used } = await (network === null
    ? mine.where('uploaded_by', '=', actor.userId ?? 0)
    : mine.where('uploaded_from', '=', network)
  ).executeTakeFirstOrThrow();
  if (Number(used) + bytes <= (network === null ? userBytesMax : quota.addressBytes)) return;
  throw new Refusal('too_many_requests', {
    message:
      network === null
        ? 'Your account has no space left for logs. Delete one and try again. Nothing was saved.'
        : 'Your network has used all the space for logs without an account. Log in, or try again later. Nothing was saved.',
    retryAfterS: 3600,
  });
}

/** Removes the oldest anonymous logs until there is room for one more, and returns the hashes of their bytes. */
export async function makeRoom(tx: Db, { bytes, quota }: { bytes: number; quota: LogQuota }): Promise<Buffer[]> {
  // Serialized, so that concurrent uploads count each other.
  await sql`select pg_advisory_xact_lock(${pairedLockKeys.anonymousLogs}, 0)`.execute(tx);
  const { rows } = await sql<{ id: string; file_id: string; packed_file_id: string }>`
    select id, file_id, packed_file_id from (
      select id, file_id, packed_file_id, created_at,
        sum(stored_bytes) over (order by created_at desc, id desc) as newer_bytes
      from graphs where uploaded_by is null) as counted
    where newer_bytes + ${bytes} > ${quota.totalBytes}
    order by created_at limit 1000`.execute(tx);
  return removeGraphs(tx, rows);
}
