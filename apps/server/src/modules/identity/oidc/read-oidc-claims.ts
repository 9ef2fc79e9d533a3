import { Email, PersonName } from '@tuneport/contract/shapes';
import * as client from 'openid-client';
import type { Config } from '../../../platform/config.ts';
import { oidcClient, oidcRedirectUri, ProviderAway } from './oidc-client.ts';
import { type OidcMemory, oidcMemoryAgeS } from './oidc-memory.ts';
import { OidcRefusal } from './oidc-refusal.ts';

/** The provider's claims about a person, after verification. */
export type OidcClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly secondFactor: boolean;
};

/** Exchanges the callback's code for claims and verifies state, PKCE, nonce, signature, issuer and audience. */
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
        // The provider must state when it authenticated the user, and that must be after the redirect.
        ...(memory.forSession ? { maxAge: oidcMemoryAgeS } : {}),
      },
    );
    const token = tokens.claims();
    if (!token || !isSubject(token.sub)) throw new OidcRefusal('refused');
    // Many providers omit the address from the token and return it from the userinfo endpoint.
    const userInfo =
      (token.email ?? null) === null && provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, token.sub)
        : token;
    const email = Email.safeParse(userInfo.email);
    return {
      issuer: token.iss,
      subject: token.sub,
      email: email.success ? email.data : null,
      emailVerified: userInfo.email_verified === true,
      name: nameIn(userInfo.name ?? token.name),
      secondFactor: Array.isArray(token.amr) && token.amr.includes('mfa'),
    };
  } catch (error) {
    throw asOidcRefusal(error);
  }
}

/**
 * At most 255 ASCII characters, as OpenID Connect says. The database could not store or compare some others: two lone
 * surrogates would be the same account.
 */
const isSubject = (subject: string): boolean => /^[\x20-\x7e]{1,255}$/.test(subject);

/** Validated like our own form; an invalid name is omitted. */
export const nameIn = (name: unknown): string | null => PersonName().safeParse(name).data ?? null;

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
  if (error.cause instanceof Response && error.cause.status >= 500) return true;
  return (error as { code?: unknown }).code === 'OAUTH_TIMEOUT' || isNetworkFailure(error.cause);
}
