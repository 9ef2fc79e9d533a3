import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { identity } from '@tuneport/contract/identity/identity';
import { signedIn } from '../../../platform/actor.ts';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { whoamiOf } from '../../../platform/http/mount/visitor.ts';
import { presentUser, presentWhoami } from '../present.ts';
import { rememberDevice } from '../security/known-devices.ts';
import { endReplacedSession } from '../sessions/sessions.ts';
import { listSecondFactors } from './list-second-factors.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { logInWithPasskey } from './passkeys/log-in-with-passkey.ts';
import { challengeAgeS, challengeCookieName, offersPasskeys } from './passkeys/passkey-ceremony.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { startPasskeyLogin } from './passkeys/start-passkey-login.ts';
import { confirmTotp } from './totp/confirm-totp.ts';
import { removeTotp } from './totp/remove-totp.ts';
import { renewRecoveryCodes } from './totp/renew-recovery-codes.ts';
import { setUpTotp } from './totp/set-up-totp.ts';

type Keys =
  | 'GET /auth/methods'
  | 'GET /auth/second-factors'
  | 'POST /auth/passkeys/options'
  | 'POST /auth/passkeys'
  | 'DELETE /auth/passkeys/:id'
  | 'POST /auth/passkey-login/options'
  | 'POST /auth/passkey-login'
  | 'POST /auth/totp/setup'
  | 'POST /auth/totp/confirm'
  | 'POST /auth/totp/remove'
  | 'POST /auth/totp/recovery-codes';

export const secondFactorRoutes = handlers<Pick<typeof identity, Keys>>({
  'GET /auth/methods': ({ platform: { config } }) => ({
    password: true,
    passkey: offersPasskeys(config),
    oidc: config.oidc ? { name: config.oidc.name, url: '/api/auth/oidc/start' } : null,
    has_mail_server: config.mailUrl !== undefined,
  }),

  'GET /auth/second-factors': ({ db, actor }) => listSecondFactors(db, signedIn(actor).userId),
  'POST /auth/passkeys/options': async ({ db, actor, platform }) => ({
    ...(await startPasskey(db, platform.config, signedIn(actor))),
  }),
  'POST /auth/passkeys': async ({ db, actor, body, platform, session }) => {
    const input = { name: body.name, answer: body.answer as unknown as RegistrationResponseJSON };
    const { passkey, token } = await addPasskey(db, platform.config, signedIn(actor), input);
    renew(session, actor, token);
    return passkey;
  },
  'DELETE /auth/passkeys/:id': ({ db, actor, params, platform }) =>
    removePasskey(db, platform.config.publicOrigin, signedIn(actor), params.id),

  'POST /auth/passkey-login/options': async ({ db, platform, setCookie }) => {
    const { id, options } = await startPasskeyLogin(db, platform.config);
    setCookie(challengeCookieName(platform.config), id, challengeAgeS);
    return { ...options };
  },
  'POST /auth/passkey-login': async (context) => {
    const { db, actor, body, clientInfo, platform, session, setCookie } = context;
    const cookie = challengeCookieName(platform.config);
    const { token, user } = await logInWithPasskey(db, platform.config, {
      challengeId: clientInfo.cookies[cookie],
      answer: body.answer as unknown as AuthenticationResponseJSON,
      address: clientInfo.address,
      userAgent: clientInfo.userAgent,
    });
    setCookie(cookie, '', 0);
    await endReplacedSession(db, actor);
    session.open(token, presentWhoami(user));
    rememberDevice(context, user.id);
    return presentUser(user);
  },

  'POST /auth/totp/setup': ({ db, actor, platform }) => setUpTotp(db, platform.secrets, signedIn(actor)),
  'POST /auth/totp/confirm': async ({ db, actor, body, now, platform, session }) => {
    const { codes, token } = await confirmTotp(
      db,
      platform.secrets,
      platform.config.publicOrigin,
      signedIn(actor),
      body.code,
      now,
    );
    renew(session, actor, token);
    return { recovery_codes: codes };
  },
  'POST /auth/totp/remove': ({ db, actor, platform }) => removeTotp(db, platform.config.publicOrigin, signedIn(actor)),
  'POST /auth/totp/recovery-codes': async ({ db, actor, platform }) => ({
    recovery_codes: await renewRecoveryCodes(db, platform.config.publicOrigin, signedIn(actor)),
  }),
});

/** Continues the session with the new token. */
export function renew(session: Context['session'], actor: Context['actor'], token: string): void {
  const whoami = whoamiOf(actor);
  if (whoami) session.open(token, whoami);
}
