import { isAdmin, type Role } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/db.ts';
import { offersPasskeys } from '../factors/passkeys/passkey-ceremony.ts';
import { passkeysOf } from '../factors/passkeys/passkey-queries.ts';

/** How the owner of this session can re-authenticate. */
export async function reauthenticationMethods(db: Db, config: Config, actor: SignedInActor) {
  const [user, passkeys] = await Promise.all([
    db
      .selectFrom('users')
      .select(['password_hash', 'totp_confirmed_at', 'oidc_issuer', 'role', 'flags'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
    passkeysOf(db, actor.userId),
  ]);
  const code = user.totp_confirmed_at !== null;
  // Staff with a passkey: without a second factor, only the passkey makes the session fresh.
  const isStaff = isAdmin(user.role as Role) || user.flags.length > 0;
  const needsPasskey = isStaff && passkeys.length > 0 && !code && !actor.secondFactor;
  const isLinked = config.oidc !== undefined && user.oidc_issuer !== null;
  return {
    fresh: actor.freshLogin,
    password: user.password_hash !== null && !needsPasskey,
    code,
    passkey: passkeys.length > 0 && offersPasskeys(config),
    // Where a code is required, the provider alone is not sufficient.
    provider: isLinked && !code && !needsPasskey ? (config.oidc?.name ?? null) : null,
  };
}
