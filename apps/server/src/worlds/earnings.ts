import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertUser } from '../modules/identity/index.ts';
import { makePayout, openPayoutRun, releaseEarnings, stepPayout, stepPayoutRun } from '../modules/ledger/index.ts';
import { settingsOf } from '../modules/settings/index.ts';
import { disclaimerHash } from '../modules/store/index.ts';
import { addFile, buyRequest, changeRequest, estimateRequest, openRequest, takeStep } from '../modules/tuning/index.ts';
import type { SignedInActor } from '../platform/actor.ts';
import type { Platform } from '../platform/platform.ts';
import { demoEmail } from './demo.ts';
import { actorOf, casey, sellable } from './purchases.ts';
import { fileOf, inRequest } from './tune-requests.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Small, because there are several and the world is copied often. */
const imageBytes = 131_072;

/**
 * Half a year of the demo tuner: tunes that were sold and made, a transfer, a transfer group, a share that is available and two that
 * wait. Through the same doors as everybody, at the hours of that time. Needs the test provider, because somebody pays.
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
  try {
    for (const days of [168, 139, 117, 96]) await sell(days);
    await releaseEarnings(platform.db, ago(62));
    await platform.db.transaction().execute(async (db) => {
      const wish = { owner, currency: 'CAD', requestKey: 'demo transfer', until: ago(62) } as const;
      const { id } = await makePayout(db, admin, wish, ago(61));
      await stepPayout(db, superAdmin, id, 'approve', ago(61));
      await stepPayout(db, admin, id, 'send', ago(60));
      await stepPayout(db, admin, id, 'confirm', ago(58), { reference: 'EFT 20418' });
    });
    for (const days of [74, 55]) await sell(days);
    await releaseEarnings(platform.db, ago(20));
    const run = await platform.db.transaction().execute(async (db) => {
      const wish = { requestKey: 'demo transfers', currency: 'CAD', party: 'tuner', cutOff: ago(20) } as const;
      const { id } = await openPayoutRun(db, admin, { ...wish, note: 'Tuners, monthly.' }, ago(19));
      await stepPayoutRun(db, admin, id, 'lock', ago(19));
      await stepPayoutRun(db, superAdmin, id, 'approve', ago(19));
      await stepPayoutRun(db, admin, id, 'process', ago(18));
      return id;
    });
    const sent = await platform.db.selectFrom('payouts').select('id').where('run_id', '=', run).execute();
    for (const { id } of sent)
      await platform.db
        .transaction()
        .execute((db) => stepPayout(db, admin, id, 'confirm', ago(16), { reference: 'EFT 20977' }));
    for (const days of [43, 24, 9]) await sell(days);
    await releaseEarnings(platform.db, now);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ten in the morning where support is, on that day or the Friday before. */
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

/** A request from its file to its delivery, as it was that day. */
async function soldAndMade({ platform: today, folder, buyer, tuner, reviewer, car }: Sale, seed: number, day: Date) {
  const then = (hours: number) => new Date(day.getTime() + hours * hourMs);
  const platform: Platform = { ...today, clock: { now: () => day } };
  const asking = { actor: buyer, now: day };
  const wish = { mode: 'manual', purpose: 'tune' } as const;
  const original = await fileOf(folder, seed, false, imageBytes);
  const { id } = await openRequest(platform, { ...asking, region: 1, wish, files: [original] });
  await inRequest(platform, id, day, (bench, request) =>
    changeRequest(bench, request, { parts: ['customer'], userId: buyer.userId }, { vehicle: car.path }),
  );
  const selection = { tune_ids: [car.tune_id], tools: [], codes: [], currency: 'CAD' };
  const { hash } = await estimateRequest(platform, asking, id, selection);
  const { tuning_disclaimer: text } = await settingsOf(today);
  const agreed = { estimate_hash: hash, disclaimer_hash: text === '' ? undefined : disclaimerHash(text) };
  const billing = { ...casey, full_name: 'Noor Fastlane' };
  const tender = { kind: 'card', billing, method: { token: 'test_ok' } } as const;
  await buyRequest(platform, asking, id, agreed, { tender, requestKey: `demo sale ${seed}` });
  await inRequest(platform, id, then(1), (bench, request) => takeStep(bench, request, tuner, 'claim', ''));
  const result = await fileOf(folder, seed, true, imageBytes);
  await addFile(platform, tuner, then(2 + (seed % 3)), { id, kind: 'result', note: '', files: [result] });
  await inRequest(platform, id, then(3 + (seed % 3)), (bench, request) =>
    takeStep(bench, request, reviewer, 'approve', ''),
  );
}
