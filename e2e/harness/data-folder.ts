import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts';
import { type Product, startProduct } from './product.ts';

export type DataFolder = { path: string; cluster: string; postmaster(): number; remove(): void };

/** A data folder for a database of its own, gone afterwards, whatever happened in it. */
export function dataFolder(): DataFolder {
  const path = mkdtempSync('/tmp/tuneport-crash-');
  // Root's database runs as another user, who must get in.
  chmodSync(path, 0o711);
  const cluster = join(path, 'postgres/data');
  return {
    path,
    cluster,
    postmaster: () => readPostmaster(cluster)?.pid ?? 0,
    remove() {
      const left = readPostmaster(cluster);
      if (left && isAlive(cluster, left)) process.kill(left.pid, 'SIGKILL');
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export const embedded = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  JOBS: 'off',
  DEMO: 'small',
});

/** The demo world in a folder as the product leaves it when it stops, made once by each of the test workers. */
let first: Promise<DataFolder> | undefined;
async function makeFirst(): Promise<DataFolder> {
  const folder = dataFolder();
  process.once('exit', folder.remove);
  await (await startProduct({ env: embedded(folder.path) })).stop();
  return folder;
}

/** A copy of it. */
export async function demoFolder(): Promise<DataFolder> {
  first ??= makeFirst();
  const { path } = await first;
  const folder = dataFolder();
  execFileSync('cp', ['-a', `${path}/.`, folder.path]);
  return folder;
}

const cleanups: (() => unknown)[] = [];

/** For afterEach. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

export async function folder(): Promise<DataFolder> {
  const made = await demoFolder();
  cleanups.push(made.remove);
  return made;
}

export async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ env: embedded(dataDir) });
  cleanups.push(product.kill);
  return product;
}
