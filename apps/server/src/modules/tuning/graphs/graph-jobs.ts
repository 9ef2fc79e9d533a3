import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { expiredGraphs, removeGraphs } from './queries.ts';

const atOnce = 500;

const removeExpiredGraphsJob = defineJob({
  name: 'tuning.remove-expired-graphs',
  schema: SchedulePeriod,
  async run({ db, log, now }) {
    let removed = 0;
    for (;;) {
      const gone = await expiredGraphs(db, now, atOnce);
      await removeGraphs(db, gone);
      removed += gone.length;
      if (gone.length < atOnce) break;
    }
    if (removed > 0) log.info({ removed }, 'Logs whose link has expired are gone');
  },
});

export const graphJobs = [removeExpiredGraphsJob];
export const graphSchedules: readonly Schedule[] = [
  { job: removeExpiredGraphsJob, cron: '11 * * * *', timeZone: 'UTC', missed: 'latest' },
];
