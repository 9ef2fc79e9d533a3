import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { identity } from '@tuneport/contract/identity';
import { safeLocalPath } from '@tuneport/domain/remembered-path';
import { signedIn } from '../../platform/actor.ts';
import { type Context, handlers, type RawReply } from '../../platform/http/context.ts';
import { whoamiOf } from '../../platform/http/mount.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addPasskey } from './add-passkey.ts';
import { confirmTotp } from './confirm-totp.ts';
import { listSecondFactors } from './list-second-factors.ts';
import { logInWithOidc } from './log-in-with-oidc.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { ProviderAway } from './oidc-client.ts';
import { oidcCookieName, oidcMemoryAgeS, openOidcMemory } from './oidc-memory.ts';
import { OidcRefusal } from './oidc-refusal.ts';
import { challengeAgeS, challengeCookieName, offersPasskeys } from './passkey-ceremony.ts';
import { presentUser, presentWhoami } from './present.ts';
import { readOidcClaims } from './read-oidc-claims.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeTotp } from './remove-totp.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { rememberDevice } from './security/known-devices.ts';
import { endReplacedSession } from './sessions.ts';
import { setUpTotp } from './set-up-totp.ts';
import { startOidcLogin } from './start-oidc-login.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeyLogin } from './start-passkey-login.ts';

type Keys =
  | 'GET /auth/redirect'
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
  | 'POST /auth/totp/recovery-codes'
  | 'GET /auth/oidc/start'
  | 'GET /auth/oidc/callback';

export const secondFactorRoutes = handlers<Pick<typeof identity, Keys>>({
  'GET /auth/redirect': async (context) => {
    const returnPath = context.query.return;
    if (!context.platform.config.oidc) return { url: withReturn('/auth/login', returnPath) };
    try {
      return { url: await providerUrl(context, returnPath) };
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      context.platform.log.warn({ err: error }, 'the identity provider does not answer');
      throw new Refusal('unavailable', {
        message: 'The login provider does not answer right now. Please try again in a moment.',
      });
    }
  },
  'GET /auth/methods': ({ platform: { config } }) => ({
    password: true,
    passkey: offersPasskeys(config),
    oidc: config.oidc ? { name: config.oidc.name, url: '/api/auth/oidc/start' } : null,
  }),

  'GET /auth/second-factors': ({ db, actor }) => listSecondFactors(db, signedIn(actor).userId),
  'POST /auth/passkeys/options': async ({ db, actor, platform }) => ({
    ...(await startPasskey(db, platform.config, signedIn(actor))),
  }),
  'POST /auth/passkeys': async ({ db, actor, body, platform, session }) => {
    const wish = { name: body.name, answer: body.answer as unknown as RegistrationResponseJSON };
    const { passkey, token } = await addPasskey(db, platform.config, signedIn(actor), wish);
    renew(session, actor, token);
    return passkey;
  },
  'DELETE /auth/passkeys/:id': ({ db, actor, params, body, platform }) =>
    removePasskey(db, platform.config.publicOrigin, signedIn(actor), { id: params.id, password: body.password }),

  'POST /auth/passkey-login/options': async ({ db, platform, setCookie }) => {
    const { id, options } = await startPasskeyLogin(db, platform.config);
    setCookie(challengeCookieName(platform.config), id, challengeAgeS);
    return { ...options };
  },
  'POST /auth/passkey-login': async (context) => {
    const { db, actor, body, caller, platform, session, setCookie } = context;
    const cookie = challengeCookieName(platform.config);
    const { token, user } = await logInWithPasskey(db, platform.config, {
      challengeId: caller.cookies[cookie],
      answer: body.answer as unknown as AuthenticationResponseJSON,
      address: caller.address,
      userAgent: caller.userAgent,
    });
    setCookie(cookie, '', 0);
    await endReplacedSession(db, actor);
    session.open(token, presentWhoami(user));
    rememberDevice(context, user.id);
    return presentUser(user);
  },

  'POST /auth/totp/setup': ({ db, actor, body, platform }) =>
    setUpTotp(db, platform.secrets, signedIn(actor), body.password),
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
  'POST /auth/totp/remove': ({ db, actor, body, platform }) =>
    removeTotp(db, platform.secrets, platform.config.publicOrigin, signedIn(actor), body),
  'POST /auth/totp/recovery-codes': async ({ db, actor, body, platform }) => ({
    recovery_codes: await renewRecoveryCodes(db, platform.secrets, platform.config.publicOrigin, signedIn(actor), body),
  }),

  'GET /auth/oidc/start': async (context) => {
    try {
      return redirect(await providerUrl(context, context.query.return));
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      return failed(context, new OidcRefusal('provider_unavailable', error));
    }
  },
  'GET /auth/oidc/callback': async (context) => {
    const { db, now, caller, platform, session, setCookie } = context;
    const { config } = platform;
    if (!config.oidc) throw new Refusal('not_found');
    const cookie = oidcCookieName(config);
    // Used up by this visit, whatever comes of it.
    setCookie(cookie, '', 0);
    try {
      const memory = openOidcMemory(platform.secrets, caller.cookies[cookie], now);
      if (!memory || context.query.state !== memory.state) throw new OidcRefusal('expired');
      const search = new URL(caller.url, config.publicOrigin).search;
      const claims = await readOidcClaims(config, config.oidc, memory, { search, now });
      const visit = { origin: config.publicOrigin, address: caller.address, userAgent: caller.userAgent, now };
      const { token, user } = await logInWithOidc(db, claims, visit);
      await endReplacedSession(db, context.actor);
      session.open(token, presentWhoami(user));
      rememberDevice(context, user.id);
      return redirect(withReturn('/auth/success', memory.returnPath ?? undefined));
    } catch (error) {
      if (error instanceof OidcRefusal) return failed(context, error);
      throw error;
    }
  },
});

/** Where to log in at the provider; the browser is given what it needs to come back. */
async function providerUrl(
  { platform: { config, secrets }, now, setCookie }: Context,
  returnPath: string | undefined,
): Promise<string> {
  if (!config.oidc) throw new Refusal('not_found');
  const { url, cookie } = await startOidcLogin(config, secrets, config.oidc, { returnPath, now });
  setCookie(oidcCookieName(config), cookie, oidcMemoryAgeS);
  return url;
}

function failed({ platform }: Context, refusal: OidcRefusal): RawReply {
  platform.log.warn({ err: refusal, reason: refusal.reason }, 'a login at the identity provider came to nothing');
  return redirect(`/auth/error?reason=${refusal.reason}`);
}

const redirect = (location: string): RawReply => ({
  status: 303,
  headers: { location, 'referrer-policy': 'no-referrer' },
});

const withReturn = (path: string, returnPath: string | undefined): string =>
  returnPath === undefined ? path : `${path}?return=${encodeURIComponent(safeLocalPath(returnPath))}`;

function renew(session: Context['session'], actor: Context['actor'], token: string): void {
  const whoami = whoamiOf(actor);
  if (whoami) session.open(token, whoami);
}
