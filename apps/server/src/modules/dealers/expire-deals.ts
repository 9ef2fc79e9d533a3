import type { Db } from '../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../platform/jobs/for-each-isolated.ts';
import { system } from '../audit/index.ts';
import { creditControlJobs, creditControlSchedules } from './credit-control/review-account.ts';
import { statementJobs, statementSchedules } from './money/statement-mails.ts';
import { moveDeal } from './move-deal.ts';
import { expireInvitesJob, inviteSchedule } from './portal/invites.ts';
import { approvalSchedule, expireApprovalsJob } from './purchase-approvals/step-approval.ts';

/** Ends published deals after their last day, each in its own transaction. */
export async function expireDeals(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('dealer_credit_deals')
    .select('id')
    .where('state', '=', 'published')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .limit(500)
    .execute();
  // A deal that was paid or cancelled in the meantime is skipped.
  return inOwnTransactions(db, due, async (tx, { id }) => {
    await moveDeal({ db: tx, now }, id, 'expire', system);
    return true;
  });
}

const expireDealsJob = defineJob({
  name: 'dealers.expire-credit-deals',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const expired = await expireDeals(db, now);
    if (expired > 0) log.info({ expired }, 'Credit deals expired');
  },
});

export const dealerJobs = [
  expireDealsJob,
  expireInvitesJob,
  expireApprovalsJob,
  ...statementJobs,
  ...creditControlJobs,
];
export const dealerSchedules: readonly Schedule[] = [
  { job: expireDealsJob, cron: '*/5 * * * *', timeZone: 'UTC', missed: 'latest' },
  inviteSchedule,
  approvalSchedule,
  ...statementSchedules,
  ...creditControlSchedules,
];
