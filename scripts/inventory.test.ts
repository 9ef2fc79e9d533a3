import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const idsOf = (file: string) =>
  readFileSync(join(root, 'docs/inventory', file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t', 1)[0] ?? '');

const ids = ['routes.tsv', 'calls.tsv', 'rules.tsv'].flatMap(idsOf);

test('the inventory has each id once', () => {
  expect(ids.length).toBeGreaterThan(1000);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('every id in a test title is in the inventory', () => {
  const known = new Set(ids);
  const files = globSync('{apps,packages,e2e,scripts,bench}/**/*.{test,e2e}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/build/**'],
  });
  expect(files.length).toBeGreaterThan(300);
  const unknown = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(/\b[RCS]\d{3}\b/g) ?? [])
      .filter((id) => !known.has(id))
      .map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});
