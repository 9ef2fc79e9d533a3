import type { Config } from '../../../platform/config.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';

// State of a provider login until the browser returns, sealed in its cookie: a GET writes no row, and a login started
// in one browser cannot be finished in another.

export const oidcMemoryAgeS = 600;

export type OidcMemory = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnPath: string | null;
  readonly expiresAtMs: number;
  /** Set when a logged-in user is sent to the provider. */
  readonly forSession?: ProviderVisit | undefined;
};

/** Why a logged-in session was sent to the provider: to re-authenticate or to link the account. */
export type ProviderVisit = {
  readonly what: 'reauthenticate' | 'link';
  readonly userId: number;
  readonly sessionId: number;
};

export const oidcCookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport-oidc' : 'tuneport-oidc');

export const sealOidcMemory = (secrets: SecretBox, memory: OidcMemory): string =>
  secrets.seal('oidc-login', JSON.stringify(memory)).toString('base64url');

export function openOidcMemory(secrets: SecretBox, cookie: string | undefined, now: Date): OidcMemory | null {
  const text = cookie ? secrets.open('oidc-login', Buffer.from(cookie, 'base64url')) : null;
  if (text === null) return null;
  const memory = JSON.parse(text) as OidcMemory;
  return memory.expiresAtMs > now.getTime() ? memory : null;
}
