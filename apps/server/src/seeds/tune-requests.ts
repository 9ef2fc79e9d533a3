import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../platform/platform.ts';
import { advanceRequest } from './advance-request.ts';
import { actorOf, casey, sellable } from './purchases.ts';

/** Demo requests: one needs its vehicle, one waits for payment, one is queued, one is ready. Idempotent. */
export async function buildDemoRequests(platform: Platform, now: Date): Promise<void> {
  const [buyer, tuner, reviewer] = await Promise.all(
    ['customer', 'tuner', 'cms-tuner'].map((address) => actorOf(platform, address)),
  );
  const [car] = await sellable(platform);
  if (!buyer || !tuner || !reviewer || !car) return;
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-demo-'));
  const at = { open: now, claim: now, result: now, approve: now };
  const bring = (seed: number, until: Parameters<typeof advanceRequest>[2]) =>
    advanceRequest(
      platform,
      { key: `demo request ${seed}`, seed, mode: 'automatic', folder, buyer, billing: casey, tuner, reviewer, car, at },
      until,
    );
  try {
    await bring(1, 'sent');
    await bring(2, 'priced');
    if (platform.payments?.name !== 'test') return;
    await bring(3, 'paid');
    await bring(4, 'delivered');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
