import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueTransferCause } from '@tuneport/domain/tuning/value-transfer-states';
import { createTransfer, performTransfer, reviewTransfer } from '../modules/tuning/index.ts';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { type DemoCar, demoCars } from './demo-cars.ts';
import { datePurchase, requestDates } from './demo-dates.ts';
import { datedPlatform } from './history/history-clock.ts';
import { actorOf, casey } from './purchases.ts';

type Demo = {
  readonly seed: number;
  /** How long ago the old request was sent, and the transfer requested. */
  readonly days: readonly [old: number, transfer: number];
  readonly cause: ValueTransferCause;
  readonly reason: string;
  readonly evidence: string;
  readonly review?: Parameters<typeof reviewTransfer>[3];
  readonly perform?: true;
};

const demos: readonly Demo[] = [
  {
    seed: 41,
    days: [76, 12],
    cause: 'dead_controller',
    reason: 'The control unit failed and was replaced under warranty.',
    evidence: 'New part number 8E0906018Q, invoice of the workshop in the ticket.',
    review: { decision: 'approve', note: 'Invoice checked.' },
    perform: true,
  },
  {
    seed: 42,
    days: [58, 8],
    cause: 'other_vehicle',
    reason: 'The car was sold; the customer has bought another one.',
    evidence: 'Registration of the new car.',
    review: { decision: 'approve', value: '100.00', note: '' },
    perform: true,
  },
  {
    seed: 43,
    days: [41, 4],
    cause: 'upgrade',
    reason: 'Wants the next stage with the new turbocharger.',
    evidence: '',
    review: { decision: 'approve', note: '' },
  },
  { seed: 44, days: [27, 1], cause: 'wrong_choice', reason: 'Ordered for the wrong fuel.', evidence: '' },
  {
    seed: 45,
    days: [33, 6],
    cause: 'other_vehicle',
    reason: 'Would like to use it in the car of a friend.',
    evidence: '',
    review: { decision: 'reject', note: 'A value can only move to another request of the same customer.' },
  },
];

/** Value transfers in several states: performed, awaiting a difference, approved, requested and declined. Idempotent. */
export async function buildDemoTransfers(platform: Platform, now: Date): Promise<void> {
  if (platform.payments?.name !== 'test') return;
  const [buyer, tuner, reviewer, admin, second] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner', 'admin', 'super'].map((address) => actorOf(platform, address)),
  );
  const cars = await demoCars(platform);
  if (!buyer || !tuner || !reviewer || !admin || !second || cars.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  const sizeBytes = 131_072;
  const bring = async (seed: number, carAt: number, days: number, until: 'priced' | 'delivered') => {
    const at = requestDates(now, days);
    const key = `demo transfer ${seed}`;
    const car = cars[carAt % cars.length] as DemoCar;
    const request = {
      key,
      seed,
      mode: 'automatic',
      folder,
      sizeBytes,
      buyer,
      billing: casey,
      tuner,
      reviewer,
    } as const;
    const id = await advanceRequest(datedPlatform(platform, at.open), { ...request, car, at }, until);
    await datePurchase(platform.db, key);
    return id;
  };
  const within = <T>(
    at: Date,
    act: (context: { db: Platform['db']; platform: Platform; now: Date }) => Promise<T>,
  ): Promise<T> => {
    const { platform: dated } = datedPlatform(platform, at);
    return dated.db.transaction().execute((db) => act({ db, platform: dated, now: at }));
  };
  try {
    for (const { seed, days, cause, reason, evidence, review, perform } of demos) {
      const [oldDays, transferDays] = days;
      const day = requestDates(now, transferDays);
      const newCar = cause === 'other_vehicle' ? seed + 1 : seed;
      const old = await bring(seed, seed, oldDays, 'delivered');
      const next =
        perform || review?.decision === 'approve' ? await bring(seed + 10, newCar, transferDays + 1, 'priced') : null;
      const known = await platform.db
        .selectFrom('value_transfers')
        .select(['id', 'state'])
        .where('old_request_id', '=', old)
        .executeTakeFirst();
      const input = { old_request_id: old, new_request_id: next, cause, reason, evidence };
      const { id, state } =
        known ?? (await within(day.open, (context) => createTransfer(context, admin, input, 'staff')));
      if (review && state === 'requested')
        await within(day.claim, (context) => reviewTransfer(context, second, id, review));
      if (perform && (state === 'requested' || state === 'approved'))
        await performTransfer(
          { platform: datedPlatform(platform, day.result).platform, actor: admin, now: day.result },
          id,
          {},
        );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
