import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { issueMailToken } from '../login/mail-links.ts';
import type { UserRow } from '../queries.ts';

// These mails contain no text typed by a user, because the address may belong to someone else.

export async function sendEmailChangeLink(db: Db, origin: string, userId: number, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'change-email', email))) return;
  const token = await issueMailToken(db, 'change-email', { id: userId, email });
  await queueMail(db, {
    kind: 'change-email',
    secrets: [token],
    to: email,
    subject: 'Confirm your new e-mail address',
    ...mail({
      title: 'Confirm your new e-mail address',
      paragraphs: [
        'This address was entered as the new e-mail address of a Tuneport account. It replaces the old one when you confirm it.',
        'The link works once and expires after one day. Confirming logs the account out on all other devices.',
        "If you don't have a Tuneport account or didn't request this, don't open the link. Nothing will change.",
      ],
      button: { label: 'Confirm the new address', url: `${origin}/auth/confirm-email/${token}` },
    }),
  });
}

/** Sent instead of a link when the address belongs to another account: the requester gets the same response either way. */
export async function sendAddressInUse(db: Db, origin: string, email: string): Promise<void> {
  if (!(await isWithinMailLimit(db, 'change-email', email))) return;
  await queueMail(db, {
    kind: 'address-in-use',
    secrets: [],
    to: email,
    subject: 'Your e-mail address is already in use',
    ...mail({
      title: 'Your e-mail address is already in use',
      paragraphs: [
        'This address was entered as the new e-mail address of another Tuneport account. That is not possible, because you already have an account with it.',
        "If that was you, log in to the account with this address instead. If it wasn't, you can ignore this e-mail: nothing has changed.",
      ],
      button: { label: 'Log in', url: `${origin}/auth/login` },
    }),
  });
}

type Change = { user: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>; to: string; byStaff: boolean };

export async function sendEmailChangeRequested(db: Db, origin: string, change: Change): Promise<void> {
  const by = change.byStaff ? 'Our support team' : 'Someone who is logged in to your account';
  await sendToOldAddress(db, origin, change.user, 'Your e-mail address is about to change', [
    `${by} requested to change the e-mail address of your Tuneport account to ${masked(change.to)}.`,
    'Your current address stays active until the new one is confirmed.',
  ]);
}

export async function sendEmailChanged(db: Db, origin: string, change: Omit<Change, 'byStaff'>): Promise<void> {
  await sendToOldAddress(db, origin, change.user, 'Your e-mail address was changed', [
    `The e-mail address of your Tuneport account was changed to ${masked(change.to)}. You can no longer log in with this address.`,
  ]);
}

/** Only a confirmed address gets the recovery link; an unconfirmed one may never have been the owner's. */
async function sendToOldAddress(
  db: Db,
  origin: string,
  user: Change['user'],
  title: string,
  paragraphs: readonly string[],
): Promise<void> {
  const token =
    user.email_confirmed_at === null
      ? null
      : await issueMailToken(db, 'secure-account', { id: user.id, email: user.email });
  const react = token
    ? "If this wasn't you, secure your account now: this keeps or restores your address, logs out every device and lets you set a new password. The link works for 7 days."
    : "If this wasn't you, contact us.";
  await queueMail(db, {
    kind: 'email-change-notice',
    secrets: token === null ? [] : [token],
    to: user.email,
    subject: title,
    ...mail({
      title,
      paragraphs: [...paragraphs, react],
      button: token
        ? { label: 'Secure my account', url: `${origin}/auth/secure-account/${token}` }
        : { label: 'Contact us', url: `${origin}/contact-us` },
    }),
  });
}

/** Enough to recognise one's own address, but not to reveal someone else's. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
