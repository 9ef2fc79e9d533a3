import {
  daysOverdue,
  pauseDays,
  reminderLevel,
  warningPercent,
  warningPercents,
} from '@tuneport/domain/dealers/credit-control';
import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { balanceOf } from '../../ledger/index.ts';
import { receivable } from '../accounts.ts';
import { type OpenItems, openItems, payable } from '../money/balance.ts';
import { type DealerRow, dealerById } from '../queries.ts';
import { mailPaused, mailReminder, mailResumed, mailWarning } from './credit-mails.ts';

type Overdue = OpenItems[number] & { readonly days: number };

const overdueOf = (items: OpenItems, now: Date): Overdue[] =>
  payable(items)
    .map((item) => ({ ...item, days: daysOverdue(item.due_at, now) }))
    .filter(({ days }) => days > 0);

/**
 * Reviews one dealer's account: reminds of overdue sales, warns before the limit, and pauses or resumes sales on
 * account. Each mail is recorded in the transaction that queues it, so none is sent twice. True if something was done.
 */
export async function reviewAccount(db: Db, origin: string, dealerId: number, now: Date): Promise<boolean> {
  const dealer = await dealerById(db, dealerId, 'lock');
  if (!dealer) return false;
  const currency = dealer.currency as Currency;
  const overdue = overdueOf(await openItems(db, { ...dealer, currency }, currency, now), now);
  const reminded = await remind(db, origin, dealer, overdue, now);
  const warned = await warn(db, origin, dealer, now);
  return (await pauseOrResume(db, origin, dealer, overdue, now)) || reminded || warned;
}

/** After a payment: an account whose overdue sales are paid is open again at once. */
export async function resumeIfPaid(db: Db, origin: string, dealerId: number, now: Date): Promise<void> {
  const dealer = await dealerById(db, dealerId);
  if (!dealer || dealer.account_paused_at === null) return;
  const currency = dealer.currency as Currency;
  const overdue = overdueOf(await openItems(db, { ...dealer, currency }, currency, now), now);
  await pauseOrResume(db, origin, dealer, overdue, now);
}

async function pauseOrResume(db: Db, origin: string, dealer: DealerRow, overdue: readonly Overdue[], now: Date) {
  const isLate = overdue.some(({ days }) => days >= pauseDays);
  if (isLate === (dealer.account_paused_at !== null)) return false;
  await db
    .updateTable('dealers')
    .set({ account_paused_at: isLate ? now : null, ...(isLate ? {} : { account_released_until: null }) })
    .where('id', '=', dealer.id)
    .execute();
  await writeAudit(db, system, isLate ? 'dealers.pause-account' : 'dealers.resume-account', `dealer:${dealer.id}`);
  await (isLate ? mailPaused : mailResumed)(db, origin, dealer);
  return true;
}

/** One mail for all sales that reached a new level. */
async function remind(db: Db, origin: string, dealer: DealerRow, overdue: readonly Overdue[], now: Date) {
  const due = overdue.map((item) => ({ ...item, level: reminderLevel(item.days) })).filter(({ level }) => level > 0);
  if (due.length === 0) return false;
  const added = await db
    .insertInto('dealer_reminders')
    .values(
      due.map(({ subject, level }) => ({
        dealer_id: dealer.id,
        currency: dealer.currency,
        subject,
        level,
        sent_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['subject', 'level'])
    .execute();
  if (added.length === 0) return false;
  await mailReminder(db, origin, dealer, overdue, Math.max(...added.map(({ level }) => level)));
  return true;
}

async function warn(db: Db, origin: string, dealer: DealerRow, now: Date) {
  const currency = dealer.currency as Currency;
  const { postedMinor, pendingDebitMinor, maxMinor } = await balanceOf(db, receivable(dealer.id, currency));
  const reached = warningPercent(postedMinor + pendingDebitMinor, maxMinor ?? 0n);
  await db
    .deleteFrom('dealer_credit_warnings')
    .where('dealer_id', '=', dealer.id)
    .where('currency', '=', currency)
    .where('percent', '>', reached ?? 0)
    .execute();
  if (reached === null) return false;
  const added = await db
    .insertInto('dealer_credit_warnings')
    .values(
      warningPercents
        .filter((percent) => percent <= reached)
        .map((percent) => ({ dealer_id: dealer.id, currency, percent, sent_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .execute();
  if (added.length === 0) return false;
  await mailWarning(db, origin, dealer, {
    percent: reached,
    usedMinor: postedMinor + pendingDebitMinor,
    limitMinor: maxMinor ?? 0n,
  });
  return true;
}

const creditControlJob = defineJob({
  name: 'dealers.credit-control',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, platform, now, log }) {
    const { rows } = await sql<{ id: number }>`
      select d.id from dealers d where d.account_paused_at is not null or exists (
        select from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.kind = 'ar' and a.owner = 'dealer:' || d.id and b.posted_minor > 0) order by d.id`.execute(db);
    const done = await inOwnTransactions(db, rows, (tx, { id }) =>
      reviewAccount(tx, platform.config.publicOrigin, id, now),
    );
    if (done > 0) log.info({ accounts: done }, 'Dealer accounts were reminded, warned, paused or resumed');
  },
});

export const creditControlJobs = [creditControlJob];
/** In the morning of North America, on working days and others: an overdue invoice does not wait for Monday. */
export const creditControlSchedules: readonly Schedule[] = [
  { job: creditControlJob, cron: '0 14 * * *', timeZone: 'UTC', missed: 'latest' },
];
