import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { inject } from 'vitest';
import { onServer } from '../../apps/server/src/testing/database.ts';
import { scratch } from '../../apps/server/src/testing/scratch.ts';
import { type DataFolder, dataFolder, embedded } from './data-folder.ts';
import { type Product, startProduct } from './product.ts';

/** An arbitrary number: one worker creates the folder, the others wait for it. */
const lock = 4_702_120;

/** The demo data set in a folder with an embedded database, as left by a stopped product; created once per run. */
async function ensureDemoFolder(): Promise<string> {
  const { server, demo } = inject('database');
  await onServer(server, async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    if (existsSync(demo.folder)) return;
    const draft = dataFolder(scratch);
    try {
      await (await startProduct({ env: embedded(draft.path) })).stop();
      renameSync(draft.path, demo.folder);
    } finally {
      draft.remove();
    }
  });
  return demo.folder;
}

const cleanups: (() => unknown)[] = [];

/** For afterEach. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

/** A copy of the demo folder. */
export async function folder(): Promise<DataFolder> {
  const demo = await ensureDemoFolder();
  const made = dataFolder(scratch);
  cleanups.push(made.remove);
  execFileSync('cp', ['-a', `${demo}/.`, made.path]);
  return made;
}

export async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ env: embedded(dataDir) });
  cleanups.push(product.kill);
  return product;
}
