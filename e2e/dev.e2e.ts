import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from './harness/browser.ts';
import { dataFolder, embedded } from './harness/data-folder.ts';
import { root, startProduct } from './harness/product.ts';
import { hydrated } from './harness/visit.ts';

test('npm run dev serves pages from source and restarts when a server file changes', async () => {
  const folder = dataFolder();
  const command = ['npm', 'run', '--silent', 'dev'];
  const product = await startProduct({ env: { ...embedded(folder.path), DEMO: 'off' }, command });
  const page = await (await sharedBrowser()).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto(`${product.origin}/auth/login`, { timeout: 180_000 });
    await hydrated(page);
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(scripts.some((name) => name.includes('/src/root.tsx'))).toBe(true);
    expect(errors).toEqual([]);
    const now = new Date();
    utimesSync(join(root, 'apps/server/src/main.ts'), now, now);
    await expect.poll(() => product.output().split('is serving at').length, { timeout: 180_000 }).toBe(3);
    expect(product.output()).toContain('apps/server/src/main.ts changed.');
  } finally {
    await page.close();
    await product.stop();
    folder.remove();
  }
}, 300_000);
