import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { sweepUploads } from './remove-upload.ts';

const sweepUploadsJob = defineJob({
  name: 'tuning.sweep-uploads',
  schema: SchedulePeriod,
  // Drafts are outside the database; removing them is idempotent.
  transaction: 'none',
  async run({ platform, log }) {
    const removed = await sweepUploads(platform);
    if (removed > 0) log.info({ removed }, 'Deleted unfinished uploads');
  },
});

export const tuningUploadJobs = [sweepUploadsJob];
export const tuningUploadSchedules: readonly Schedule[] = [
  { job: sweepUploadsJob, cron: '41 * * * *', timeZone: 'UTC', missed: 'latest' },
];
