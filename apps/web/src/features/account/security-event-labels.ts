const labels: Readonly<Record<string, string>> = {
  'identity.log-in': 'Logged in',
  'identity.fail-login': 'Failed login',
  'identity.refuse-access': 'Access refused',
  'identity.change-password': 'Password changed',
  'identity.reset-password': 'Password reset by e-mail',
  'identity.add-passkey': 'Passkey added',
  'identity.remove-passkey': 'Passkey removed',
  'identity.add-totp': 'Authenticator app added',
  'identity.remove-totp': 'Authenticator app removed',
  'identity.renew-recovery-codes': 'New recovery codes created',
  'identity.link-oidc': 'Single sign-on connected',
  'identity.create-by-oidc': 'Account created by single sign-on',
  'identity.update-user': 'Account details changed',
  'identity.grant-rights': 'Role or rights changed',
  'identity.make-superadmin': 'Made SuperAdmin',
  'identity.end-sessions': 'Signed out of all devices',
  'identity.ban-user': 'Account banned',
  'identity.unban-user': 'Ban lifted',
};

/** The name of a security event; an event without one is still shown, by its words in the audit log. */
export function securityEventLabel(act: string): string {
  const words = act.replace(/^identity\./, '').replaceAll('-', ' ');
  return labels[act] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
