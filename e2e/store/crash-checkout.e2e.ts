import { afterEach, expect, test } from 'vitest';
import { checkoutCrash } from '../harness/checkout-crash.ts';
import { cleanUp, folder } from '../harness/demo-folder.ts';

afterEach(cleanUp);

test('app and database killed during checkouts: one request is one order, no acknowledged write is lost, and no charge is without a paid order', async () => {
  const report = await checkoutCrash({ rounds: 3, dataDir: await folder() });
  expect(report.wrong).toEqual([]);
  expect(report.paid).toBeGreaterThan(report.rounds);
});
