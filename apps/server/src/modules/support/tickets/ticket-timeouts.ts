import { reopenDays } from '@tuneport/domain/support/ticket-states';
import { msg } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { bySystem } from '../history.ts';
import { supportContextOf } from '../support-context.ts';
import { stepTicket } from './step-ticket.ts';
import { mailAssignee } from './ticket-mails.ts';
import { ticketById } from './ticket-queries.ts';
import { closeTicket } from './write-reply.ts';

const ticketsAtOnce = 500;

/** Time-based transitions: parked tickets reopen on their date, solved ones close after two weeks. */
export async function maintainTickets(platform: Platform, now: Date): Promise<number> {
  const due = [
    ...(await dueIn(platform.db, 'parked', 'parked_until', now)),
    ...(await dueIn(platform.db, 'resolved', 'resolved_at', new Date(now.getTime() - reopenDays * dayMs))),
  ];
  return inOwnTransactions(platform.db, due, async (db, { id, state }) => {
    const ticket = await ticketById(db, id, 'lock');
    if (ticket?.state !== state) return false;
    const support = await supportContextOf({ db, platform, now });
    if (state === 'resolved') await closeTicket(support, ticket, bySystem);
    else
      await mailAssignee(
        support,
        await stepTicket(support, ticket, 'wake', bySystem),
        msg('A snoozed ticket is open again'),
        null,
      );
    return true;
  });
}

const dueIn = (db: Db, state: 'parked' | 'resolved', since: 'parked_until' | 'resolved_at', until: Date) =>
  db
    .selectFrom('tickets')
    .select(['id', 'state'])
    .where('state', '=', state)
    .where(since, '<=', until)
    .orderBy(since)
    .limit(ticketsAtOnce)
    .execute();

const maintainTicketsJob = defineJob({
  name: 'support.keep-tickets',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const done = await maintainTickets(platform, now);
    if (done > 0) log.info({ done }, 'Reopened snoozed tickets and closed solved ones');
  },
});

export const ticketJobs = [maintainTicketsJob];
export const ticketSchedules: readonly Schedule[] = [
  { job: maintainTicketsJob, cron: '*/5 * * * *', timeZone: 'UTC', missed: 'latest' },
];
