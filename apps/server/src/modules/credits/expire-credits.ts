import { creditWarningDays } from '@tuneport/domain/credits/tune-credits';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../platform/jobs/for-each-isolated.ts';
import { postTransfer } from '../ledger/index.ts';
import { dueCodes } from './code-queries.ts';
import { mailWarning } from './credit-mails.ts';
import { insertUse, type LotRow, lockLots, lotsById } from './credit-queries.ts';
import { expireCreditCode } from './end-code.ts';
import { breakageLegs } from './grant-credits.ts';
import { voidHeld } from './hold-credits.ts';
import { redeemLegs } from './issue-credits.ts';
import { staleHolds } from './sell-credits.ts';

const atOnce = 500;

type Expired = { readonly codes: number; readonly lots: number; readonly warned: number };

type Step = { readonly of?: keyof Expired; act(tx: Db): Promise<unknown> };

/**
 * Expires codes and credits, each checked again under its lock. Credits held for a purchase or a code wait for that to
 * end. Owners are warned twice before.
 */
export async function maintainCredits(db: Db, origin: string, now: Date): Promise<Expired> {
  const done = { codes: 0, lots: 0, warned: 0 };
  await inOwnTransactions(db, dueSteps(db, origin, now), async (tx, { of, act }) => {
    const did = await act(tx);
    if (of && did) done[of] += 1;
    return true;
  });
  return done;
}

async function* dueSteps(db: Db, origin: string, now: Date): AsyncGenerator<Step> {
  for (const subject of await staleHolds(db)) yield { act: (tx) => voidHeld(tx, subject, now) };
  for (const { id } of await dueCodes(db, now, atOnce))
    yield { of: 'codes', act: (tx) => expireCreditCode(tx, id, now) };
  for (const { id } of await dueLots(db, now)) yield { of: 'lots', act: (tx) => expireLot(tx, id, now) };
  for (const days of [...creditWarningDays].sort((a, b) => a - b))
    for (const { id } of await lotsToWarn(db, now, days))
      yield { of: 'warned', act: (tx) => warn(tx, origin, id, days, now) };
}

const dueLots = async (db: Db, now: Date) =>
  (
    await sql<{ id: number }>`select id from tune_credit_left where expires_at <= ${now} and left_units > 0
      order by expires_at limit ${atOnce}`.execute(db)
  ).rows;

async function expireLot(db: Db, id: number, now: Date): Promise<boolean> {
  await lockLots(db, { ids: [id] });
  const [lot] = await lotsById(db, [id]);
  if (!lot || lot.left_units === 0 || lot.expires_at > now) return false;
  const use = await insertUse(db, {
    lot_id: id,
    what: 'expire',
    subject: `lot:${id}`,
    units: lot.left_units,
    value_minor: lot.left_minor,
    state: 'done',
    at: now,
    ended_at: now,
  });
  await postTransfer(db, {
    key: `credits:${use.id}:done`,
    kind: 'credits.expired',
    subject: `lot:${id}`,
    at: now,
    legs: [...redeemLegs(lot.owner, lot.kind, lot.left_units), ...breakageLegs(lot)],
  });
  return true;
}

const lotsToWarn = async (db: Db, now: Date, days: number) =>
  (
    await sql<{ id: number }>`select id from tune_credit_left where left_units > 0 and expires_at > ${now}
      and expires_at <= ${new Date(now.getTime() + days * dayMs)} and (warned_days is null or warned_days > ${days})
      order by expires_at limit ${atOnce}`.execute(db)
  ).rows;

async function warn(db: Db, origin: string, id: number, days: number, now: Date): Promise<boolean> {
  await lockLots(db, { ids: [id] });
  const [lot]: (LotRow | undefined)[] = await lotsById(db, [id]);
  if (!lot || lot.left_units === 0 || lot.expires_at <= now || (lot.warned_days ?? Infinity) <= days) return false;
  await db.updateTable('tune_credit_lots').set({ warned_days: days }).where('id', '=', id).execute();
  await mailWarning(db, origin, lot);
  return true;
}

const maintainCreditsJob = defineJob({
  name: 'store.keep-credits',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log, platform }) {
    const done = await maintainCredits(db, platform.config.publicOrigin, now);
    if (done.codes + done.lots + done.warned > 0) log.info(done, 'Processed tune credit expiry');
  },
});

export const creditJobs = [maintainCreditsJob];
export const creditSchedules: readonly Schedule[] = [
  { job: maintainCreditsJob, cron: '*/10 * * * *', timeZone: 'UTC', missed: 'latest' },
];
