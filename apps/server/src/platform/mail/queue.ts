import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { withLanguage } from '../texts.ts';
import type { ReplyKind } from './inbound/reply-address.ts';
import { type MailContent, mail } from './layout.ts';
import { mailLanguage } from './mail-language.ts';
import { maskSecrets } from './secrets.ts';

/** A mail as it is written, without its recipient. */
export type MailMessage = {
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Renders a mail. Its subject is its title unless given. A pure function, so that samples of every kind can be shown. */
export const mailMessage = (
  kind: MailKind,
  { subject, ...content }: MailContent & { subject?: string },
): MailMessage => ({
  kind,
  subject: subject ?? content.title,
  ...mail(content),
});

type Envelope = {
  readonly to: string;
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
};
/** A message is rendered in the language of its recipient. Without it, the text is already written: by staff, for staff. */
type Rendered = { readonly message: () => MailMessage; readonly toOther?: true };
export type OutgoingMail = Envelope & (MailMessage | Rendered);

/** Notified at the commit of each transaction that queued a mail; the senders listen. */
export const mailChannel = 'tuneport_mail';

const written = async (tx: Db, mail: OutgoingMail): Promise<MailMessage> =>
  'message' in mail ? withLanguage(await mailLanguage(tx, mail.to, mail.toOther === true), mail.message) : mail;

/** Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits. Returns its id. */
export async function queueMail(tx: Db, mail: OutgoingMail): Promise<number> {
  const message = await written(tx, mail);
  const { parts, secrets } = maskSecrets(
    {
      subject: oneLine(message.subject),
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
    attachment: mail.attachment ?? null,
    reply_about: mail.replyAbout ?? null,
    secrets: Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets),
  };
  const { id } = await tx
    .with('written', (query) => query.insertInto('mail_outbox').values(row).returning('id'))
    .selectFrom('written')
    .select(['id', sql`pg_notify(${mailChannel}, '')`.as('notified')])
    .executeTakeFirstOrThrow();
  return id;
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
