import { isSuperAdmin } from '@tuneport/domain/identity/permissions';
import type { Actor } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { canRetry, canReveal } from './policy.ts';
import type { FailedJob, LastRun, MailRow, WholeMail } from './queries.ts';

type MailState = 'queued' | 'sent' | 'failed' | 'kept';

export const presentMailRow = (mail: MailRow) => ({
  ...mail,
  state: mail.state as MailState,
  next_attempt_at: mail.state === 'queued' ? mail.next_attempt_at : null,
});

export function presentMail(mail: WholeMail, actor: Actor, config: Pick<Config, 'mailUrl'>) {
  return {
    ...presentMailRow(mail),
    text: mail.text_body,
    hidden: mail.secrets !== null ? 'live' : mail.erased_at !== null ? 'erased' : 'none',
    can: {
      retry: isSuperAdmin(actor.role) && canRetry(mail, config),
      reveal: isSuperAdmin(actor.role) && canReveal(mail, config),
    },
  } as const;
}

const runStates = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  failed: 'failed',
  cancelled: 'failed',
} as const;

export function presentSchedules(jobs: Pick<Jobs, 'schedules' | 'nextRun'>, runs: readonly LastRun[], now: Date) {
  const last = new Map(runs.map((run) => [run.schedule, run]));
  return jobs.schedules.map((schedule) => {
    const run = last.get(schedule.job.name);
    return {
      name: schedule.job.name,
      cron: schedule.cron,
      time_zone: schedule.timeZone,
      last_due_at: run?.period ?? null,
      last_state: run ? (runStates[run.state as keyof typeof runStates] ?? 'done') : null,
      next_due_at: jobs.nextRun(schedule, now) ?? null,
    } as const;
  });
}

export const presentFailedJob = (job: FailedJob) => ({
  ...job,
  error: job.error ?? 'The job stopped without an error message.',
});
