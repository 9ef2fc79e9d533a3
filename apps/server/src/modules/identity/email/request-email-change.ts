import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { takeRateLimit } from '../../../platform/rate-limit.ts';
import { writeAudit } from '../../audit/index.ts';
import { emailTaken, type UserRow } from '../queries.ts';
import { sendAddressInUse, sendEmailChangeLink, sendEmailChangeRequested } from './email-change-mails.ts';

// Each request mails an address the requester chose.
const requestsPerAccount = { max: 5, windowS: 3600 };

/** Stores the new address as pending until its own link is opened, and notifies the current one. The same for owners and staff. */
export async function requestEmailChange(
  db: Db,
  origin: string,
  actor: SignedInActor,
  user: UserRow,
  email: string,
  now: Date,
): Promise<void> {
  await takeRateLimit(db, `email-change user:${user.id}`, requestsPerAccount);
  await db
    .updateTable('users')
    .set({ pending_email: email, pending_email_at: now })
    .where('id', '=', user.id)
    .execute();
  await sendLinkToPending(db, origin, user.id, email);
  await sendEmailChangeRequested(db, origin, { user, to: email, byStaff: actor.userId !== user.id });
  await writeAudit(db, actor, 'identity.request-email-change', `user:${user.id}`, { from: user.email, to: email });
}

/** Sends a new link, which invalidates the earlier one. */
export async function sendLinkToPending(db: Db, origin: string, userId: number, email: string): Promise<void> {
  if (await emailTaken(db, email, userId)) await sendAddressInUse(db, origin, email);
  else await sendEmailChangeLink(db, origin, userId, email);
}
