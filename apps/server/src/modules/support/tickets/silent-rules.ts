import { reopenDays } from '@tuneport/domain/ticket-states';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Desk, deskOf } from '../desk.ts';
import { bySystem, stepTicket } from './step-ticket.ts';
import { mailAssignee } from './ticket-mails.ts';
import { type TicketRow, ticketById } from './ticket-queries.ts';
import { closeTicket } from './write-reply.ts';

const ticketsAtOnce = 500;

/** What happens to tickets by time alone: parked ones come back on their day, solved ones close after two weeks. */
export async function keepTickets(platform: Platform, now: Date): Promise<{ woken: number; closed: number }> {
  const { db } = platform;
  const parked = await db
    .selectFrom('tickets')
    .select('id')
    .where('state', '=', 'parked')
    .where('parked_until', '<=', now)
    .orderBy('parked_until')
    .limit(ticketsAtOnce)
    .execute();
  const resolved = await db
    .selectFrom('tickets')
    .select('id')
    .where('state', '=', 'resolved')
    .where('resolved_at', '<=', new Date(now.getTime() - reopenDays * 86_400_000))
    .orderBy('resolved_at')
    .limit(ticketsAtOnce)
    .execute();
  let woken = 0;
  let closed = 0;
  for (const { id } of parked)
    woken += await each(platform, id, now, 'parked', async (desk, ticket) => {
      const after = await stepTicket(desk, ticket, 'wake', bySystem);
      await mailAssignee(desk, after, 'A parked ticket is back', null);
    });
  for (const { id } of resolved)
    closed += await each(platform, id, now, 'resolved', async (desk, ticket) => {
      await closeTicket(desk, ticket, bySystem);
    });
  return { woken, closed };
}

/** Each in a transaction of its own, looked at again under its lock: somebody may have written meanwhile. */
const each = (
  platform: Platform,
  id: number,
  now: Date,
  state: string,
  act: (desk: Desk, ticket: TicketRow) => Promise<void>,
): Promise<number> =>
  platform.db
    .transaction()
    .execute(async (db: Db) => {
      const ticket = await ticketById(db, id, 'lock');
      if (ticket?.state !== state) return 0;
      await act(await deskOf({ db, platform, now }), ticket);
      return 1;
    })
    .catch((error: unknown) => {
      // One that cannot does not keep the others.
      platform.log.error({ err: error, ticket: id }, 'A ticket could not follow its time');
      return 0;
    });

const keepTicketsJob = defineJob({
  name: 'support.keep-tickets',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const done = await keepTickets(platform, now);
    if (done.woken + done.closed > 0) log.info(done, 'Tickets came back or closed by their time');
  },
});

export const ticketJobs = [keepTicketsJob];
export const ticketSchedules: readonly Schedule[] = [
  { job: keepTicketsJob, cron: '*/5 * * * *', timeZone: 'UTC', missed: 'latest' },
];
