import { dealRestoreDays } from '@tuneport/domain/leads/deal-states';
import { sql } from 'kysely';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { checkContactsJob, importContactsJob } from '../imports/import-jobs.ts';
import { findOpportunities } from './find-opportunities.ts';
import { remindOwners } from './remind.ts';

const findJob = defineJob({
  name: 'leads.find-opportunities',
  schema: SchedulePeriod,
  async run({ db, log }) {
    const found = await findOpportunities(db);
    if (found > 0) log.info({ found }, 'Found opportunities');
  },
});

const remindJob = defineJob({
  name: 'leads.remind-owners',
  schema: SchedulePeriod,
  async run({ db, now, platform }) {
    await remindOwners(db, now, platform.config.publicOrigin);
  },
});

/** Removes deals that can no longer be restored, and board changes that no open board needs. */
const sweepJob = defineJob({
  name: 'leads.sweep',
  schema: SchedulePeriod,
  async run({ db, now }) {
    await sql`delete from lead_deals where deleted_at < ${now}::timestamptz - make_interval(days => ${dealRestoreDays})`.execute(
      db,
    );
    await sql`delete from lead_board_changes where at < ${now}::timestamptz - interval '1 day'`.execute(db);
  },
});

export const leadJobs = [findJob, remindJob, sweepJob, checkContactsJob, importContactsJob];
export const leadSchedules: readonly Schedule[] = [
  { job: findJob, cron: '17 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: remindJob, cron: '*/10 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: sweepJob, cron: '40 3 * * *', timeZone: 'UTC', missed: 'latest' },
];
