import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { kindsOf, lookAt } from './harness/looks.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

test('every kind of guarded page fits 360, 390 and 1440 px and passes axe in both themes', async () => {
  const open = () => site.logInAs('super', { reducedMotion: 'reduce' });
  const rows = kindsOf((row) => row.guard !== null);
  expect(await lookAt(site, open, rows)).toEqual([]);
}, 1_500_000);
