/** What people read for an act in the log; an act of an area this list does not know is shown by its own name. */
export const actNames: Readonly<Record<string, string>> = {
  'identity.grant-rights': 'Changed role or rights',
  'identity.ban-user': 'Banned a user',
  'identity.unban-user': 'Lifted a ban',
  'identity.end-sessions': 'Ended the sessions of a user',
  'identity.update-user': 'Changed an account',
  'identity.change-password': 'Changed their password',
  'identity.reset-password': 'Chose a new password by mail',
  'identity.add-passkey': 'Added a passkey',
  'identity.remove-passkey': 'Removed a passkey',
  'identity.add-totp': 'Added an authenticator app',
  'identity.remove-totp': 'Removed the authenticator app',
  'identity.renew-recovery-codes': 'Made new recovery codes',
  'identity.link-oidc': 'Connected single sign-on',
  'identity.create-by-oidc': 'Joined by single sign-on',
  'identity.make-superadmin': 'Became SuperAdmin by command',
  'job.retry': 'Tried a failed job again',
  'mail.retry': 'Sent a mail again',
  'settings.update': 'Changed settings',
  'alerts.create': 'Wrote an alert',
  'alerts.update': 'Changed an alert',
  'alerts.delete': 'Removed an alert',
  'sales.create': 'Planned a sale',
  'sales.update': 'Changed a sale',
  'sales.delete': 'Removed a sale',
};

export const actName = (act: string): string => actNames[act] ?? act;
