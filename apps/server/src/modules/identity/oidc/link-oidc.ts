import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { passkeysOf } from '../factors/passkeys/passkey-queries.ts';
import { refreshLogin } from '../factors/strengthen-session.ts';
import { hasTotp } from '../factors/totp/totp.ts';
import { sendSecurityNotice } from '../login/mails.ts';
import { isOidcConflict, passwordHashOf, type UserRow, userForUpdate } from '../queries.ts';
import { requireOpenSession } from '../sessions/sessions.ts';
import { linkToProvider, userLinkedTo } from './log-in-with-oidc.ts';
import { OidcRefusal } from './oidc-refusal.ts';
import type { OidcClaims } from './read-oidc-claims.ts';

type Visit = { origin: string; actor: SignedInActor; now: Date };

/** Links the account of this session to the provider's subject, regardless of its address there. */
export async function linkOidc(db: Db, claims: OidcClaims, { origin, actor, now }: Visit): Promise<void> {
  // The login was fresh when the browser left for the provider, and the visit there takes at most ten minutes.
  if (!actor.emailConfirmed) throw new OidcRefusal('expired');
  try {
    await db.transaction().execute(async (tx) => {
      const user = (await userForUpdate(tx, actor.userId)) as UserRow;
      await requireOpenSession(tx, actor);
      const linked = await tx.selectFrom('users').select('oidc_subject').where('id', '=', user.id).executeTakeFirst();
      if (linked?.oidc_subject !== null || (await userLinkedTo(tx, claims)) !== null)
        throw new OidcRefusal('linked_elsewhere');
      await linkToProvider(tx, user.id, claims, now);
      await writeAudit(tx, actor, 'identity.link-oidc', `user:${user.id}`, { issuer: claims.issuer });
      await sendSecurityNotice(tx, origin, user.email, msg('Single sign-on was connected to your account'));
    });
  } catch (error) {
    throw isOidcConflict(error) ? new OidcRefusal('linked_elsewhere', error) : error;
  }
}

export async function unlinkOidc(db: Db, origin: string, actor: SignedInActor): Promise<void> {
  const user = (await userForUpdate(db, actor.userId)) as UserRow;
  await requireOpenSession(db, actor);
  if ((await passwordHashOf(db, user.id)) === null && (await passkeysOf(db, user.id)).length === 0)
    throw new Refusal('conflict', {
      message: 'Set a password or add a passkey first. Otherwise you will not be able to log in.',
    });
  const gone = await db
    .updateTable('users')
    .set({ oidc_issuer: null, oidc_subject: null, oidc_linked_at: null })
    .where('id', '=', user.id)
    .where('oidc_subject', 'is not', null)
    .executeTakeFirst();
  if (gone.numUpdatedRows === 0n) throw new Refusal('not_found');
  await writeAudit(db, actor, 'identity.unlink-oidc', `user:${user.id}`);
  await sendSecurityNotice(db, origin, user.email, msg('Single sign-on was disconnected from your account'));
}

/**
 * The provider has just verified the credentials of this account. With an authenticator app that is not sufficient,
 * even if the session had a second factor earlier.
 */
export async function reauthenticateWithOidc(db: Db, claims: OidcClaims, actor: SignedInActor): Promise<string> {
  if ((await userLinkedTo(db, claims)) !== actor.userId) throw new OidcRefusal('other_account');
  if (!claims.secondFactor && (await hasTotp(db, actor.userId))) throw new OidcRefusal('refused');
  return refreshLogin(db, actor, { secondFactor: claims.secondFactor });
}
