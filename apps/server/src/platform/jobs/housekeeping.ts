import { dayMs } from '@tuneport/domain/units/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { clearFormFolders } from '../files/form-folders.ts';
import { sweepFiles } from '../files/sweep.ts';
import { defineJob, type Schedule, SchedulePeriod } from './define.ts';

/** Statements that delete expired rows, by the name of their count in the log. */
export type Removals = Readonly<Record<string, RawBuilder<unknown>>>;

const ofPlatform: Removals = {
  idempotency_keys: sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`,
  guess_limits: sql`delete from guess_limits where expires_at < now()`,
  rate_limits: sql`delete from rate_limits where expires_at < now()`,
  job_periods: sql`
    delete from job_periods done where period < now() - interval '400 days'
    and exists (select from job_periods later where later.schedule = done.schedule and later.period > done.period and later.period <= now())`,
  mail_secrets: sql`
    update mail_outbox set secrets = null, erased_at = now()
    where secrets is not null and state <> 'queued' and created_at < now() - interval '1 day'`,
  old_mail: sql`delete from mail_outbox where state <> 'queued' and created_at < now() - interval '180 days'`,
  inbound_mails: sql`delete from inbound_mails where received_at < now() - interval '180 days'`,
  mail_languages: sql`delete from mail_languages where set_at < now() - interval '2 years'`,
};
let ofAreas: Removals = {};

/** Each area says which of its rows expire. */
export function registerRemovals(removals: Removals): void {
  ofAreas = removals;
}

/** Deletes expired rows. They are harmless until then, because all readers of these tables check the times as well. */
async function removeExpired(db: Db): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [what, statement] of Object.entries({ ...ofPlatform, ...ofAreas })) {
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
    const forms = await clearFormFolders(dayMs);
    log.info({ swept: { ...(await sweepFiles(db, platform.files, log, now)), forms } }, 'Deleted orphaned files');
  },
});

export const housekeepingJobs = [removeExpiredJob, sweepFilesJob];

export const housekeepingSchedules: readonly Schedule[] = [
  { job: removeExpiredJob, cron: '7,37 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: sweepFilesJob, cron: '20 3 * * *', timeZone: 'UTC', missed: 'latest' },
];
