import { removeUnusedBytes } from '../../../platform/files/sweep.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { expiredGraphs, removeGraphs } from './queries.ts';

const atOnce = 100;

const removeExpiredGraphsJob = defineJob({
  name: 'tuning.remove-expired-graphs',
  schema: SchedulePeriod,
  // The bytes of each batch are removed after its rows.
  transaction: 'none',
  async run({ platform: { db, files }, log, now }) {
    let removed = 0;
    for (;;) {
      const batch = await db.transaction().execute(async (tx) => {
        const gone = await expiredGraphs(tx, now, atOnce);
        return { count: gone.length, hashes: await removeGraphs(tx, gone) };
      });
      await removeUnusedBytes(db, files, batch.hashes);
      removed += batch.count;
      if (batch.count < atOnce) break;
    }
    if (removed > 0) log.info({ removed }, 'Deleted logs with expired links');
  },
});

export const graphJobs = [removeExpiredGraphsJob];
export const graphSchedules: readonly Schedule[] = [
  { job: removeExpiredGraphsJob, cron: '11 * * * *', timeZone: 'UTC', missed: 'latest' },
];
