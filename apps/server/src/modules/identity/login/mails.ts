import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { issueMailToken } from './mail-links.ts';

// Fixed text only: anyone can have these mails sent to any address, so they contain no form input.

type Person = { id: number; email: string };

export async function sendConfirmation(db: Db, origin: string, person: Person): Promise<void> {
  if (!(await isWithinMailLimit(db, 'confirm-email', person.email))) return;
  const token = await issueMailToken(db, 'confirm-email', person);
  await queueMail(db, {
    kind: 'confirm-email',
    secrets: [token],
    to: person.email,
    subject: 'Confirm your e-mail address',
    ...mail({
      title: 'Confirm your e-mail address',
      paragraphs: [
        'Hello,',
        'Please confirm that this address belongs to you, then log in. The link works once and expires after one day.',
        "If you didn't create an account, you can ignore this e-mail.",
      ],
      button: { label: 'Confirm this address', url: `${origin}/auth/confirm-email/${token}` },
    }),
  });
}

/** Anyone can request a password reset, so these mails are rate limited. */
export async function sendRequestedReset(db: Db, origin: string, person: Person): Promise<void> {
  if (await isWithinMailLimit(db, 'reset-password', person.email)) await sendReset(db, origin, person);
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
        'Hello,',
        'Someone requested a new password for this account. The link works once and expires after one hour.',
        "If it wasn't you, you can ignore this e-mail: your password stays the same.",
      ],
      button: { label: 'Choose a new password', url: `${origin}/auth/reset-password/${token}` },
    }),
  });
}

/** Sent to the owner of an address when someone registers with it again. */
export async function sendAccountExists(db: Db, origin: string, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'account-exists', email))) return;
  await queueMail(db, {
    kind: 'account-exists',
    secrets: [],
    to: email,
    subject: 'You already have an account',
    ...mail({
      title: 'You already have an account',
      paragraphs: [
        'Hello,',
        'Someone tried to create an account with this address, but you already have one. Nothing has changed.',
        `If it was you, log in: ${origin}/auth/login. If you forgot your password, or never opened our first e-mail, choose a new password.`,
        "If it wasn't you, you can ignore this e-mail.",
      ],
      button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
    }),
  });
}

/** Notifies the owner of changes to credentials, so that an attacker's change is noticed. */
export async function sendSecurityNotice(
  db: Db,
  origin: string,
  to: string,
  what: string,
  more: readonly string[] = [],
): Promise<void> {
  await queueMail(db, {
    kind: 'security-notice',
    secrets: [],
    to,
    subject: what,
    ...mail({
      title: what,
      paragraphs: [
        'This change was just made to your account.',
        ...more,
        "If this wasn't you, choose a new password now and contact us.",
      ],
      button: { label: 'Choose a new password', url: `${origin}/auth/forgot-password` },
    }),
  });
}
