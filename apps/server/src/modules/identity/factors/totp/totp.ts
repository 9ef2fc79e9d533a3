import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../../../platform/db/db.ts';
import type { SealedColumn } from '../../../../platform/secrets/reseal.ts';
import type { SecretBox } from '../../../../platform/secrets/secret-box.ts';

const periodS = 30;
const stepsAround = 1;

export const isTotpShape = (code: string): boolean => /^\d{6}$/.test(code);

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Tuneport', label, secret: Secret.fromBase32(secret), digits: 6, period: periodS });

/** A new secret with the URI that authenticator apps read from a QR code. */
export function newTotpSecret(label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, label).toString() };
}

export const sealedTotpSecrets: SealedColumn = {
  table: 'users',
  column: 'totp_secret',
  key: ['id'],
  purpose: (userId) => `totp:${userId}`,
  stored: 'bytea',
};

export const sealTotpSecret = (secrets: SecretBox, userId: number, secret: string): Buffer =>
  secrets.seal(`totp:${userId}`, secret);

/**
 * Consumes a code. A conditional update requires its step to be later than the last one used, so a code works once,
 * even for concurrent requests. Uses the database clock, which all processes share.
 */
export async function useTotpCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
  state: 'confirmed' | 'pending',
): Promise<boolean> {
  // Retries once in case the secret was re-encrypted with a new key between read and update.
  return (await tryTotpCode(db, secrets, userId, code, state)) || tryTotpCode(db, secrets, userId, code, state);
}

async function tryTotpCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
  state: 'confirmed' | 'pending',
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['totp_secret', sql<number>`extract(epoch from clock_timestamp())::float8`.as('now_s')])
    .where('id', '=', userId)
    .where('totp_confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst();
  const secret = row?.totp_secret && secrets.open(`totp:${userId}`, row.totp_secret);
  if (!row || !secret) return false;
  const timestamp = row.now_s * 1000;
  const delta = totpOf(secret).validate({ token: code, timestamp, window: stepsAround });
  if (delta === null) return false;
  const step = BigInt(TOTP.counter({ period: periodS, timestamp }) + delta);
  const moved = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_secret', '=', row.totp_secret)
    .where('totp_confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

export async function hasTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('totp_confirmed_at').where('id', '=', userId).executeTakeFirst();
  return row?.totp_confirmed_at != null;
}
