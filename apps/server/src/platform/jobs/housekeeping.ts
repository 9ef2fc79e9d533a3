import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { clearFormFolders } from '../files/form-folders.ts';
import { sweepFiles } from '../files/sweep.ts';
import { defineJob, type Schedule, SchedulePeriod } from './define.ts';

/** Deletes expired rows. They are harmless until then, because all readers of these tables check the times as well. */
async function removeExpired(db: Db): Promise<Record<string, number>> {
  const removals = {
    sessions: sql`delete from sessions where expires_at < now()`,
    mail_tokens: sql`delete from mail_tokens where expires_at < now() - interval '1 day' or used_at < now() - interval '1 day'`,
    webauthn_challenges: sql`delete from webauthn_challenges where expires_at < now()`,
    idempotency_keys: sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`,
    guess_limits: sql`delete from guess_limits where expires_at < now()`,
    security_events: sql`
      delete from audit_log where act collate "C" in ('identity.log-in', 'identity.fail-login', 'identity.refuse-access')
      and at < now() - interval '181 days'`,
    rate_limits: sql`delete from rate_limits where expires_at < now()`,
    catalog_estimates: sql`delete from catalog_estimates where expires_at < now() - interval '7 days'`,
    job_periods: sql`
      delete from job_periods done where period < now() - interval '400 days'
      and exists (select from job_periods later where later.schedule = done.schedule and later.period > done.period and later.period <= now())`,
    mail_secrets: sql`
      update mail_outbox set secrets = null, erased_at = now()
      where secrets is not null and state <> 'queued' and created_at < now() - interval '1 day'`,
    old_mail: sql`delete from mail_outbox where state <> 'queued' and created_at < now() - interval '180 days'`,
    client_errors: sql`delete from client_errors where at < now() - interval '90 days'`,
    inbound_mails: sql`delete from inbound_mails where received_at < now() - interval '180 days'`,
    mail_languages: sql`delete from mail_languages where set_at < now() - interval '2 years'`,
    unused_mail_bodies: sql`delete from mail_bodies b where b.created_at < now() - interval '180 days'
      and not exists (select from mail_outbox m where m.body_id = b.id)
      and not exists (select from newsletters n where n.body_id = b.id)`,
  };
  const removed: Record<string, number> = {};
  for (const [what, statement] of Object.entries(removals)) {
    removed[what] = Number((await statement.execute(db)).numAffectedRows ?? 0n);
  }
  return removed;
}

export const removeExpiredJob = defineJob({
  name: 'platform.remove-expired',
  schema: SchedulePeriod,
  async run({ db, log }) {
    log.info({ removed: await removeExpired(db) }, 'Deleted expired rows');
  },
});

const sweepFilesJob = defineJob({
  name: 'files.sweep',
  schema: SchedulePeriod,
  // Each removal has its own transaction, and sweeping is idempotent.
  transaction: 'none',
  timeoutS: 3_600,
  async run({ db, platform, log, now }) {
    const forms = await clearFormFolders(new Date(now.getTime() - dayMs));
    log.info({ swept: { ...(await sweepFiles(db, platform.files, log, now)), forms } }, 'Deleted orphaned files');
  },
});

export const housekeepingJobs = [removeExpiredJob, sweepFilesJob];

export const housekeepingSchedules: readonly Schedule[] = [
  { job: removeExpiredJob, cron: '7,37 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: sweepFilesJob, cron: '20 3 * * *', timeZone: 'UTC', missed: 'latest' },
];
