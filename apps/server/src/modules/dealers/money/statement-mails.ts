import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { monthLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail, queueNotification } from '../../../platform/mail/queue.ts';
import { issueStatements } from './statements.ts';

type Due = {
  id: number;
  number: string;
  month: string;
  currency: Currency;
  closing_minor: bigint;
  slug: string;
  billing_email: string;
  by_mail: boolean;
};

/**
 * Mails statements that were not mailed yet; each is marked in the transaction that queues its mail. A dealer that
 * switched the mail off gets the notification only.
 */
export async function mailStatements(db: Db, origin: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 45 * dayMs);
  const { rows } = await sql<Due>`
    select s.id, s.number, to_char(s.month, 'YYYY-MM') as month, s.currency, s.closing_minor, d.slug, d.billing_email, d.notify_statements as by_mail
    from dealer_statements s join dealers d on d.id = s.dealer_id
    where s.issued_at >= ${since} and d.billing_email <> ''
      and not exists (select from dealer_statement_mails m where m.statement_id = s.id)
    order by s.id limit 10000`.execute(db);
  return inOwnTransactions(db, rows, async (tx, due) => {
    const marked = await tx
      .insertInto('dealer_statement_mails')
      .values({ statement_id: due.id, mailed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('statement_id')
      .executeTakeFirst();
    if (!marked) return false;
    const announce = due.by_mail ? queueMail : queueNotification;
    await announce(tx, {
      to: due.billing_email,
      secrets: [],
      attachment: `statement:${due.id}`,
      message: () => statementMessage(origin, due),
    });
    return true;
  });
}

export function statementMessage(origin: string, due: Omit<Due, 'billing_email' | 'by_mail'>) {
  const amount = (minor: bigint) => moneyText(money(minor, due.currency));
  const month = monthLabel(due.month);
  return mailMessage('dealer-statement', {
    subject: t('Statement {number} for {month}', { number: due.number, month }),
    title: t('Your statement for {month}', { month }),
    paragraphs: [
      due.closing_minor < 0n
        ? t('You owed {amount} at the end of the month.', { amount: amount(-due.closing_minor) })
        : t('Your balance at the end of the month was {amount}.', { amount: amount(due.closing_minor) }),
      t('It is attached as PDF and lists every entry of the month and what is still open. It will not change later.'),
    ],
    button: { label: t('View statement'), url: `${pagesOf(origin)}/dealer/${due.slug}/statements/${due.id}` },
  });
}

const statementJob = defineJob({
  name: 'dealers.statements',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, platform, now, log }) {
    const issued = await issueStatements(db, platform, now);
    const mailed = await mailStatements(db, platform.config.publicOrigin, now);
    if (issued + mailed > 0) log.info({ issued, mailed }, 'Dealer statements');
  },
});

export const statementJobs = [statementJob];
/** Hourly: the month ends at midnight in the statement's zone, and an interrupted run continues. */
export const statementSchedules: readonly Schedule[] = [
  { job: statementJob, cron: '30 * * * *', timeZone: 'UTC', missed: 'latest' },
];
