import { inject } from 'vitest';
import { asUrl, ensureTemplate } from '../../apps/server/src/testing/database.ts';
import { startProduct } from './product.ts';

/** The small demo data set, created once per test run: its database and data folder, to be copied. */
export async function demoData(): Promise<{ readonly template: string; readonly dataDir: string }> {
  const { demo } = inject('database');
  await ensureTemplate(demo.template, async (connection) => {
    const env = { DATABASE_URL: asUrl(connection), DATA_DIR: demo.dataDir, DEMO: 'small' };
    await (await startProduct({ env })).stop();
  });
  return demo;
}
