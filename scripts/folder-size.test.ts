import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const filesMax = 30;

/** Folders that may have more files, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/server/migrations': 'One ordered list: the next free number is found at its end.',
};

/** Folders under `folder` with the number of files in each, without what installing, building and running creates. */
function* folderSizes(folder: string): Generator<readonly [folder: string, files: number]> {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  yield [folder, entries.filter((entry) => entry.isFile()).length];
  for (const entry of entries)
    if (entry.isDirectory() && !['node_modules', 'build', '.react-router', 'var'].includes(entry.name))
      yield* folderSizes(join(folder, entry.name));
}

test('a folder has at most 30 files', () => {
  const sizes = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'docs', 'deploy'].flatMap((top) => [
    ...folderSizes(top),
  ]);
  expect(sizes.length).toBeGreaterThan(100);
  const large = sizes.filter(([, files]) => files > filesMax).map(([folder]) => folder);
  expect(large.sort()).toEqual(Object.keys(exceptions).sort());
});
