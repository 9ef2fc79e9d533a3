import { locale, msg, t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { withLanguage } from '../../../platform/texts.ts';
import { writeAudit } from '../../audit/index.ts';
import { endProgramsOf } from '../api-keys/manage-api-keys.ts';
import { noPendingEmail } from '../email/cancel-email-change.ts';
import { removedNames, removeFactors } from '../factors/remove-factors.ts';
import { sameEmail } from '../queries.ts';
import { newPasswordProblems } from '../security/new-password.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { endMailLinks, isOpenMailLink, openMailLink } from './mail-links.ts';
import { sendSecurityNotice } from './mails.ts';
import { hashPassword } from './passwords.ts';

const andList = (names: readonly string[]) => new Intl.ListFormat(locale()).format(names);

const resetLinks = ['reset-password'] as const;
const linkEnded = () => fieldRefusal({ token: ['This link has expired or was already used. Request a new one.'] });

/** The reset proves who owns the address, so factors added before the address was first confirmed are removed. */
export async function resetPassword(
  db: Db,
  origin: string,
  input: { token: string; password: string; address: string; siteNames: readonly string[]; now: Date },
): Promise<number> {
  // A hash takes a processor for 70 ms, so not for any token a stranger makes up.
  if (!(await isOpenMailLink(db, resetLinks, input.token))) throw linkEnded();
  // Hashed before the transaction starts, so that it does not hold a connection.
  const password_hash = await hashPassword(input.password, addressSite(input.address));
  return retryOnDeadlock(db, async (tx) => {
    const link = await openMailLink(tx, resetLinks, input.token);
    if (!link || !sameEmail(link.user.email, link.email)) throw linkEnded();
    const { user } = link;
    const problems = newPasswordProblems(input.password, { ...user, siteNames: input.siteNames });
    if (problems.length > 0) throw fieldRefusal({ password: problems });
    const removed = await removeFactors(tx, user.id, { until: user.first_confirmed_at });
    const names = withLanguage('en', () => removedNames(removed));
    await tx
      .updateTable('users')
      .set({
        password_hash,
        email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, ${input.now})`,
        first_confirmed_at: sql<Date>`coalesce(first_confirmed_at, ${input.now})`,
        ...noPendingEmail,
      })
      .where('id', '=', user.id)
      .execute();
    await endMailLinks(tx, user.id);
    await endSessionsOf(tx, user.id);
    await endProgramsOf(tx, user.id, input.now);
    const actor = { userId: user.id, sessionId: null, address: input.address };
    await writeAudit(
      tx,
      actor,
      'identity.reset-password',
      `user:${user.id}`,
      names.length > 0 ? { removed: names } : {},
    );
    await sendSecurityNotice(tx, origin, user.email, msg('Your password was changed'), () =>
      names.length === 0
        ? []
        : [
            t(
              'We also removed everything added before this address was confirmed: {removed}. You can add it again under Security.',
              { removed: andList(removedNames(removed)) },
            ),
          ],
    );
    return user.id;
  });
}
