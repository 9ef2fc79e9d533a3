import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { endProgramsOf } from '../api-keys/manage-api-keys.ts';
import { removeFactors } from '../factors/remove-factors.ts';
import { removeRecoveryCodes } from '../factors/totp/recovery-codes.ts';
import { endMailLinks, openMailLink } from '../login/mail-links.ts';
import { sendReset } from '../login/mails.ts';
import { isEmailConflict } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { noPendingEmail } from './cancel-email-change.ts';

/** An attacker with a session may add a factor before requesting another address. */
const factorsBeforeMs = 24 * 60 * 60_000;

type Visit = { origin: string; address: string; now: Date };

/**
 * Undoes a change that the owner did not request: the address that received the link is kept or restored, and the
 * requester's possible access is revoked: sessions, password, links, and factors added within a day before the request.
 */
export async function secureAccount(db: Db, token: string, visit: Visit): Promise<void> {
  try {
    await retryOnDeadlock(db, (tx) => secure(tx, token, visit));
  } catch (error) {
    if (!isEmailConflict(error)) throw error;
    throw fieldRefusal({ token: ['Another account now uses this address. Contact us to recover your account.'] });
  }
}

async function secure(tx: Db, token: string, visit: Visit): Promise<void> {
  const link = await openMailLink(tx, ['secure-account'], token);
  if (!link) throw fieldRefusal({ token: ['This link has expired or was already used. Contact us if you need help.'] });
  const { user, email } = link;
  const removed = await removeFactors(tx, user.id, { from: new Date(link.createdAt.getTime() - factorsBeforeMs) });
  await removeRecoveryCodes(tx, user.id);
  await tx
    .updateTable('users')
    .set({
      email,
      email_confirmed_at: visit.now,
      password_hash: null,
      deletion_due_at: null,
      ...noPendingEmail,
      updated_at: nextUpdatedAt(user.updated_at, visit.now),
    })
    .where('id', '=', user.id)
    .execute();
  await endMailLinks(tx, user.id);
  // Older links stay valid: an attacker who changes the address twice must not invalidate the owner's link.
  await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'secure-account')
    .where('created_at', '>=', link.createdAt)
    .execute();
  await endSessionsOf(tx, user.id);
  await endProgramsOf(tx, user.id, visit.now);
  const actor = { userId: user.id, sessionId: null, address: visit.address };
  await writeAudit(tx, actor, 'identity.secure-account', `user:${user.id}`, { from: user.email, to: email, removed });
  // Not rate limited: the password was removed, and an attacker who exhausted the limit must not lock out the owner.
  await sendReset(tx, visit.origin, { id: user.id, email });
}
