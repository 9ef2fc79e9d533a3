import { Email, PersonName } from '@tuneport/contract/shapes';
import * as client from 'openid-client';
import type { Config } from '../../../platform/config.ts';
import { oidcClient, oidcRedirectUri, ProviderAway } from './oidc-client.ts';
import { type OidcMemory, oidcMemoryAgeS } from './oidc-memory.ts';
import { OidcRefusal } from './oidc-refusal.ts';

/** What the provider says about a person, after everything it said was checked. */
export type OidcClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly secondFactor: boolean;
};

/** Exchanges the code of a callback for claims: state, PKCE, nonce, signature, issuer and audience are checked on the way. */
export async function readOidcClaims(
  config: Config,
  settings: NonNullable<Config['oidc']>,
  memory: OidcMemory,
  callback: { search: string; now: Date },
): Promise<OidcClaims> {
  try {
    const provider = await oidcClient(settings, callback.now);
    const tokens = await client.authorizationCodeGrant(
      provider,
      new URL(`${oidcRedirectUri(config)}${callback.search}`),
      {
        expectedState: memory.state,
        expectedNonce: memory.nonce,
        pkceCodeVerifier: memory.verifier,
        idTokenExpected: true,
        // The provider must say when it asked for credentials, and that must be after we sent the browser there.
        ...(memory.forSession ? { maxAge: oidcMemoryAgeS } : {}),
      },
    );
    const token = tokens.claims();
    if (!token) throw new OidcRefusal('refused');
    // Many providers keep the address out of the token and tell it on asking.
    const told =
      token.email === undefined && provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, token.sub)
        : token;
    const email = Email.safeParse(told.email);
    return {
      issuer: token.iss,
      subject: token.sub,
      email: email.success ? email.data : null,
      emailVerified: told.email_verified === true,
      name: nameIn(told.name ?? token.name),
      secondFactor: Array.isArray(token.amr) && token.amr.includes('mfa'),
    };
  } catch (error) {
    throw asOidcRefusal(error);
  }
}

/** Under the rules of our own form; a name that breaks them is left out. */
const nameIn = (name: unknown): string | null => PersonName().safeParse(name).data ?? null;

function asOidcRefusal(error: unknown): OidcRefusal {
  if (error instanceof OidcRefusal) return error;
  if (error instanceof ProviderAway || isNetworkFailure(error)) return new OidcRefusal('provider_unavailable', error);
  if (error instanceof client.AuthorizationResponseError) {
    return new OidcRefusal(error.error === 'access_denied' ? 'denied' : 'refused', error);
  }
  return new OidcRefusal('refused', error);
}

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error instanceof client.ResponseBodyError && error.status >= 500) return true;
  return (error as { code?: unknown }).code === 'OAUTH_TIMEOUT' || isNetworkFailure(error.cause);
}
