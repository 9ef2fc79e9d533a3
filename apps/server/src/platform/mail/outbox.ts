import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { mailChannel } from './queue.ts';
import { unmask } from './secrets.ts';

export type QueuedMail = {
  id: number;
  kind: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string;
  unsubscribe_url: string | null;
  created_at: Date;
  attempts: number;
};

/** Longer than any attempt may take: until then no other sender touches the mail. */
const leaseS = 300;

export async function claimMail(db: Db): Promise<QueuedMail | undefined> {
  const { rows } = await sql<QueuedMail & { secrets: unknown }>`
    update mail_outbox set attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseS})
    where id = (
      select id from mail_outbox where state = 'queued' and next_attempt_at <= clock_timestamp()
      order by next_attempt_at, id limit 1 for update skip locked
    )
    returning id, kind, to_address, subject, text_body, html_body, unsubscribe_url, created_at, attempts, secrets`.execute(
    db,
  );
  return rows[0] && unmask(rows[0]);
}

/** Only under the claim it was sent with: a sender that was considered dead has no effect. */
export async function markSent(db: Db, mail: QueuedMail): Promise<void> {
  await sql`
    update mail_outbox set state = 'sent', sent_at = clock_timestamp(), last_error = null,
      secrets = null, erased_at = case when secrets is not null then clock_timestamp() end
    where id = ${mail.id} and attempts = ${mail.attempts} and state = 'queued'`.execute(db);
}

export async function markFailed(db: Db, mail: QueuedMail, reason: string, pauseS: number | undefined): Promise<void> {
  await sql`
    update mail_outbox set last_error = ${reason.slice(0, 500)}, state = ${pauseS === undefined ? 'failed' : 'queued'},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${pauseS ?? 0})
    where id = ${mail.id} and attempts = ${mail.attempts} and state = 'queued'`.execute(db);
}

export async function keepAllQueued(db: Db): Promise<void> {
  await sql`update mail_outbox set state = 'kept' where state = 'queued'`.execute(db);
}

/** Requeues a failed or unsent mail, starting from the first attempt. */
export async function queueAgain(db: Db, id: number): Promise<void> {
  await sql`
    update mail_outbox set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), last_error = null
    where id = ${id}`.execute(db);
  await sql`select pg_notify(${mailChannel}, '')`.execute(db);
}
