import { expect, test } from 'vitest';
import { checkoutCrash } from './harness/checkout-crash.ts';
import { dataFolder } from './harness/crash.ts';

test('R1 app and database killed during checkouts: one wish is one order, nothing acknowledged is lost, nobody is charged without a paid order', async () => {
  const dataDir = dataFolder();
  try {
    const report = await checkoutCrash({ rounds: 4, dataDir });
    expect(report.wrong).toEqual([]);
    expect(report.paid).toBeGreaterThan(report.rounds);
  } finally {
    dataDir.remove();
  }
}, 300_000);
