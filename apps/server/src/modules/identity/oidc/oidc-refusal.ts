/** Reasons for a failed provider login; the page /auth/error has a message for each. */
const oidcReasons = [
  'denied',
  'expired',
  'provider_unavailable',
  'refused',
  'banned',
  'no_email',
  'unverified',
  'email_in_use',
  'other_account',
  'linked_elsewhere',
] as const;
type OidcReason = (typeof oidcReasons)[number];

export class OidcRefusal extends Error {
  override name = 'OidcRefusal';
  readonly reason: OidcReason;
  constructor(reason: OidcReason, cause?: unknown) {
    super(`login at the provider refused: ${reason}`, { cause });
    this.reason = reason;
  }
}
