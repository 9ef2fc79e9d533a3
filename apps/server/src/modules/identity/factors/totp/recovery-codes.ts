import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

const codeCount = 10;
const codeLength = 24;
// Crockford's base 32 has no ambiguous characters. 120 bits are enough for a plain hash (ASVS 6.5.2 requires 112).
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = (): string => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
const inGroups = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

/** Accepts any case, with or without dashes, and letters mistaken for digits. */
const normalised = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

const hashCode = (code: string): Buffer => createHash('sha256').update(normalised(code)).digest();

/** Creates new codes and invalidates the old ones. They are shown only once. */
export async function issueRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await removeRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute();
  return codes.map(inGroups);
}

export async function removeRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Consumes a code atomically: of two concurrent attempts, one wins. */
export async function useRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.left;
}
