import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { deleteDueAccounts } from './deletion/delete-due.ts';
import { expireExports } from './export/manage-exports.ts';
import { prepareExportJob } from './export/prepare-export.ts';

const expireExportsJob = defineJob({
  name: 'account.expire-exports',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now }) {
    await expireExports(platform, now);
  },
});

const deleteAccountsJob = defineJob({
  name: 'account.delete-accounts',
  schema: SchedulePeriod,
  transaction: 'none',
  timeoutS: 3_600,
  async run({ platform, now }) {
    await deleteDueAccounts(platform, now);
  },
});

export const accountJobs = [prepareExportJob, expireExportsJob, deleteAccountsJob];
export const accountSchedules: readonly Schedule[] = [
  { job: expireExportsJob, cron: '25 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: deleteAccountsJob, cron: '45 * * * *', timeZone: 'UTC', missed: 'latest' },
];
