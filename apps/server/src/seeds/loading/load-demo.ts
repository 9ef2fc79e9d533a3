import type { Connection } from '../../platform/db/connection/connection.ts';
import { withSessionLock } from '../../platform/db/writes/session-lock.ts';
import type { Platform } from '../../platform/platform.ts';
import { buildDemoData, type DemoInput, demoLock } from '../demo.ts';
import { buildDemoEarnings } from '../earnings.ts';
import { numberDocuments } from '../history/document-numbers.ts';
import { datePayments } from '../history/payment-dates.ts';
import { readNotifications } from '../history/read-notifications.ts';
import { buildDemoPartners } from '../partners/partners.ts';
import { buildDemoPassport } from '../passport.ts';
import { buildDemoPurchases } from '../purchases.ts';
import { buildDemoRequests } from '../tune-requests.ts';
import { buildDemoTransfers } from '../value-transfers.ts';
import { beginLoading, loadedSteps, markLoaded } from './demo-steps.ts';

type Step = { name: string; title: string; run: (platform: Platform, now: Date) => Promise<void> };

/** Each step may be interrupted anywhere and run again: its records are found by a key and continued. */
const steps: readonly Step[] = [
  { name: 'purchases', title: 'Loading demo purchases', run: buildDemoPurchases },
  { name: 'passport', title: 'Loading a demo vehicle passport', run: buildDemoPassport },
  { name: 'requests', title: 'Loading demo tune requests', run: buildDemoRequests },
  { name: 'value-transfers', title: 'Loading demo value transfers', run: buildDemoTransfers },
  { name: 'earnings', title: 'Loading demo earnings', run: buildDemoEarnings },
  { name: 'partners', title: 'Loading demo partners', run: buildDemoPartners },
  { name: 'payment-dates', title: 'Dating demo payments', run: ({ db }) => datePayments(db) },
  { name: 'document-numbers', title: 'Numbering demo invoices', run: ({ db }) => numberDocuments(db) },
  { name: 'notifications', title: 'Reading demo notifications', run: ({ db }) => readNotifications(db) },
];

type Report = <T>(title: string, work: () => Promise<T>) => Promise<T>;

type LoadDemo = DemoInput & {
  /** A direct connection, not a pooler: the lock is session-scoped. */
  direct: Connection | string;
  now: Date;
  step?: Report;
};

/**
 * Loads the demo data set into an empty database, or completes an interrupted load. True if there was something to do.
 */
export function loadDemo(
  platform: Platform,
  { direct, now, step = (_, work) => work(), ...input }: LoadDemo,
): Promise<boolean> {
  const { db, log } = platform;
  // Processes that start together on an empty database must not both load it.
  return withSessionLock(direct, demoLock, async () => {
    const begunAt = await beginLoading(db, now);
    if (!begunAt) return false;
    const loaded = await step('Loading the demo data', () => buildDemoData(db, begunAt, input));
    const done = await loadedSteps(db);
    const open = steps.filter(({ name }) => !done.has(name));
    let added = 0;
    for (const { name, title, run } of open) {
      try {
        await step(title, () => run(platform, begunAt));
      } catch (error) {
        // Records that people changed, or of an older release, may not fit. The site is of use without the rest.
        log.error(
          { err: error, step: name },
          'a part of the demo data could not be loaded; the site starts without it',
        );
        break;
      }
      await markLoaded(db, name, now);
      added += 1;
    }
    // What failed at the first start is tried once more.
    const isFirstStart = begunAt.getTime() === now.getTime();
    if (added === open.length || !isFirstStart) await markLoaded(db, 'complete', now);
    return loaded || added > 0;
  });
}
