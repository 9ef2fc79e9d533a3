import { type TradeInEvent, tradeInSendDays } from '@tuneport/domain/trade-in-states';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import { moveTradeIn } from './move-trade-in.ts';
import { sendTradeInMail } from './trade-in-mails.ts';
import { dueTradeIns } from './trade-in-queries.ts';

const atOnce = 200;

/** Offers end on their day, and an accepted one when nothing was sent for too long; each in its own transaction. */
export async function expireTradeIns(db: Db, origin: string, now: Date): Promise<number> {
  const sentBefore = new Date(now.getTime() - tradeInSendDays * 24 * 3_600_000);
  let ended = 0;
  for (const { id, state } of await dueTradeIns(db, now, sentBefore, atOnce)) {
    const event: TradeInEvent = state === 'accepted' ? 'time-out' : 'lapse';
    try {
      await db.transaction().execute(async (tx) => {
        await moveTradeIn(tx, system, id, { event, as: 'system', now });
        await sendTradeInMail(tx, origin, id);
      });
      ended += 1;
    } catch (error) {
      // Taken or sent in the meantime: nothing is left to end.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return ended;
}

const expireJob = defineJob({
  name: 'store.expire-trade-ins',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log, platform }) {
    const ended = await expireTradeIns(db, platform.config.publicOrigin, now);
    if (ended > 0) log.info({ ended }, 'Trade-in requests have ended because their time was over');
  },
});

export const tradeInJobs = [expireJob];
export const tradeInSchedules: readonly Schedule[] = [
  { job: expireJob, cron: '*/10 * * * *', timeZone: 'UTC', missed: 'latest' },
];
