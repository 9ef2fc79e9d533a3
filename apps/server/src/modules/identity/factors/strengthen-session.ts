import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hashToken, newToken } from '../login/tokens.ts';

/**
 * After a re-authentication the session counts as a fresh login. It continues under a new token, so that a stolen copy of the old one
 * does not become fresh as well.
 */
export async function refreshLogin(db: Db, actor: SignedInActor, proof: { secondFactor: boolean }): Promise<string> {
  const token = newToken();
  const changed = await db
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      authenticated_at: sql<Date>`now()`,
      ...(proof.secondFactor ? { second_factor: true } : {}),
    })
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new Refusal('unauthenticated');
  return token;
}

/**
 * After a second factor was verified, the session continues with a new token; the same statement revokes the old one.
 */
export async function strengthenSession(db: Db, actor: SignedInActor): Promise<string> {
  const token = newToken();
  const changed = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token), second_factor: true })
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new Refusal('unauthenticated');
  return token;
}
