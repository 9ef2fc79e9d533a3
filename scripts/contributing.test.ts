import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateTypes } from '../apps/server/src/platform/db/schema/generate-types.ts';
import { onServer, type TestDatabase, testDatabase } from '../apps/server/src/testing/database.ts';

// Applies the worked example of CONTRIBUTING.md to the tree in memory and checks that it compiles.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The first line of a block is its file name. */
type Block = { kind: string; file: string; text: string };

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', kind = '', body = '']) => {
    const lines = body.split('\n').map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const file = /^ ?(?:\/\/|--) (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';
    return { kind, file, text: lines.slice(1).join('\n') };
  });
}

/** Inserts each run of + lines after the context line above it, which must occur exactly once. */
function add(file: string, diff: string): string {
  const text = read(file).split('\n');
  let at = -1;
  for (const line of diff.split('\n').filter((shown) => shown !== '')) {
    if (line.startsWith('+')) {
      text.splice(++at, 0, line.slice(1));
      continue;
    }
    const found = text.flatMap((there, index) => (there === line.slice(1) ? [index] : []));
    expect(found, `"${line.trim()}" in ${file}`).toHaveLength(1);
    at = found[0] ?? -1;
  }
  return text.join('\n');
}

/** Compiler errors in these files, with `changed` replacing the files on disk. */
function complaints(changed: ReadonlyMap<string, string>): string[] {
  const files = [...changed.keys()];
  const web = files.filter((file) => file.startsWith('apps/web/'));
  const server = files.filter((file) => !web.includes(file));
  // Checks only the files the example touches, which takes seconds instead of a full build.
  const projects = [
    { config: 'apps/web/tsconfig.example.json', extends: './tsconfig.json', files: web },
    { config: 'tsconfig.example.json', extends: './tsconfig.base.json', files: server },
  ];
  const seen = new Map([...changed].map(([file, text]) => [join(root, file), text]));
  for (const { config, files, ...settings } of projects) {
    const settled = { ...settings, include: [], files: files.map((file) => join(root, file)) };
    seen.set(join(root, config), JSON.stringify(settled));
  }
  const api = new API({
    cwd: root,
    fs: { readFile: (path) => seen.get(path), fileExists: (path) => seen.has(path) || undefined },
  });
  try {
    const opened = api.updateSnapshot({ openProjects: projects.map(({ config }) => join(root, config)) });
    return projects.flatMap(({ config, files }) => {
      const program = opened.getProject(join(root, config))?.program;
      if (!program) throw new Error(`TypeScript did not open ${config}.`);
      return files.flatMap((file) => {
        const path = join(root, file);
        const found = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)];
        return found.map(({ text }) => `${file}: ${text}`);
      });
    });
  } finally {
    api.close();
  }
}

const blocks = blocksOf(read('CONTRIBUTING.md')).filter(({ file }) => file !== '');
// Skipped if the example has been applied to the tree, where the compiler checks it anyway.
const triedOut = blocks.some(({ kind, file }) => kind === 'ts' && existsSync(join(root, file)));

test.skipIf(triedOut)('the example of CONTRIBUTING.md migrates and compiles', { timeout: 180_000 }, async () => {
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'sql',
    'diff',
    'ts',
    'diff',
    'ts',
    'diff',
    'tsx',
    'diff',
    'diff',
    'diff',
    'diff',
  ]);
  const types = await onServer(database.connection, async (client) => {
    for (const { text } of blocks.filter(({ kind }) => kind === 'sql')) await client.query(text);
    return generateTypes(client);
  });
  const changed = new Map([['apps/server/src/platform/db/db.gen.ts', types]]);
  for (const { kind, file, text } of blocks.filter((block) => block.kind !== 'sql')) {
    changed.set(file, kind === 'diff' ? add(file, text) : text);
  }
  expect(complaints(changed)).toEqual([]);
});
