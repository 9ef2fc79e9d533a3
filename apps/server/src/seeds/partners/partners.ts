import type { Platform } from '../../platform/platform.ts';
import { platformAt } from '../history/history-clock.ts';
import { actorOf } from '../purchases.ts';
import { buildDemoAffiliate } from './affiliate.ts';
import { buildDemoApplications } from './applications.ts';
import { buildDemoDealer } from './dealer.ts';
import type { SeedContext } from './seed-context.ts';

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
  const context: SeedContext = { platform, clock, now, people: { admin, superAdmin, dealer, affiliate, buyer } };
  await buildDemoDealer(context);
  await buildDemoAffiliate(context);
  await buildDemoApplications(context);
}
