import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('README.md and .env.example list every setting, and no unused one', () => {
  const config = read('apps/server/src/platform/config.ts');
  const settings = [...config.slice(0, config.indexOf('export type Config')).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)];
  const documented = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)]);
  const names = (found: RegExpMatchArray[]) => found.map((match) => match[1]).sort();
  expect(settings.length).toBeGreaterThan(20);
  expect(names(documented)).toEqual(names(settings));
  expect(names([...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)])).toEqual(names(settings));
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md'])('every link and path in %s exists', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => join(dirname(page), match[1] ?? ''));
  // Files of the worked example do not exist and are skipped; all other paths must exist.
  const named = [...text.matchAll(/`((?:apps|packages|scripts|docs)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  const missing = [...links, ...named].filter(
    (path) => !/user-notes|UserNotes/.test(path) && !existsSync(join(root, path)),
  );
  expect(missing).toEqual([]);
});
