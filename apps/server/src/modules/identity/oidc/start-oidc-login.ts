import { safeLocalPath } from '@tuneport/domain/catalog/vehicles/remembered-path';
import * as client from 'openid-client';
import type { Config } from '../../../platform/config.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { oidcClient, oidcRedirectUri } from './oidc-client.ts';
import { oidcMemoryAgeS, type ProviderVisit, sealOidcMemory } from './oidc-memory.ts';

/** The provider URL to redirect to, and the cookie that the callback requires. */
export async function startOidcLogin(
  config: Config,
  secrets: SecretBox,
  settings: NonNullable<Config['oidc']>,
  input: { returnPath: string | undefined; now: Date; forSession?: ProviderVisit },
): Promise<{ url: string; cookie: string }> {
  const provider = await oidcClient(settings, input.now);
  const state = client.randomState();
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: oidcRedirectUri(config),
    scope: 'openid email profile',
    response_type: 'code',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Requires credentials even if the browser is logged in at the provider.
    ...(input.forSession ? { prompt: 'login', max_age: '0' } : {}),
  });
  const cookie = sealOidcMemory(secrets, {
    state,
    nonce,
    verifier,
    returnPath: input.returnPath === undefined ? null : safeLocalPath(input.returnPath),
    forSession: input.forSession,
    expiresAtMs: input.now.getTime() + oidcMemoryAgeS * 1000,
  });
  return { url: url.href, cookie };
}
