import {
  type DeletionBlocker,
  deletionBlockerText,
  deletionGraceDays,
} from '@tuneport/domain/identity/account-deletion';
import { dataExportDays } from '@tuneport/domain/identity/data-export-states';
import type { Language } from '@tuneport/domain/text/languages';
import { t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../platform/db/db.ts';
import { dayLabel } from '../../platform/mail/dates.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';
import { withLanguage } from '../../platform/texts.ts';

type Person = { readonly email: string; readonly confirmed: boolean };

/** An unconfirmed address may belong to someone else. */
async function send(db: Db, { email, confirmed }: Person, message: () => MailMessage): Promise<void> {
  if (confirmed) await queueMail(db, { to: email, secrets: [], message });
}

const exportReady = (origin: string) =>
  mailMessage('data-export', {
    title: t('Your data is ready to download'),
    paragraphs: [
      t('The copy of your data that you requested is ready. Log in to download it within {days} days.', {
        days: dataExportDays,
      }),
      t("If you didn't request it, someone else has access to your account. Change your password now."),
    ],
    button: { label: t('Go to your data'), url: `${pagesOf(origin)}/profile/data` },
  });

export const sendExportReady = (db: Db, origin: string, person: Person) => send(db, person, () => exportReady(origin));

const exportFailed = (origin: string) =>
  mailMessage('data-export', {
    title: t('Your data could not be prepared'),
    paragraphs: [t('The copy of your data that you requested could not be prepared. Please request it again.')],
    button: { label: t('Go to your data'), url: `${pagesOf(origin)}/profile/data` },
  });

export const sendExportFailed = (db: Db, origin: string, person: Person) =>
  send(db, person, () => exportFailed(origin));

const deletionRequested = (origin: string, due: Date) =>
  mailMessage('account-deletion', {
    title: t('Your account will be deleted'),
    paragraphs: [
      t(
        'You asked us to delete your account. It will be deleted on {date}, together with your files, cars and addresses.',
        { date: dayLabel(due) },
      ),
      t("Until then you can log in and cancel. If it wasn't you, cancel now and change your password."),
    ],
    button: { label: t('Cancel the deletion'), url: `${pagesOf(origin)}/profile/data` },
  });

export const sendDeletionRequested = (db: Db, origin: string, person: Person, due: Date) =>
  send(db, person, () => deletionRequested(origin, due));

const deletionCancelled = (origin: string) =>
  mailMessage('account-deletion', {
    title: t('Your account will not be deleted'),
    paragraphs: [t('The deletion of your account was cancelled. Nothing was removed.')],
    button: { label: t('Go to your account'), url: `${pagesOf(origin)}/profile` },
  });

export const sendDeletionCancelled = (db: Db, origin: string, person: Person) =>
  send(db, person, () => deletionCancelled(origin));

const deletionStopped = (origin: string, blockers: readonly DeletionBlocker[]) =>
  mailMessage('account-deletion', {
    title: t('Your account could not be deleted'),
    paragraphs: [
      t('Your account was due to be deleted, but something is still open. Nothing was removed.'),
      ...blockers.map(deletionBlockerText),
      t('Request the deletion again when this is settled.'),
    ],
    button: { label: t('Go to your data'), url: `${pagesOf(origin)}/profile/data` },
  });

export const sendDeletionStopped = (db: Db, origin: string, person: Person, blockers: readonly DeletionBlocker[]) =>
  send(db, person, () => deletionStopped(origin, blockers));

const deletionDone = () =>
  mailMessage('account-deletion', {
    title: t('Your account was deleted'),
    paragraphs: [
      t(
        'Your account and your personal data were deleted. We keep invoices and accounting records for as long as the law requires.',
      ),
      t('This is the last e-mail about this account.'),
    ],
  });

/** The profile and its language are already deleted. */
export async function sendDeletionDone(db: Db, { email, confirmed }: Person, language: Language): Promise<void> {
  if (confirmed) await queueMail(db, { to: email, secrets: [], ...withLanguage(language, deletionDone) });
}

export const accountMailSamples: MailSamples<'data-export' | 'account-deletion'> = {
  'data-export': exportReady,
  'account-deletion': (origin) =>
    deletionRequested(origin, new Date(Date.UTC(2026, 0, 15) + deletionGraceDays * dayMs)),
};
