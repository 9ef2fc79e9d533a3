import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { type Guest, hasAccount, issueGuestLink } from './guest-queries.ts';

// Anyone can enter any address, so these mails have fixed text only.

/** What the owner of the address can do with the link. */
export const guestAdvice = (isKnown: boolean): string =>
  isKnown
    ? t('This address already has an account. Open the link and log in to add the request to it.')
    : t('The link opens your request without an account, and you can create one there. It works for 30 days.');

const notYou = () => t("If you didn't send us a file, you can ignore this e-mail.");

const linkMessage = (url: string, isKnown: boolean) =>
  mailMessage('guest-link', {
    title: t('Your tune requests'),
    paragraphs: [t('Hello,'), guestAdvice(isKnown), notYou()],
    button: { label: isKnown ? t('Log in to continue') : t('Open my requests'), url },
  });

/** Mails a guest, with a link of its own, unless the address got too many mails. */
export async function mailGuest(
  db: Db,
  origin: string,
  guest: Guest,
  message: (url: string, isKnown: boolean) => MailMessage,
): Promise<void> {
  if (!(await isWithinMailLimit(db, 'guest', guest.email))) return;
  const isKnown = await hasAccount(db, guest.email);
  const { token, path } = await issueGuestLink(db, guest.id);
  await queueMail(db, {
    to: guest.email,
    secrets: [token],
    message: () => message(`${pagesOf(origin)}${path}`, isKnown),
  });
}

export const sendGuestLink = (db: Db, origin: string, guest: Guest): Promise<void> =>
  mailGuest(db, origin, guest, linkMessage);

export const guestMailSamples: MailSamples<'guest-link'> = {
  'guest-link': (origin) => linkMessage(`${pagesOf(origin)}/tuning/guest/1041/sample`, false),
};
