import { msg, t } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { withLanguage } from '../../../platform/texts.ts';
import { writeAudit } from '../../audit/index.ts';
import { removedNames, removeFactors } from '../factors/remove-factors.ts';
import { sendSecurityNotice } from '../login/mails.ts';
import { mayRemoveFactors } from '../policy.ts';
import { userForUpdate } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

/** For a user who lost them. Staff verify the identity first; the owner is notified in case that failed. */
export async function removeUserFactors(
  db: Db,
  origin: string,
  actor: SignedInActor,
  id: number,
  reason: string,
): Promise<void> {
  const user = await userForUpdate(db, id);
  if (!user) throw new Refusal('not_found');
  if (!mayRemoveFactors(actor, user))
    throw new Refusal('conflict', { message: 'You cannot remove your own second factor here. Use your account page.' });
  const removed = await removeFactors(db, id, {});
  const names = withLanguage('en', () => removedNames(removed));
  if (names.length === 0) throw new Refusal('conflict', { message: 'This user has no second factor.' });
  const ended = await endSessionsOf(db, id);
  await writeAudit(db, actor, 'identity.remove-factors', `user:${id}`, { reason, removed: names, ended });
  await sendSecurityNotice(
    db,
    origin,
    user.email,
    msg('Our support team removed the second factor of your account'),
    () => [
      t(
        'Removed: {removed}. You were logged out on all devices. Log in with your password and set up a new second factor.',
        { removed: removedNames(removed).join(', ') },
      ),
    ],
  );
}
