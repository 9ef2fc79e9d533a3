import { rescueSilentHours, rescueSilentStates } from '@tuneport/domain/support/rescue-states';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { bySystem } from '../history.ts';
import { supportContextOf } from '../support-context.ts';
import { rescueFor } from './rescue-queries.ts';
import { stepRescue } from './step-rescue.ts';

const rescuesAtOnce = 200;

/** Abandons rescues without activity for three days; returning later resumes with everything kept. */
export async function abandonRescues(platform: Platform, now: Date): Promise<number> {
  const before = new Date(now.getTime() - rescueSilentHours * 3_600_000);
  const due = await platform.db
    .selectFrom('rescue_sessions')
    .select('id')
    .where('state', 'in', rescueSilentStates)
    .where('last_at', '<=', before)
    // A rescue in progress waits for us, unless we have confirmed that the car runs.
    .where((eb) => eb.or([eb('state', '<>', 'active'), eb('staff_running_at', 'is not', null)]))
    .orderBy('last_at')
    .limit(rescuesAtOnce)
    .execute();
  return inOwnTransactions(platform.db, due, async (db, { id }) => {
    const rescue = await rescueFor(db, id, { userId: null, staff: true, codeHash: null }, 'lock');
    const isSilent =
      rescue &&
      rescue.last_at <= before &&
      rescueSilentStates.some((state) => state === rescue.state) &&
      (rescue.state !== 'active' || rescue.staff_running_at !== null);
    if (!isSilent) return false;
    await stepRescue(await supportContextOf({ db, platform, now }), rescue, 'abandon', bySystem);
    return true;
  });
}

const abandonRescuesJob = defineJob({
  name: 'support.abandon-rescues',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const abandoned = await abandonRescues(platform, now);
    if (abandoned > 0) log.info({ abandoned }, 'Closed inactive rescues');
  },
});

export const rescueJobs = [abandonRescuesJob];
export const rescueSchedules: readonly Schedule[] = [
  { job: abandonRescuesJob, cron: '*/15 * * * *', timeZone: 'UTC', missed: 'latest' },
];
