import { capitalized } from '@tuneport/domain/text/capitalized';
import { msg, t } from '@tuneport/domain/text/text';

const labels: Readonly<Record<string, string>> = {
  'identity.log-in': msg('Logged in'),
  'identity.fail-login': msg('Failed login'),
  'identity.fail-reauthentication': msg('Failed identity check'),
  'identity.refuse-access': msg('Access refused'),
  'identity.change-password': msg('Password changed'),
  'identity.reset-password': msg('Password reset by e-mail'),
  'identity.confirm-email': msg('E-mail address confirmed'),
  'identity.request-email-change': msg('E-mail change requested'),
  'identity.cancel-email-change': msg('E-mail change cancelled'),
  'identity.change-email': msg('E-mail address changed'),
  'identity.secure-account': msg('Account secured from the old address'),
  'identity.add-passkey': msg('Passkey added'),
  'identity.remove-passkey': msg('Passkey removed'),
  'identity.add-totp': msg('Authenticator app added'),
  'identity.remove-totp': msg('Authenticator app removed'),
  'identity.remove-factors': msg('Passkeys and authenticator app removed'),
  'identity.renew-recovery-codes': msg('New recovery codes created'),
  'identity.link-oidc': msg('Single sign-on connected'),
  'identity.unlink-oidc': msg('Single sign-on disconnected'),
  'identity.create-by-oidc': msg('Account created by single sign-on'),
  'identity.update-user': msg('Account details changed'),
  'identity.grant-rights': msg('Role or rights changed'),
  'identity.make-superadmin': msg('Made SuperAdmin'),
  'identity.end-sessions': msg('Signed out of all devices'),
  'identity.ban-user': msg('Account banned'),
  'identity.unban-user': msg('Ban lifted'),
  'identity.create-api-key': msg('API key created'),
  'identity.revoke-api-key': msg('API key revoked'),
  'identity.use-api-key': msg('API key used from a new address'),
  'identity.add-webhook': msg('Webhook added'),
  'identity.change-webhook': msg('Webhook changed'),
  'identity.rotate-webhook-secret': msg('Secret of a webhook rotated'),
  'identity.delete-webhook': msg('Webhook deleted'),
  'identity.pause-webhook': msg('Webhook paused after failures'),
  'identity.request-data-export': msg('Copy of your data requested'),
  'identity.download-data-export': msg('Copy of your data downloaded'),
  'identity.request-deletion': msg('Account deletion requested'),
  'identity.cancel-deletion': msg('Account deletion cancelled'),
  'identity.stop-deletion': msg('Account deletion stopped'),
  'identity.lock-demo-account': msg('Demo account locked'),
};

/** The label of a security event; an event without one is shown by its name in the audit log. */
export function securityEventLabel(act: string): string {
  const label = labels[act];
  return label ? t(label) : capitalized(act.replace(/^identity\./, '').replaceAll('-', ' '));
}
