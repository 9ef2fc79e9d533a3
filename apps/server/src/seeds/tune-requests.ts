import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { demoCars } from './demo-cars.ts';
import { datePurchase, requestDates } from './demo-dates.ts';
import { datedPlatform } from './history/history-clock.ts';
import { actorOf, casey } from './purchases.ts';

/**
 * Demo requests for different cars: one needs its vehicle, one waits for payment, one is queued, one is ready.
 * Idempotent.
 */
export async function buildDemoRequests(platform: Platform, now: Date): Promise<void> {
  const [buyer, tuner, reviewer] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner'].map((address) => actorOf(platform, address)),
  );
  const cars = await demoCars(platform);
  if (!buyer || !tuner || !reviewer || cars.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  const bring = async (seed: number, days: number, until: Parameters<typeof advanceRequest>[2]) => {
    const at = requestDates(now, days);
    const car = cars[seed % cars.length];
    const key = `demo request ${seed}`;
    if (!car) return;
    await advanceRequest(
      datedPlatform(platform, at.open),
      { key, seed, mode: 'automatic', folder, buyer, billing: casey, tuner, reviewer, car, at },
      until,
    );
    await datePurchase(platform.db, key);
  };
  try {
    await bring(1, 1, 'sent');
    await bring(2, 3, 'priced');
    if (platform.payments?.name !== 'test') return;
    await bring(3, 0.1, 'paid');
    await bring(4, 9, 'delivered');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
