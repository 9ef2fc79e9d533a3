import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { issueMailToken } from './mail-links.ts';

// Fixed text only: anyone can have these mails sent to any address, so they contain no form input.

type Person = { id: number; email: string };

const confirmation = (url: string) =>
  mailMessage('confirm-email', {
    title: t('Confirm your e-mail address'),
    paragraphs: [
      t('Hello,'),
      t('Please confirm that this address belongs to you, then log in. The link works once and expires after one day.'),
      t("If you didn't create an account, you can ignore this e-mail."),
    ],
    button: { label: t('Confirm this address'), url },
  });

export async function sendConfirmation(db: Db, origin: string, person: Person): Promise<void> {
  if (!(await isWithinMailLimit(db, 'confirm-email', person.email))) return;
  const token = await issueMailToken(db, 'confirm-email', person);
  const message = () => confirmation(`${pagesOf(origin)}/auth/confirm-email/${token}`);
  await queueMail(db, { to: person.email, secrets: [token], message });
}

/** Anyone can request a password reset, so these mails are rate limited. */
export async function sendRequestedReset(db: Db, origin: string, person: Person): Promise<void> {
  if (await isWithinMailLimit(db, 'reset-password', person.email)) await sendReset(db, origin, person);
}

const passwordReset = (url: string) =>
  mailMessage('reset-password', {
    title: t('Choose a new password'),
    paragraphs: [
      t('Hello,'),
      t('Someone requested a new password for this account. The link works once and expires after one hour.'),
      t("If it wasn't you, you can ignore this e-mail: your password stays the same."),
    ],
    button: { label: t('Choose a new password'), url },
  });

export async function sendReset(db: Db, origin: string, person: Person): Promise<void> {
  const token = await issueMailToken(db, 'reset-password', person);
  const message = () => passwordReset(`${pagesOf(origin)}/auth/reset-password/${token}`);
  await queueMail(db, { to: person.email, secrets: [token], message });
}

const accountExists = (origin: string) =>
  mailMessage('account-exists', {
    title: t('You already have an account'),
    paragraphs: [
      t('Hello,'),
      t('Someone tried to create an account with this address, but you already have one. Nothing has changed.'),
      t(
        'If it was you, log in: {url}. If you forgot your password, or never opened our first e-mail, choose a new password.',
        { url: `${pagesOf(origin)}/auth/login` },
      ),
      t("If it wasn't you, you can ignore this e-mail."),
    ],
    button: { label: t('Choose a new password'), url: `${pagesOf(origin)}/auth/forgot-password` },
  });

/** Sent to the owner of an address when someone registers with it again. */
export async function sendAccountExists(db: Db, origin: string, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'account-exists', email))) return;
  await queueMail(db, { to: email, secrets: [], message: () => accountExists(origin) });
}

const securityNotice = (origin: string, what: string, more: readonly string[]) =>
  mailMessage('security-notice', {
    title: what,
    paragraphs: [
      t('This change was just made to your account.'),
      ...more,
      t("If this wasn't you, choose a new password now and contact us."),
    ],
    button: { label: t('Choose a new password'), url: `${pagesOf(origin)}/auth/forgot-password` },
    page: '/profile/security',
  });

/** Notifies the owner of changes to credentials, so that an attacker's change is noticed. `what` is a marked text. */
export async function sendSecurityNotice(
  db: Db,
  origin: string,
  to: string,
  what: string,
  more: () => readonly string[] = () => [],
): Promise<void> {
  await queueMail(db, { to, secrets: [], message: () => securityNotice(origin, t(what), more()) });
}

export const loginMailSamples: MailSamples<'confirm-email' | 'reset-password' | 'account-exists' | 'security-notice'> =
  {
    'confirm-email': (origin) => confirmation(`${pagesOf(origin)}/auth/confirm-email/sample`),
    'reset-password': (origin) => passwordReset(`${pagesOf(origin)}/auth/reset-password/sample`),
    'account-exists': accountExists,
    'security-notice': (origin) => securityNotice(origin, t('Your password was changed'), []),
  };
