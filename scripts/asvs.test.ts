import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, id = '', level, subject, state = '', evidence = '']) => ({ id, level, subject, state, evidence }),
);
const isPath = (quoted: string) => /[/.]/.test(quoted) && !/\s/.test(quoted);
const pathsIn = (markdown: string) =>
  [...markdown.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted).filter(isPath);

describe('the table of ASVS requirements', () => {
  test('has every requirement of levels 1 and 2 once', () => {
    expect(rows).toHaveLength(253);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  });
  test('has evidence for met requirements and a reason for all others', () => {
    for (const { id, state, evidence } of rows) {
      expect(['met', 'not applicable', 'open'], id).toContain(state);
      if (state === 'met') expect(pathsIn(evidence).length, id).toBeGreaterThan(0);
      else expect(evidence.length, id).toBeGreaterThan(15);
    }
  });
  test('names only files that exist', () => {
    const missing = pathsIn(text).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });
  test('states the right totals', () => {
    const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
    const counts = `${count('met')} met, ${count('not applicable')} not applicable, ${count('open')} open`;
    expect(text).toContain(`253 requirements: ${counts}.`);
  });
});

test('the security policies name only files that exist', () => {
  const policies = readFileSync(join(root, 'docs/security/policies.md'), 'utf8');
  const files = pathsIn(policies).filter((path) => /^(?:apps|packages|docs|scripts)\//.test(path));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
