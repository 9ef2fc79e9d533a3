import * as client from 'openid-client';
import type { Config } from '../../../platform/config.ts';

// The OpenID Connect provider's metadata, discovered once and cached: keys and URLs change rarely.

const discoveryAgeMs = 60 * 60 * 1000;
const timeoutS = 5;

type Settings = NonNullable<Config['oidc']>;
type Found = { at: number; client: Promise<client.Configuration> };

const found = new WeakMap<Settings, Found>();

/** The provider did not respond, or not validly, so the identity is unknown. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

export async function oidcClient(settings: Settings, now: Date): Promise<client.Configuration> {
  const known = found.get(settings);
  if (known && now.getTime() - known.at < discoveryAgeMs) return known.client;
  const entry: Found = { at: now.getTime(), client: discover(settings) };
  found.set(settings, entry);
  try {
    return await entry.client;
  } catch (error) {
    if (found.get(settings) === entry) found.delete(settings);
    throw new ProviderAway('The identity provider could not be reached.', { cause: error });
  }
}

async function discover(settings: Settings): Promise<client.Configuration> {
  const issuer = new URL(settings.issuer);
  const found = await client.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    timeout: timeoutS,
    // The settings allow plain HTTP to the local machine only.
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  });
  // The browser is sent there, so it must be a web page.
  const { authorization_endpoint: page = '' } = found.serverMetadata();
  if (!URL.canParse(page) || !['https:', issuer.protocol].includes(new URL(page).protocol))
    throw new Error(`The provider has no page to log in: ${page.slice(0, 200)}`);
  return found;
}

export const oidcRedirectUri = (config: Config): string => `${config.publicOrigin}/api/auth/oidc/callback`;
