import type { Db } from '../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { type LedgerReport, verifyLedger } from './verify-ledger.ts';

export type CheckRow = {
  readonly at: Date;
  readonly by: string | null;
  readonly ok: boolean;
  readonly report: LedgerReport;
};

/** Verifies the whole ledger and stores the result. Runs outside any transaction: it takes its own snapshot. */
export async function checkLedger(db: Db, now: Date, actorId: number | null): Promise<CheckRow> {
  const report = await verifyLedger(db);
  await db
    .insertInto('ledger_checks')
    .values({ at: now, actor_id: actorId, ok: report.ok, report: JSON.stringify(report) })
    .execute();
  const last = await lastCheck(db);
  if (!last) throw new Error('a check just stored is missing');
  return last;
}

export async function lastCheck(db: Db): Promise<CheckRow | null> {
  const row = await db
    .selectFrom('ledger_checks as c')
    .leftJoin('users as u', 'u.id', 'c.actor_id')
    .select(['c.at', 'u.name as by', 'c.ok', 'c.report'])
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, report: row.report as LedgerReport } : null;
}

const checkLedgerJob = defineJob({
  name: 'ledger.check',
  schema: SchedulePeriod,
  transaction: 'none',
  timeoutS: 3_600,
  retryLimit: 1,
  async run({ db, now, log }) {
    const { ok, report } = await checkLedger(db, now, null);
    if (ok) log.info({ transfers: report.checked.transfers, ms: report.ms }, 'Checked the ledger');
    else log.error({ problems: report.problems }, 'The ledger check found problems');
  },
});

export const ledgerCheckJobs = [checkLedgerJob];
export const ledgerCheckSchedules: readonly Schedule[] = [
  { job: checkLedgerJob, cron: '37 3 * * *', timeZone: 'UTC', missed: 'latest' },
];
