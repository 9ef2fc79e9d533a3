import type { identity } from '@tuneport/contract/identity/identity';
import type { reauthentication } from '@tuneport/contract/identity/reauthentication';
import { safeLocalPath } from '@tuneport/domain/catalog/vehicles/remembered-path';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import { type Context, handlers, type RawReply } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { renew } from '../factors/second-factor-routes.ts';
import { presentWhoami } from '../present.ts';
import { rememberDevice } from '../security/known-devices.ts';
import { endReplacedSession } from '../sessions/sessions.ts';
import { linkOidc, reauthenticateWithOidc, unlinkOidc } from './link-oidc.ts';
import { logInWithOidc } from './log-in-with-oidc.ts';
import { ProviderAway } from './oidc-client.ts';
import { oidcCookieName, oidcMemoryAgeS, openOidcMemory, type ProviderVisit } from './oidc-memory.ts';
import { OidcRefusal } from './oidc-refusal.ts';
import { type OidcClaims, readOidcClaims } from './read-oidc-claims.ts';
import { startOidcLogin } from './start-oidc-login.ts';

type Calls = Pick<typeof identity, 'GET /auth/redirect' | 'GET /auth/oidc/start' | 'GET /auth/oidc/callback'> &
  Pick<typeof reauthentication, 'POST /auth/oidc/reauthenticate' | 'POST /auth/oidc/link' | 'DELETE /auth/oidc/link'>;

export const oidcRoutes = handlers<Calls>({
  'GET /auth/redirect': async (context) => {
    const returnPath = context.query.return;
    if (!context.platform.config.oidc) return { url: withReturn('/auth/login', returnPath) };
    return { url: await providerUrlOrBusy(context, { returnPath }) };
  },
  'GET /auth/oidc/start': async (context) => {
    try {
      return redirect(await providerUrl(context, { returnPath: context.query.return }));
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error;
      return failed(context, new OidcRefusal('provider_unavailable', error));
    }
  },
  // POST from our own origin only: another site must not send a logged-in browser to be linked.
  'POST /auth/oidc/reauthenticate': async (context) => ({
    url: await providerUrlOrBusy(context, { forSession: providerVisit('reauthenticate', context.actor) }),
  }),
  'POST /auth/oidc/link': async (context) => ({
    url: await providerUrlOrBusy(context, { forSession: providerVisit('link', context.actor) }),
  }),
  'DELETE /auth/oidc/link': ({ db, actor, platform }) => unlinkOidc(db, platform.config.publicOrigin, signedIn(actor)),

  'GET /auth/oidc/callback': async (context) => {
    const { db, now, clientInfo, platform, session, setCookie } = context;
    const { config } = platform;
    if (!config.oidc) throw new Refusal('not_found');
    const cookie = oidcCookieName(config);
    // Used once, whether or not the login succeeds.
    setCookie(cookie, '', 0);
    try {
      const memory = openOidcMemory(platform.secrets, clientInfo.cookies[cookie], now);
      if (!memory || context.query.state !== memory.state) throw new OidcRefusal('expired');
      const search = new URL(clientInfo.url, config.publicOrigin).search;
      const claims = await readOidcClaims(config, config.oidc, memory, { search, now });
      if (memory.forSession) return redirect(await finishProviderVisit(context, memory.forSession, claims));
      const visit = { origin: config.publicOrigin, address: clientInfo.address, userAgent: clientInfo.userAgent, now };
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

function providerVisit(what: ProviderVisit['what'], actor: Actor): ProviderVisit {
  const { userId, sessionId } = signedIn(actor);
  return { what, userId, sessionId };
}

/** Only for the session that started the visit. Returns the path to redirect to. */
async function finishProviderVisit(context: Context, visit: ProviderVisit, claims: OidcClaims): Promise<string> {
  const { db, now, actor, platform, session } = context;
  if (actor.userId !== visit.userId || actor.sessionId !== visit.sessionId) throw new OidcRefusal('expired');
  if (visit.what === 'link') {
    await linkOidc(db, claims, { origin: platform.config.publicOrigin, actor: signedIn(actor), now });
    return '/profile/security';
  }
  renew(session, actor, await reauthenticateWithOidc(db, claims, signedIn(actor)));
  return '/auth/reauthenticated';
}

type Input = { returnPath?: string | undefined; forSession?: ProviderVisit };

/** The URL of the provider's login page. Sets the cookie that the callback needs. */
async function providerUrl({ platform: { config, secrets }, now, setCookie }: Context, input: Input): Promise<string> {
  if (!config.oidc) throw new Refusal('not_found');
  const { url, cookie } = await startOidcLogin(config, secrets, config.oidc, { returnPath: undefined, ...input, now });
  setCookie(oidcCookieName(config), cookie, oidcMemoryAgeS);
  return url;
}

async function providerUrlOrBusy(context: Context, input: Input): Promise<string> {
  try {
    return await providerUrl(context, input);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    context.platform.log.warn({ err: error }, 'the identity provider does not answer');
    throw new Refusal('unavailable', {
      message: 'The login provider is not responding. Try again in a moment.',
    });
  }
}

function failed({ platform }: Context, refusal: OidcRefusal): RawReply {
  platform.log.warn({ err: refusal, reason: refusal.reason }, 'login at the identity provider failed');
  return redirect(`/auth/error?reason=${refusal.reason}`);
}

const redirect = (location: string): RawReply => ({
  status: 303,
  headers: { location, 'referrer-policy': 'no-referrer' },
});

const withReturn = (path: string, returnPath: string | undefined): string =>
  returnPath === undefined ? path : `${path}?return=${encodeURIComponent(safeLocalPath(returnPath))}`;
