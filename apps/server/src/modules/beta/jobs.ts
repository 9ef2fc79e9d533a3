import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../platform/jobs/for-each-isolated.ts';
import { lockParticipant, programs } from './queries.ts';
import { applyStopRule, type BetaContext, bySystem, fillSeats, moveParticipant, moveProgram } from './steps.ts';

/** Starts and finishes programs on their dates, applies the stop rule and ends old invitations. */
export async function maintainPrograms({ db, now, origin }: BetaContext): Promise<void> {
  const open = await programs(db, ['open', 'running']);
  await inOwnTransactions(db, open, async (tx, { id, state, starts_at, ends_at }) => {
    const context = { db: tx, now, origin };
    const isOver = ends_at !== null && ends_at <= now;
    // One without a start date waits until its seats are full, but not beyond its end.
    if (state === 'open' && (isOver || (starts_at && starts_at <= now)))
      await moveProgram(context, id, 'start', bySystem);
    if (isOver) {
      await moveProgram(context, id, 'finish', bySystem);
      return true;
    }
    // Added seats go to those who wait.
    if (!(await applyStopRule(context, id))) await fillSeats(context, id);
    return true;
  });
  const due = await db
    .selectFrom('beta_participants as x')
    .innerJoin('beta_programs as p', 'p.id', 'x.program_id')
    .select('x.id')
    .where('x.state', '=', 'invited')
    .where('x.invited_until', '<=', now)
    // Nobody can accept an invitation while the program is paused.
    .where('p.state', '<>', 'paused')
    .limit(500)
    .execute();
  await inOwnTransactions(db, due, async (tx, { id }) => {
    const found = await lockParticipant(tx, id);
    if (found?.row.state === 'invited')
      await moveParticipant({ db: tx, now, origin }, found.program, found.row, 'lapse', bySystem);
    return true;
  });
}

const maintain = defineJob({
  name: 'beta.maintain-programs',
  schema: SchedulePeriod,
  transaction: 'none',
  run: ({ db, now, platform }) => maintainPrograms({ db, now, origin: platform.config.publicOrigin }),
});

export const betaJobs = [maintain];
export const betaSchedules: readonly Schedule[] = [
  { job: maintain, cron: '*/10 * * * *', timeZone: 'UTC', missed: 'latest' },
];
