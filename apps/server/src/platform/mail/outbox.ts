import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { mailChannel } from './queue.ts';
import { unmask } from './secrets.ts';

export type QueuedMail = {
  id: number;
  kind: string;
  to_address: string;
  shown_to: string | null;
  shown_cc: string[];
  subject: string;
  text_body: string;
  html_body: string;
  unsubscribe_url: string | null;
  attachment: string | null;
  /** The record that answers belong to, such as 'ticket:17'. */
  reply_about: string | null;
  created_at: Date;
  attempts: number;
};

/** Longer than any attempt may take: until then no other sender touches the mail. */
const leaseS = 300;

/** Takes the next mail, bulk mail last, and marks the one sent before it. */
export async function claimMail(db: Db, sent: QueuedMail | null): Promise<QueuedMail | undefined> {
  const { rows } = await sql<QueuedMail & { secrets: unknown }>`
    select m.id, m.kind, m.to_address, m.shown_to, m.shown_cc, m.subject, coalesce(b.text_body, m.text_body) as text_body,
      coalesce(b.html_body, m.html_body) as html_body, m.unsubscribe_url, m.attachment, m.reply_about, m.created_at, m.attempts, m.secrets
    from claim_mail(make_interval(secs => ${leaseS}), ${sent?.id ?? null}, ${sent?.attempts ?? null}) m
      left join mail_bodies b on b.id = m.body_id`.execute(db);
  return rows[0] && unmask(rows[0]);
}

/**
 * Bulk mail that was being sent when its process died may have arrived, so it is not sent again. Everything else is:
 * a second password mail is better than none.
 */
export async function failInterrupted(db: Db): Promise<void> {
  await sql`
    update mail_outbox set state = 'failed', sending = false,
      last_error = 'The server stopped while this mail was being sent. It may have arrived, so it was not sent again.'
    where state = 'queued' and bulk and sending and next_attempt_at <= clock_timestamp()`.execute(db);
}

export async function markSent(db: Db, mail: QueuedMail): Promise<void> {
  await sql`select mark_mail_sent(${mail.id}, ${mail.attempts})`.execute(db);
}

type Failure = {
  readonly reason: string;
  /** Undefined: no further attempt. */
  readonly pauseS: number | undefined;
  /** The receiving server knows no such address. */
  readonly refused: boolean;
};

export async function markFailed(db: Db, mail: QueuedMail, { reason, pauseS, refused }: Failure): Promise<void> {
  await sql`
    update mail_outbox set sending = false, refused = ${refused}, last_error = ${reason.slice(0, 500)}, state = ${pauseS === undefined ? 'failed' : 'queued'},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${pauseS ?? 0})
    where id = ${mail.id} and attempts = ${mail.attempts} and state = 'queued'`.execute(db);
}

export async function markQueuedUnsent(db: Db): Promise<void> {
  await sql`update mail_outbox set state = 'kept' where state = 'queued'`.execute(db);
}

/** Requeues a failed or unsent mail, starting from the first attempt. */
export async function queueAgain(db: Db, id: number): Promise<void> {
  await sql`
    update mail_outbox set state = 'queued', attempts = 0, sending = false, refused = false, next_attempt_at = clock_timestamp(), last_error = null
    where id = ${id}`.execute(db);
  await sql`select pg_notify(${mailChannel}, '')`.execute(db);
}
