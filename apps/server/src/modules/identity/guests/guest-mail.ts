import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { isWithinRateLimit } from '../../../platform/rate-limit.ts';
import { type Guest, hasAccount, hasBought, issueGuestLink } from './guest-queries.ts';

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

/**
 * Mails a guest, with a link of its own. False if there were too many mails: those to guests who bought something are
 * counted per guest, so that a stranger who enters the same address cannot use them up.
 */
export async function mailGuest(
  db: Db,
  origin: string,
  guest: Guest,
  message: (url: string, isKnown: boolean) => MailMessage,
): Promise<boolean> {
  const isWithinLimit = (await hasBought(db, guest.id))
    ? isWithinRateLimit(db, `mail guest ${guest.id}`, toBuyer)
    : isWithinMailLimit(db, 'guest', guest.email);
  if (!(await isWithinLimit)) return false;
  const isKnown = await hasAccount(db, guest.email);
  const { token, path } = await issueGuestLink(db, guest.id);
  await queueMail(db, {
    to: guest.email,
    secrets: [token],
    // A guest has no account; the account with this address is asked to add the request first.
    owner: null,
    message: () => message(`${pagesOf(origin)}${path}`, isKnown),
  });
  return true;
}

const toBuyer = { max: 30, windowS: 24 * 3600 };

export const sendGuestLink = (db: Db, origin: string, guest: Guest): Promise<boolean> =>
  mailGuest(db, origin, guest, linkMessage);

const fileMessage = (url: string, isKnown: boolean, number: string) =>
  mailMessage('guest-link', {
    subject: t('Send us your car’s file for {number}', { number }),
    title: t('Send us your car’s file'),
    paragraphs: [
      t('Hello,'),
      t('Your tunes {number} are paid. Open the link on the device that has the file of your car, and send it to us.', {
        number,
      }),
      isKnown
        ? t('This address already has an account. Open the link and log in to add the purchase to it.')
        : t('You need no account, and you can create one there. The link works for 30 days and can be renewed.'),
      t("If you didn't buy tunes from us, you can ignore this e-mail."),
    ],
    button: { label: t('Send your file'), url },
  });

/** For a guest who paid before sending a file. */
export const sendGuestFileLink = (db: Db, origin: string, guest: Guest, number: string): Promise<boolean> =>
  mailGuest(db, origin, guest, (url, isKnown) => fileMessage(url, isKnown, number));

export const guestMailSamples: MailSamples<'guest-link'> = {
  'guest-link': (origin) => linkMessage(`${pagesOf(origin)}/tuning/guest/1041/sample`, false),
};
