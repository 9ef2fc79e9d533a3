import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { issueMailToken } from '../login/mail-links.ts';
import type { UserRow } from '../queries.ts';

// These mails contain no text typed by a user, because the address may belong to someone else.

const changeLink = (url: string) =>
  mailMessage('change-email', {
    title: t('Confirm your new e-mail address'),
    paragraphs: [
      t(
        'This address was entered as the new e-mail address of a Tuneport account. It replaces the old one when you confirm it.',
      ),
      t('The link works once and expires after one day. Confirming logs the account out on all other devices.'),
      t("If you don't have a Tuneport account or didn't request this, don't open the link. Nothing will change."),
    ],
    button: { label: t('Confirm the new address'), url },
  });

export async function sendEmailChangeLink(db: Db, origin: string, userId: number, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'change-email', email))) return;
  const token = await issueMailToken(db, 'change-email', { id: userId, email });
  await queueMail(db, {
    to: email,
    secrets: [token],
    message: () => changeLink(`${pagesOf(origin)}/auth/confirm-email/${token}`),
  });
}

const addressInUse = (origin: string) =>
  mailMessage('address-in-use', {
    title: t('Your e-mail address is already in use'),
    paragraphs: [
      t(
        'This address was entered as the new e-mail address of another Tuneport account. That is not possible, because you already have an account with it.',
      ),
      t(
        "If that was you, log in to the account with this address instead. If it wasn't, you can ignore this e-mail: nothing has changed.",
      ),
    ],
    button: { label: t('Log in'), url: `${pagesOf(origin)}/auth/login` },
  });

/** Sent instead of a link when the address belongs to another account: the requester gets the same response either way. */
export async function sendAddressInUse(db: Db, origin: string, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'change-email', email))) return;
  await queueMail(db, { to: email, secrets: [], message: () => addressInUse(origin), toOther: true });
}

type Change = { user: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>; to: string; byStaff: boolean };

export async function sendEmailChangeRequested(db: Db, origin: string, change: Change): Promise<void> {
  await sendToOldAddress(db, origin, change.user, () => [
    t('Your e-mail address is about to change'),
    ...requested(change),
  ]);
}

const requested = ({ to, byStaff }: Pick<Change, 'to' | 'byStaff'>) => [
  byStaff
    ? t('Our support team requested to change the e-mail address of your Tuneport account to {address}.', {
        address: masked(to),
      })
    : t(
        'Someone who is logged in to your account requested to change the e-mail address of your Tuneport account to {address}.',
        { address: masked(to) },
      ),
  t('Your current address stays active until the new one is confirmed.'),
];

export async function sendEmailChanged(db: Db, origin: string, change: Omit<Change, 'byStaff'>): Promise<void> {
  await sendToOldAddress(db, origin, change.user, () => [
    t('Your e-mail address was changed'),
    t(
      'The e-mail address of your Tuneport account was changed to {address}. You can no longer log in with this address.',
      {
        address: masked(change.to),
      },
    ),
  ]);
}

/** Only a confirmed address gets the recovery link; an unconfirmed one may never have been the owner's. */
async function sendToOldAddress(
  db: Db,
  origin: string,
  user: Change['user'],
  texts: () => readonly string[],
): Promise<void> {
  const token =
    user.email_confirmed_at === null
      ? null
      : await issueMailToken(db, 'secure-account', { id: user.id, email: user.email });
  const secrets = token === null ? [] : [token];
  await queueMail(db, { to: user.email, secrets, message: () => changeNotice(origin, texts(), token) });
}

/** The first text is the title. */
const changeNotice = (origin: string, [title = '', ...paragraphs]: readonly string[], token: string | null) =>
  mailMessage('email-change-notice', {
    title,
    paragraphs: [
      ...paragraphs,
      token
        ? t(
            "If this wasn't you, secure your account now: this keeps or restores your address, logs out every device and lets you set a new password. The link works for 7 days.",
          )
        : t("If this wasn't you, contact us."),
    ],
    button: token
      ? { label: t('Secure my account'), url: `${pagesOf(origin)}/auth/secure-account/${token}` }
      : { label: t('Contact us'), url: `${pagesOf(origin)}/contact-us` },
  });

/** Enough to recognise one's own address, but not to reveal someone else's. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

export const emailChangeMailSamples: MailSamples<'change-email' | 'address-in-use' | 'email-change-notice'> = {
  'change-email': (origin) => changeLink(`${pagesOf(origin)}/auth/confirm-email/sample`),
  'address-in-use': addressInUse,
  'email-change-notice': (origin) =>
    changeNotice(
      origin,
      [t('Your e-mail address is about to change'), ...requested({ to: 'robin@example.test', byStaff: false })],
      'sample',
    ),
};
