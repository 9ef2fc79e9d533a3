import type { operationsAdmin } from '@tuneport/contract/operations/operations-admin';
import { handlers } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { frameMailKind, listMailKinds, sendMailSample, showMailKind } from './mail-kinds.ts';
import { presentFailedJob, presentMail, presentMailRow, presentSchedules } from './present.ts';
import { countQueues, findMail, lastRuns, listFailedJobs, listMail } from './queries.ts';
import { retryJob } from './retry-job.ts';
import { retryMail } from './retry-mail.ts';
import { revealMail } from './reveal-mail.ts';

export const operationsAdminRoutes = handlers<typeof operationsAdmin>({
  'GET /v1/admin/mail-kinds': ({ platform }) => listMailKinds(platform.config.publicOrigin),
  'GET /v1/admin/mail-kinds/:kind': ({ params, query, platform }) =>
    showMailKind(params.kind, query.language, platform.config.publicOrigin),
  'GET /v1/admin/mail-kinds/:kind/html': ({ params, query, platform }) =>
    frameMailKind(params.kind, query.language, platform.config.publicOrigin),
  'POST /v1/admin/mail-kinds/:kind/test': ({ db, actor, params, body, platform }) =>
    sendMailSample(db, platform.config.publicOrigin, params.kind, body.language, actor.userId),
  'GET /v1/admin/mail': async ({ db, query }) => {
    const page = await listMail(db, query);
    return { ...page, data: page.data.map(presentMailRow) };
  },
  'GET /v1/admin/mail/:id': async ({ db, actor, params, platform }) => {
    const mail = await findMail(db, params.id);
    if (!mail) throw new Refusal('not_found');
    return presentMail(mail, actor, platform.config);
  },
  'POST /v1/admin/mail/:id/retry': async ({ db, actor, params, platform }) =>
    presentMail(await retryMail(db, platform.config, actor, params.id), actor, platform.config),
  'POST /v1/admin/mail/:id/reveal': ({ db, actor, params, platform }) =>
    revealMail(db, platform.config, actor, params.id),

  'GET /v1/admin/jobs': async ({ db, platform, now }) => {
    const [queues, runs] = await Promise.all([countQueues(db), lastRuns(db)]);
    return {
      queues: queues.map((queue) => ({
        name: queue.name,
        waiting: Number(queue.waiting),
        postponed: Number(queue.postponed),
        running: Number(queue.running),
        failed: Number(queue.failed),
        done: Number(queue.done),
      })),
      schedules: presentSchedules(platform.jobs, runs, now),
    };
  },
  'GET /v1/admin/jobs/failed': async ({ db, query }) => {
    const page = await listFailedJobs(db, query);
    return { ...page, data: page.data.map(presentFailedJob) };
  },
  'POST /v1/admin/jobs/failed/:id/retry': ({ db, actor, params, platform }) =>
    retryJob(db, platform.jobs, actor, params.id),
});
