import { earningHoldDays } from '@tuneport/domain/earnings';
import { partyAccount } from '@tuneport/domain/ledger-accounts';
import { move } from '@tuneport/domain/ledger-legs';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { postTransfer } from '../post-transfer.ts';
import { type DueEarning, dueEarnings, earnedBySale } from './earning-queries.ts';
import { earningSubject } from './earning-subjects.ts';

/** Shares that waited long enough, of sales that were delivered and stayed so, become available. Each in its own transaction. */
export async function releaseEarnings(db: Db, now: Date): Promise<number> {
  let released = 0;
  const failed: unknown[] = [];
  for (let after: DueEarning | null = null; ; ) {
    const due: DueEarning[] = await dueEarnings(db, now, earningHoldDays, after);
    for (const one of due)
      try {
        released += (await db.transaction().execute((tx) => releaseOne(tx, one, now))) ? 1 : 0;
      } catch (error) {
        // The others do not wait for it; the run itself is told at its end and tried again.
        failed.push(error);
      }
    after = due.at(-1) ?? null;
    if (after === null) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} shares could not be released`);
  return released;
}

async function releaseOne(db: Db, { owner, currency, sale }: DueEarning, now: Date): Promise<boolean> {
  const subject = earningSubject(sale);
  // Under the lock of the sale: a refund that comes now sees it done, or has been here before.
  if (!subject || !(await subject.of.ripe(db, subject.id))) return false;
  const { heldMinor, lastId } = await earnedBySale(db, owner, currency, sale);
  if (heldMinor <= 0n) return false;
  await postTransfer(db, {
    key: `earning:${owner}:${sale}:${currency}:after:${lastId}`,
    kind: 'earning.released',
    subject: sale,
    at: now,
    legs: move(partyAccount('earn.hold', owner, currency), partyAccount('earn.avail', owner, currency), heldMinor),
  });
  return true;
}

const releaseEarningsJob = defineJob({
  name: 'ledger.release-earnings',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const released = await releaseEarnings(db, now);
    if (released > 0) log.info({ released }, 'Earnings became available');
  },
});

export const earningJobs = [releaseEarningsJob];
export const earningSchedules: readonly Schedule[] = [
  { job: releaseEarningsJob, cron: '17 * * * *', timeZone: 'UTC', missed: 'latest' },
];
