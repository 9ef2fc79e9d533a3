import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { withLanguage } from '../texts.ts';
import type { ReplyKind } from './inbound/reply-address.ts';
import { type MailContent, mail } from './layout.ts';
import { mailLanguage } from './mail-language.ts';
import { insertNotification, type MailNotification, notificationOf, notificationToStore } from './notification.ts';
import { maskSecrets } from './secrets.ts';

/** A mail as it is written, without its recipient. */
export type MailMessage = {
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the notification centre shows of it; null if nothing, whatever its kind. */
  readonly notification: MailNotification | null;
};

type Written = MailContent & {
  readonly subject?: string;
  /**
   * The page of the site that shows the same to the person after a login, for their notification. Given where the button
   * is a secret link or leads to another site; null if there is none.
   */
  readonly page?: string | null;
};

/** Renders a mail. Its subject is its title unless given. A pure function, so that samples of every kind can be shown. */
export const mailMessage = (kind: MailKind, { subject, page, ...content }: Written): MailMessage => ({
  kind,
  subject: subject ?? content.title,
  ...mail(content),
  notification: notificationOf(content, page),
});

type Envelope = {
  readonly to: string;
  /** The recipients that the headers name, of a mail of which several people get a copy each. */
  readonly shown?: { readonly to: string; readonly cc: readonly string[] };
  readonly unsubscribeUrl?: string;
  /**
   * Every secret token and code in this mail; the outbox stores masks in their place. Required, so that a new
   * kind of mail cannot forget it.
   */
  readonly secrets: readonly string[];
  /** What the sender attaches, such as 'statement:17'; see `mailAttachments` in `areas.ts`. */
  readonly attachment?: string;
  /** The record that answers belong to, such as 'ticket:17'; the sender adds its reply address. */
  readonly replyAbout?: `${ReplyKind}:${number}`;
  /**
   * The user whose record the mail is about: only this account is notified. Null if the record has no user, such as the
   * order of a guest. If missing, the account with the confirmed address of the recipient is notified.
   */
  readonly owner?: number | null;
};
/** A message is rendered in the language of its recipient. Without it, the text is already written: by staff, for staff. */
type Rendered = { readonly message: () => MailMessage; readonly toOther?: true };
export type OutgoingMail = Envelope & (MailMessage | Rendered);

/** Notified at the commit of each transaction that queued a mail; the senders listen. */
export const mailChannel = 'tuneport_mail';

const written = async (tx: Db, mail: OutgoingMail): Promise<MailMessage> =>
  'message' in mail ? withLanguage(await mailLanguage(tx, mail.to, mail.toOther === true), mail.message) : mail;

/**
 * Puts a mail into the outbox and into the notification centre of its account, in the caller's transaction: it is sent if
 * and only if that commits. Returns its id.
 */
export async function queueMail(tx: Db, mail: OutgoingMail): Promise<number> {
  const message = await written(tx, mail);
  const subject = oneLine(message.subject);
  const notification = notificationToStore({ ...message, subject }, mail.secrets);
  const { parts, secrets } = maskSecrets(
    {
      subject,
      text_body: message.text,
      html_body: message.html,
      unsubscribe_url: mail.unsubscribeUrl === undefined ? null : new URL(mail.unsubscribeUrl).href,
    },
    mail.secrets,
  );
  const row = {
    ...parts,
    kind: message.kind,
    to_address: oneAddress(mail.to),
    ...(mail.shown ? { shown_to: oneAddress(mail.shown.to), shown_cc: mail.shown.cc.map(oneAddress) } : {}),
    attachment: mail.attachment ?? null,
    reply_about: mail.replyAbout ?? null,
    secrets: Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets),
  };
  const queued = tx.with('written', (query) =>
    query.insertInto('mail_outbox').values(row).returning(['id', 'created_at']),
  );
  const at = sql`(select created_at from written)`;
  const both = notification
    ? queued.with('notified', () => sql<{ id: number }>`(${insertNotification(mail, notification, at)})`)
    : queued;
  const { id } = await both
    .selectFrom('written')
    .select(['id', sql`pg_notify(${mailChannel}, '')`.as('notified')])
    .executeTakeFirstOrThrow();
  return id;
}

/** The notification without the mail, which the recipient switched off. */
export async function queueNotification(tx: Db, mail: OutgoingMail): Promise<void> {
  const message = await written(tx, mail);
  const notification = notificationToStore({ ...message, subject: oneLine(message.subject) }, mail.secrets);
  if (notification) await insertNotification(mail, notification, sql`now()`).execute(tx);
}

/** A subject often contains user input; a line break in it would start another header. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Exactly one address: no list, no display name, no line break. */
export function oneAddress(text: string): string {
  if (text.length <= 254 && /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u.test(text)) return text;
  throw new Error('A mail needs exactly one plain address.');
}
