import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';

// A lock takes a tune or a tool out of use. It belongs to the value transfer or the trade-in that set it.

type LockHolder = `value-transfer:${number}` | `trade-in:${number}`;

type Locked =
  | { readonly request_id: number }
  /** The serial number as it is compared, see trade_ins.serial_key. */
  | { readonly tool: string; readonly serial_key: string };

/** Once per holder: a repeated step finds its own lock. */
export async function lockLicence(
  db: Db,
  what: Locked,
  by: { readonly holder: LockHolder; readonly reason: string; readonly now: Date },
): Promise<void> {
  const held = await db
    .selectFrom('licence_locks')
    .select('id')
    .where('holder', '=', by.holder)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  if (held) return;
  await db
    .insertInto('licence_locks')
    .values({ ...what, holder: by.holder, reason: by.reason, locked_at: by.now })
    .execute()
    .catch((error: unknown) => {
      throw (error as { constraint?: unknown } | null)?.constraint === 'licence_locks_request'
        ? new Refusal('conflict', { message: 'This request is locked by another value transfer.' })
        : error;
    });
}

export const releaseLicence = (db: Db, holder: LockHolder, now: Date) =>
  db
    .updateTable('licence_locks')
    .set({ released_at: now })
    .where('holder', '=', holder)
    .where('released_at', 'is', null)
    .execute();

const locks = (db: Db) =>
  db.selectFrom('licence_locks').select(['holder', 'reason', 'locked_at']).where('released_at', 'is', null);

export const lockOfRequest = (db: Db, requestId: number) =>
  locks(db).where('request_id', '=', requestId).executeTakeFirst();

export const lockHeldBy = (db: Db, holder: LockHolder) => locks(db).where('holder', '=', holder).executeTakeFirst();

/** The lock on a tool that was traded in before. */
export const lockOfSerial = (db: Db, serialKey: string) =>
  locks(db).where('serial_key', '=', serialKey).orderBy('id').limit(1).executeTakeFirst();
