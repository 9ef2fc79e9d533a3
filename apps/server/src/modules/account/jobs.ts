import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { deleteDueAccounts } from './deletion/delete-due.ts';
import { removeOldGuests } from './deletion/remove-guests.ts';
import { expireExports } from './export/manage-exports.ts';
import { prepareExportJob } from './export/prepare-export.ts';
import { deleteOldNotifications } from './notifications/notifications.ts';

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

const deleteNotificationsJob = defineJob({
  name: 'account.delete-notifications',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now }) {
    await deleteOldNotifications(platform.db, now);
  },
});

const removeGuestsJob = defineJob({
  name: 'account.remove-guests',
  schema: SchedulePeriod,
  transaction: 'none',
  timeoutS: 3_600,
  async run({ platform, now, log }) {
    const removed = await removeOldGuests(platform, now);
    if (removed > 0) log.info({ removed }, 'Removed guests without purchases');
  },
});

export const accountJobs = [
  prepareExportJob,
  expireExportsJob,
  deleteAccountsJob,
  deleteNotificationsJob,
  removeGuestsJob,
];
export const accountSchedules: readonly Schedule[] = [
  { job: expireExportsJob, cron: '25 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: deleteAccountsJob, cron: '45 * * * *', timeZone: 'UTC', missed: 'latest' },
  { job: deleteNotificationsJob, cron: '35 3 * * *', timeZone: 'UTC', missed: 'latest' },
  { job: removeGuestsJob, cron: '50 4 * * *', timeZone: 'UTC', missed: 'latest' },
];
