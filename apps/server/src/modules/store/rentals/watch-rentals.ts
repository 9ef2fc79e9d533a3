import { remindDaysBefore } from '@tuneport/domain/store/rental-states';
import { hourMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { system } from '../../audit/index.ts';
import { freeDeposits } from './end-rental.ts';
import { stepRental } from './move-rental.ts';
import { sendRentalMail } from './rental-mails.ts';
import { dueRentals, lockRental, waitingForDeposit } from './rental-queries.ts';

const atOnce = 200;

/** Requests due deposits, sends reminders before the due date, and reports overdue rentals. */
export const watchRentals = (db: Db, origin: string, now: Date): Promise<number> =>
  inOwnTransactions(db, dueForNotice(db, now), async (tx, { id, waits }) => {
    if (waits) return remind(tx, origin, id, 'reserved', now);
    const row = await lockRental(tx, id);
    if (row?.state !== 'out' || row.due_at === null) return false;
    if (row.due_at >= now) return row.reminded_at === null && remind(tx, origin, id, 'reminder', now);
    await stepRental({ db: tx, now }, row, 'fall-due', system);
    await sendRentalMail(tx, origin, id, 'overdue');
    return true;
  });

async function* dueForNotice(db: Db, now: Date) {
  const remindBefore = new Date(now.getTime() + remindDaysBefore * 24 * hourMs);
  for (const { id } of await dueRentals(db, now, remindBefore, atOnce)) yield { id, waits: false };
  for (const { id } of await waitingForDeposit(db, new Date(now.getTime() - hourMs), atOnce)) yield { id, waits: true };
}

async function remind(tx: Db, origin: string, id: number, of: 'reserved' | 'reminder', now: Date): Promise<boolean> {
  await tx.updateTable('rentals').set({ reminded_at: now }).where('id', '=', id).execute();
  await sendRentalMail(tx, origin, id, of);
  return true;
}

const watchJob = defineJob({
  name: 'store.watch-rentals',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log, platform }) {
    const sent = await watchRentals(db, platform.config.publicOrigin, now);
    const freed = platform.payments ? await freeDeposits(platform) : 0;
    if (sent + freed > 0) log.info({ mailed: sent, freed }, 'Checked rentals');
  },
});

export const rentalJobs = [watchJob];
export const rentalSchedules: readonly Schedule[] = [
  { job: watchJob, cron: '*/15 * * * *', timeZone: 'UTC', missed: 'latest' },
];
