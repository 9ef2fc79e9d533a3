import type { Db } from '../../platform/db/db.ts';
import { mail } from '../../platform/mail/layout.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { issueMailToken } from './mail-links.ts';

type Person = { id: number; name: string; email: string };

export async function sendConfirmation(db: Db, origin: string, person: Person): Promise<void> {
  const token = await issueMailToken(db, 'confirm-email', person);
  await queueMail(db, {
    kind: 'confirm-email',
    secrets: [token],
    to: person.email,
    subject: 'Confirm your e-mail address',
    ...mail({
      title: 'Confirm your e-mail address',
      paragraphs: [
        `Hello ${person.name},`,
        'Please confirm that this address belongs to you. The link works once and for one day.',
        'If you did not create an account, you can ignore this mail.',
      ],
      button: { label: 'Confirm this address', url: `${origin}/auth/confirm-email/${token}` },
    }),
  });
}

export async function sendReset(db: Db, origin: string, person: Person): Promise<void> {
  const token = await issueMailToken(db, 'reset-password', person);
  await queueMail(db, {
    kind: 'reset-password',
    secrets: [token],
    to: person.email,
    subject: 'Choose a new password',
    ...mail({
      title: 'Choose a new password',
      paragraphs: [
        `Hello ${person.name},`,
        'Somebody asked for a new password for this account. The link works once and for one hour.',
        'If it was not you, nothing needs to be done: your password stays as it is.',
      ],
      button: { label: 'Choose a new password', url: `${origin}/auth/reset-password/${token}` },
    }),
  });
}

/** Tells the owner of an account about a change to its keys, so that a stranger's change does not go unseen. */
export async function sendSecurityNotice(db: Db, origin: string, to: string, what: string): Promise<void> {
  await queueMail(db, {
    kind: 'security-notice',
    secrets: [],
    to,
    subject: what,
    ...mail({
      title: what,
      paragraphs: [
        'This change was just made to your account.',
        'If it was not you, choose a new password now and contact us.',
      ],
      button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
    }),
  });
}
