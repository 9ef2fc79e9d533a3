import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertUser } from '../modules/identity/index.ts';
import { makePayout, openPayoutRun, releaseEarnings, stepPayout, stepPayoutRun } from '../modules/ledger/index.ts';
import type { SignedInActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/db.ts';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { demoEmail } from './demo-accounts.ts';
import { datedPlatform } from './history/history-clock.ts';
import { actorOf, casey, sellable } from './purchases.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Small, because there are several and the data set is copied often. */
const imageBytes = 131_072;

/**
 * Half a year of the demo tuner: tunes sold and made, a payout, a payout run, an available share and two waiting ones,
 * with matching timestamps. Idempotent. Needs the test provider, because it makes payments.
 */
export async function buildDemoEarnings(platform: Platform, now: Date): Promise<void> {
  if (platform.payments?.name !== 'test') return;
  const [tuner, reviewer, admin, superAdmin] = await Promise.all(
    ['tuner', 'cms-tuner', 'admin', 'super'].map((address) => actorOf(platform, address)),
  );
  await insertUser(platform.db, {
    name: 'Noor Fastlane',
    email: demoEmail('regular'),
    password_hash: null,
    email_confirmed_at: now,
  });
  const buyer = await actorOf(platform, 'regular');
  const cars = await sellable(platform);
  const owner = tuner?.tuners[0] ? (`tuner:${tuner.tuners[0].id}` as const) : null;
  if (!tuner || !reviewer || !admin || !superAdmin || !buyer || !owner || cars.length === 0) return;

  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  const ago = (days: number) => atWork(new Date(now.getTime() - days * dayMs));
  const sell = async (days: number) => {
    const car = cars[days % cars.length];
    if (car) await soldAndMade({ platform, folder, buyer, tuner, reviewer, car }, 1000 + days, ago(days));
  };
  // Payouts of the past are dated by their last step, like the mail about it.
  const dbAt = (days: number) => datedPlatform(platform, ago(days)).platform.db;
  try {
    for (const days of [168, 139, 117, 96]) await sell(days);
    await releaseEarnings(platform.db, ago(62));
    await dbAt(58)
      .transaction()
      .execute(async (db) => {
        if (await isThere(db, 'payouts', 'demo transfer')) return;
        const input = { owner, currency: 'CAD', requestKey: 'demo transfer', until: ago(62) } as const;
        const { id } = await makePayout(db, admin, input, ago(61));
        await stepPayout(db, superAdmin, id, 'approve', ago(61));
        await stepPayout(db, admin, id, 'send', ago(60));
        await stepPayout(db, admin, id, 'confirm', ago(58), { reference: 'EFT 20418' });
      });
    for (const days of [74, 55]) await sell(days);
    await releaseEarnings(platform.db, ago(20));
    const run = await dbAt(18)
      .transaction()
      .execute(async (db) => {
        const known = await isThere(db, 'payout_runs', 'demo transfers');
        if (known) return known.id;
        const input = { requestKey: 'demo transfers', currency: 'CAD', party: 'tuner', cutOff: ago(20) } as const;
        const { id } = await openPayoutRun(db, admin, { ...input, note: 'Tuners, monthly.' }, ago(19));
        await stepPayoutRun(db, admin, id, 'lock', ago(19));
        await stepPayoutRun(db, superAdmin, id, 'approve', ago(19));
        await stepPayoutRun(db, admin, id, 'process', ago(18));
        return id;
      });
    const sent = await platform.db
      .selectFrom('payouts')
      .select('id')
      .where('run_id', '=', run)
      .where('state', '=', 'sending')
      .execute();
    for (const { id } of sent)
      await dbAt(16)
        .transaction()
        .execute((db) => stepPayout(db, admin, id, 'confirm', ago(16), { reference: 'EFT 20977' }));
    for (const days of [43, 24, 9]) await sell(days);
    await releaseEarnings(platform.db, now);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isThere = (db: Db, table: 'payouts' | 'payout_runs', key: string) =>
  db.selectFrom(table).select('id').where('request_key', '=', key).executeTakeFirst();

/** Ten in the morning in support's time zone, that day or the Friday before. */
function atWork(day: Date): Date {
  const weekday = day.getUTCDay();
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
  const friday = new Date(day.getTime() - back * dayMs);
  return new Date(Date.UTC(friday.getUTCFullYear(), friday.getUTCMonth(), friday.getUTCDate(), 18));
}

type Sale = {
  platform: Platform;
  folder: string;
  buyer: SignedInActor;
  tuner: SignedInActor;
  reviewer: SignedInActor;
  car: { path: string; tune_id: number };
};

/** A request from upload to delivery, dated that day. */
async function soldAndMade({ platform, ...sale }: Sale, seed: number, day: Date) {
  const then = (hours: number) => new Date(day.getTime() + hours * hourMs);
  const at = { open: day, claim: then(1), result: then(2 + (seed % 3)), approve: then(3 + (seed % 3)) };
  const billing = { ...casey, full_name: 'Noor Fastlane' };
  const request = { key: `demo sale ${seed}`, seed, mode: 'manual', sizeBytes: imageBytes, billing, at } as const;
  await advanceRequest(datedPlatform(platform, day), { ...sale, ...request }, 'delivered');
}
