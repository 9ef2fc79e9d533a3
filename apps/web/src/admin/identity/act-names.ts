/** What people read for an act in the log. */
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
  'tuning.upload-log': 'Uploaded a log',
  'tuning.share-log': 'Changed how long a log is shared',
  'tuning.delete-log': 'Deleted a log',
  'catalog.create': 'Created a catalogue record',
  'catalog.update': 'Changed a catalogue record',
  'catalog.delete': 'Deleted a catalogue record',
  'catalog.merge': 'Merged duplicates',
  'catalog.mass-attach': 'Attached a tune to many',
  'catalog.add-dyno': 'Added a dyno run',
  'catalog.delete-dyno': 'Deleted a dyno run',
  'catalog.settings': 'Changed the catalogue settings',
  'catalog.refresh': 'Had the catalogue pages made anew',
  'catalog.upload-vehicles': 'Sent a vehicle table',
  'catalog.check-vehicles': 'Had a vehicle table checked',
  'catalog.start-import': 'Read in a vehicle table',
  'catalog.delete-import': 'Removed an import',
  'catalog.store-sheet': 'Stored records from a file',
  'tickets.change': 'Changed a ticket',
  'tickets.merge': 'Joined two tickets',
  'tickets.accept': 'Accepted a request from the catalogue',
  'tickets.goodwill': 'Granted goodwill in a ticket',
  'rescue.step': 'Moved a rescue on',
  'rescue.save-fix': 'Changed a known fix',
  'rescue.delete-fix': 'Removed a known fix',
};

/** An act this list does not know is said in its own words: "store.book-stock" is "Store: book stock". */
export function actName(act: string): string {
  const known = actNames[act];
  if (known) return known;
  const [area = '', ...rest] = act.replaceAll('-', ' ').split('.');
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}${rest.length > 0 ? `: ${rest.join(' ')}` : ''}`;
}
