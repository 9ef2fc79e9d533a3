import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { noPendingEmail } from '../email/cancel-email-change.ts';
import { sendEmailChanged } from '../email/email-change-mails.ts';
import { isEmailConflict, sameEmail } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { endMailLinks, type MailLink, openMailLink } from './mail-links.ts';

type Visit = { origin: string; actor: Actor; now: Date };

const purposes = ['confirm-email', 'change-email'] as const;

/**
 * Confirms the address that received the link: the account's current one, or the pending one, which then replaces it.
 */
export async function confirmEmail(db: Db, token: string, visit: Visit): Promise<void> {
  try {
    await retryOnDeadlock(db, (tx) => confirm(tx, token, visit));
  } catch (error) {
    if (!isEmailConflict(error)) throw error;
    // Another account confirmed or registered the address first; the unique index decided.
    await db.transaction().execute((tx) => giveUpChange(tx, token));
    throw fieldRefusal({ token: ['Another account already uses this address. Your old address stays active.'] });
  }
}

async function confirm(tx: Db, token: string, visit: Visit): Promise<void> {
  const link = await openMailLink(tx, purposes, token);
  if (!link) throw deadLink();
  if (link.purpose === 'change-email') return changeEmail(tx, link, visit);
  if (!sameEmail(link.user.email, link.email)) throw deadLink();
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: visit.now, first_confirmed_at: sql<Date>`coalesce(first_confirmed_at, ${visit.now})` })
    .where('id', '=', link.user.id)
    .execute();
  await writeAudit(tx, ownerOf(link, visit), 'identity.confirm-email', `user:${link.user.id}`);
}

async function changeEmail(tx: Db, link: MailLink, visit: Visit): Promise<void> {
  const { user, email } = link;
  if (user.pending_email === null || !sameEmail(user.pending_email, email)) throw deadLink();
  await tx
    .updateTable('users')
    .set({
      email,
      email_confirmed_at: visit.now,
      first_confirmed_at: sql<Date>`coalesce(first_confirmed_at, ${visit.now})`,
      ...noPendingEmail,
      updated_at: nextUpdatedAt(user.updated_at, visit.now),
    })
    .where('id', '=', user.id)
    .execute();
  await endMailLinks(tx, user.id);
  await endSessionsOf(tx, user.id, visit.actor.userId === user.id ? (visit.actor.sessionId ?? undefined) : undefined);
  await writeAudit(tx, ownerOf(link, visit), 'identity.change-email', `user:${user.id}`, {
    from: user.email,
    to: email,
  });
  await sendEmailChanged(tx, visit.origin, { user, to: email });
}

async function giveUpChange(tx: Db, token: string): Promise<void> {
  const link = await openMailLink(tx, purposes, token);
  if (!link) return;
  await tx.updateTable('users').set(noPendingEmail).where('id', '=', link.user.id).execute();
}

const ownerOf = ({ user }: MailLink, { actor }: Visit) => ({
  userId: user.id,
  sessionId: actor.userId === user.id ? actor.sessionId : null,
  address: actor.address,
});

const deadLink = () => fieldRefusal({ token: ['This link has expired or was already used.'] });
