import { plural, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { removeRecoveryCodes } from './totp/recovery-codes.ts';

type RemovedFactors = { readonly passkeys: number; readonly totp: boolean; readonly oidc: boolean };

/** What was removed, in words. */
export const removedNames = ({ passkeys, totp, oidc }: RemovedFactors): string[] => [
  ...(passkeys > 0 ? [plural(passkeys, { one: 'a passkey', other: '{count} passkeys' })] : []),
  ...(totp ? [t('the authenticator app')] : []),
  ...(oidc ? [t('the connection to single sign-on')] : []),
];

/** A missing or null bound is unlimited. */
type Period = { from?: Date | null; until?: Date | null };

/**
 * Removes factors added in the period. Returns what was removed for the mail to the owner, without user-given names,
 * because an attacker may have chosen them.
 */
export async function removeFactors(tx: Db, userId: number, period: Period): Promise<RemovedFactors> {
  const isIn = (at: Date) => (!period.from || at >= period.from) && (!period.until || at < period.until);
  const user = await tx
    .selectFrom('users')
    .select(['totp_secret', 'totp_confirmed_at', 'oidc_subject', 'oidc_linked_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const passkeys = (
    await tx.selectFrom('passkeys').select(['id', 'created_at']).where('user_id', '=', userId).execute()
  )
    .filter(({ created_at }) => isIn(created_at))
    .map(({ id }) => id);
  if (passkeys.length > 0) await tx.deleteFrom('passkeys').where('id', 'in', passkeys).execute();

  const totp = user.totp_confirmed_at !== null && isIn(user.totp_confirmed_at);
  // An unconfirmed secret is removed too: it grants no access, but another session may be setting it up.
  if (totp || (user.totp_secret && user.totp_confirmed_at === null))
    await tx
      .updateTable('users')
      .set({ totp_secret: null, totp_confirmed_at: null })
      .where('id', '=', userId)
      .execute();
  if (totp) await removeRecoveryCodes(tx, userId);

  const linkedInPeriod = user.oidc_linked_at ? isIn(user.oidc_linked_at) : !period.from && !period.until;
  const oidc = user.oidc_subject !== null && linkedInPeriod;
  if (oidc)
    await tx
      .updateTable('users')
      .set({ oidc_issuer: null, oidc_subject: null, oidc_linked_at: null })
      .where('id', '=', userId)
      .execute();

  return { passkeys: passkeys.length, totp, oidc };
}
