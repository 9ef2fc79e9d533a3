// Public interface of the webhooks area.
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import type { IntervalTask } from '../../platform/jobs/interval-tasks.ts';
import { deliverWebhooks, expireDeliveries } from './deliver-webhooks.ts';
import { expireToolSessions, sendToolSessions } from './send-tool-sessions.ts';

export { sealedWebhookSecrets } from './manage-webhooks.ts';
export { toolSessionRoutes, webhookRoutes } from './routes.ts';
export { webhookMailSamples } from './webhook-mails.ts';

export const webhookIntervalTasks: readonly IntervalTask[] = [
  { name: 'webhooks.deliver', everyMs: 3_000, run: deliverWebhooks },
  { name: 'webhooks.simulate', everyMs: 3_000, run: sendToolSessions },
];

const expireLog = defineJob({
  name: 'webhooks.expire-log',
  schema: SchedulePeriod,
  run: async ({ db }) => {
    await expireDeliveries({ db });
    await expireToolSessions({ db });
  },
});
export const webhookJobs = [expireLog];
export const webhookSchedules: readonly Schedule[] = [
  { job: expireLog, cron: '35 4 * * *', timeZone: 'UTC', missed: 'latest' },
];
