import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { postTransfer } from '../post-transfer.ts';
import { type DueEarning, dueEarnings, earnedBySale } from './earning-queries.ts';
import { earningSubject } from './earning-subjects.ts';

/** Releases held shares of delivered sales once the hold period is over. */
export const releaseEarnings = (db: Db, now: Date): Promise<number> =>
  inOwnTransactions(db, dueShares(db, now), (tx, one) => releaseOne(tx, one, now));

async function* dueShares(db: Db, now: Date): AsyncGenerator<DueEarning> {
  for (let after: DueEarning | null = null; ; ) {
    const due: DueEarning[] = await dueEarnings(db, now, after);
    yield* due;
    after = due.at(-1) ?? null;
    if (after === null) return;
  }
}

async function releaseOne(db: Db, { owner, currency, sale }: DueEarning, now: Date): Promise<boolean> {
  const subject = earningSubject(sale);
  // Runs under the lock of the sale: a concurrent refund happens entirely before or after.
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
