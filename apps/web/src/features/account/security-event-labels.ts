const labels: Readonly<Record<string, string>> = {
  'identity.log-in': 'Logged in',
  'identity.fail-login': 'Failed login',
  'identity.fail-reauthentication': 'Failed identity check',
  'identity.refuse-access': 'Access refused',
  'identity.change-password': 'Password changed',
  'identity.reset-password': 'Password reset by e-mail',
  'identity.confirm-email': 'E-mail address confirmed',
  'identity.request-email-change': 'E-mail change requested',
  'identity.cancel-email-change': 'E-mail change cancelled',
  'identity.change-email': 'E-mail address changed',
  'identity.secure-account': 'Account secured from the old address',
  'identity.add-passkey': 'Passkey added',
  'identity.remove-passkey': 'Passkey removed',
  'identity.add-totp': 'Authenticator app added',
  'identity.remove-totp': 'Authenticator app removed',
  'identity.remove-factors': 'Passkeys and authenticator app removed',
  'identity.renew-recovery-codes': 'New recovery codes created',
  'identity.link-oidc': 'Single sign-on connected',
  'identity.unlink-oidc': 'Single sign-on disconnected',
  'identity.create-by-oidc': 'Account created by single sign-on',
  'identity.update-user': 'Account details changed',
  'identity.grant-rights': 'Role or rights changed',
  'identity.make-superadmin': 'Made SuperAdmin',
  'identity.end-sessions': 'Signed out of all devices',
  'identity.ban-user': 'Account banned',
  'identity.unban-user': 'Ban lifted',
  'identity.lock-demo-account': 'Demo account locked',
};

/** The label of a security event; an event without one is shown by its name in the audit log. */
export function securityEventLabel(act: string): string {
  const words = act.replace(/^identity\./, '').replaceAll('-', ' ');
  return labels[act] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
