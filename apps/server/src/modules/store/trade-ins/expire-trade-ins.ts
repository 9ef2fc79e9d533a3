import { type TradeInEvent, tradeInSendDays } from '@tuneport/domain/store/trade-in-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { system } from '../../audit/index.ts';
import { moveTradeIn } from './move-trade-in.ts';
import { sendTradeInMail } from './trade-in-mails.ts';
import { dueTradeIns } from './trade-in-queries.ts';

const atOnce = 200;

/** Expires offers on their date, and accepted offers if nothing was sent in time. */
export async function expireTradeIns(db: Db, origin: string, now: Date): Promise<number> {
  const sentBefore = new Date(now.getTime() - tradeInSendDays * dayMs);
  // An offer that was accepted or sent in the meantime is skipped.
  return inOwnTransactions(db, await dueTradeIns(db, now, sentBefore, atOnce), async (tx, { id, state }) => {
    const event: TradeInEvent = state === 'accepted' ? 'time-out' : 'lapse';
    await moveTradeIn({ db: tx, now }, id, event, { ...system, as: 'system' });
    await sendTradeInMail(tx, origin, id);
    return true;
  });
}

const expireJob = defineJob({
  name: 'store.expire-trade-ins',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log, platform }) {
    const ended = await expireTradeIns(db, platform.config.publicOrigin, now);
    if (ended > 0) log.info({ ended }, 'Trade-in requests expired');
  },
});

export const tradeInJobs = [expireJob];
export const tradeInSchedules: readonly Schedule[] = [
  { job: expireJob, cron: '*/10 * * * *', timeZone: 'UTC', missed: 'latest' },
];
