import type { SignedInActor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { platformAt } from '../history/history-clock.ts';
import { actorOf } from '../purchases.ts';
import { buildDemoAffiliate } from './affiliate.ts';
import { buildDemoApplications } from './applications.ts';
import { buildDemoDealer } from './dealer.ts';

export type Stage = {
  readonly platform: Platform;
  readonly clock: { now: Date };
  readonly now: Date;
  readonly people: Readonly<Record<'admin' | 'superAdmin' | 'dealer' | 'affiliate' | 'buyer', SignedInActor>>;
};

export const dayMs = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/**
 * What the partner pages show for the demo accounts: statements and payments of the dealer, sales and payouts of the
 * affiliate, the directory, and applications that wait for staff. Idempotent. Needs the test payment provider.
 */
export async function buildDemoPartners(today: Platform, now: Date): Promise<void> {
  if (today.payments?.name !== 'test') return;
  const [admin, superAdmin, dealer, affiliate, buyer] = await Promise.all(
    ['admin', 'super', 'dealer', 'affiliate', 'regular'].map((address) => actorOf(today, address)),
  );
  if (!admin || !superAdmin || !dealer || !affiliate || !buyer) return;
  const clock = { now };
  const platform = platformAt(today, clock);
  const stage: Stage = { platform, clock, now, people: { admin, superAdmin, dealer, affiliate, buyer } };
  await buildDemoDealer(stage);
  await buildDemoAffiliate(stage);
  await buildDemoApplications(stage);
}
