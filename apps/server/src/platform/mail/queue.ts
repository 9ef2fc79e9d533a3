import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { maskSecrets } from './secrets.ts';

export type OutgoingMail = {
  /** The kind of mail, for the list in the back office: `reset-password`. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string;
  /**
   * Every secret token and code in this mail; the outbox stores masks in their place. Required, so that a new
   * kind of mail cannot forget it.
   */
  readonly secrets: readonly string[];
};

/** Notified at the commit of each transaction that queued a mail; the senders listen. */
export const mailChannel = 'tuneport_mail';

/** Puts a mail into the outbox, in the caller's transaction: it is sent if and only if that commits. Returns its id. */
export async function queueMail(tx: Db, mail: OutgoingMail): Promise<number> {
  const { parts, secrets } = maskSecrets(
    {
      subject: oneLine(mail.subject),
      text_body: mail.text,
      html_body: mail.html,
      unsubscribe_url: mail.unsubscribeUrl === undefined ? null : new URL(mail.unsubscribeUrl).href,
    },
    mail.secrets,
  );
  const row = {
    ...parts,
    kind: mail.kind,
    to_address: oneAddress(mail.to),
    secrets: Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets),
  };
  const { id } = await tx
    .with('written', (query) => query.insertInto('mail_outbox').values(row).returning('id'))
    .selectFrom('written')
    .select(['id', sql`pg_notify(${mailChannel}, '')`.as('told')])
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
function oneAddress(text: string): string {
  if (text.length <= 254 && /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u.test(text)) return text;
  throw new Error('A mail needs exactly one plain address.');
}
