import { t } from '@tuneport/domain/text/text';
import { tuneRequestDays } from '@tuneport/domain/tuning/tune-request-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refundCancelledJob } from './money/refund-cancelled.ts';
import { type RequestRow, requestById } from './request-queries.ts';
import { bySystem, type RequestContext, stepRequest } from './step-request.ts';
import { mailEnded } from './thread/request-mails.ts';

const requestsAtOnce = 500;

type Rule = {
  readonly states: readonly string[];
  readonly days: number;
  /** The timestamp to count from. */
  readonly since: 'state_at' | 'updated_at' | 'revision_until';
  act(context: RequestContext, request: RequestRow): Promise<void>;
};

/** Steps triggered by time alone. */
const rules: readonly Rule[] = [
  {
    states: ['needs_information', 'matched'],
    days: tuneRequestDays.unpaid,
    // Writing, choosing tunes or viewing a price counts as activity.
    since: 'updated_at',
    async act(context, request) {
      const expired = await stepRequest(context, request, 'expire', bySystem);
      await mailEnded(context, expired, () => [
        t('Your request was closed'),
        t(
          'Nothing happened for {days} days, so we closed it. You have not been charged. You can send the file again any time.',
          { days: tuneRequestDays.unpaid },
        ),
      ]);
    },
  },
  {
    states: ['waiting_customer'],
    days: tuneRequestDays.unanswered,
    since: 'state_at',
    async act(context, request) {
      const frozen = await stepRequest(context, request, 'freeze', bySystem);
      await mailEnded(context, frozen, () => [
        t('Your request is on hold'),
        t('We are waiting for your reply. Your payment is safe; reply in the request and we will continue.'),
      ]);
    },
  },
  {
    states: ['delivered'],
    days: 0,
    since: 'revision_until',
    act: async (context, request) => void (await stepRequest(context, request, 'close', bySystem)),
  },
];

const dueBefore = ({ days }: Rule, now: Date) => new Date(now.getTime() - days * dayMs);

export async function maintainRequests(platform: Platform, now: Date): Promise<number> {
  await platform.db.deleteFrom('tune_request_tokens').where('expires_at', '<', now).execute();
  return inOwnTransactions(platform.db, dueRequests(platform.db, now), async (db, { id, rule }) => {
    const request = await requestById(db, id, 'lock');
    const since = request?.[rule.since];
    if (!since || since > dueBefore(rule, now) || !rule.states.includes(request.state)) return false;
    await rule.act({ db, platform, now }, request);
    return true;
  });
}

async function* dueRequests(db: Db, now: Date) {
  for (const rule of rules) for (const { id } of await dueBy(db, rule, now)) yield { id, rule };
}

const dueBy = (db: Db, rule: Rule, now: Date) =>
  db
    .selectFrom('tune_requests')
    .select('id')
    .where('state', 'in', rule.states)
    .where(rule.since, '<=', dueBefore(rule, now))
    .orderBy('id')
    .limit(requestsAtOnce)
    .execute();

const maintainRequestsJob = defineJob({
  name: 'tuning.keep-requests',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const done = await maintainRequests(platform, now);
    if (done > 0) log.info({ done }, 'Processed tune request timeouts');
  },
});

export const tuneRequestJobs = [maintainRequestsJob, refundCancelledJob];
export const tuneRequestSchedules: readonly Schedule[] = [
  { job: maintainRequestsJob, cron: '7 * * * *', timeZone: 'UTC', missed: 'latest' },
];
