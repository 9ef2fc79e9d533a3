import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

export async function passkeysOf(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A credential belongs to one account permanently; null if it is already registered. */
export async function insertPasskey(
  db: Db,
  passkey: {
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    name: string;
  },
) {
  const row = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  return row ?? null;
}

export async function passkeyByCredential(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'passkeys.user_id', 'passkeys.public_key', 'passkeys.counter', 'users.banned_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Advances the counter from its value at verification; false if a concurrent login did so first. */
export async function markPasskeyUsed(db: Db, id: number, counter: { from: bigint; to: bigint }): Promise<boolean> {
  const moved = await db
    .updateTable('passkeys')
    .set({ counter: counter.to, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('counter', '=', counter.from)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
