import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockKeys, pairedLockKeys } from './advisory-locks.ts';

test('advisory lock keys are unique within their space', () => {
  for (const keys of [Object.values<number>(lockKeys), Object.values<number>(pairedLockKeys)])
    expect(new Set(keys).size).toBe(keys.length);
});

test('advisory locks take their keys from the table', () => {
  const root = new URL('../../../', import.meta.url).pathname;
  const inline = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
    .filter((file) => /advisory_\w*lock\w*\(\s*\d/.test(readFileSync(`${root}${file}`, 'utf8')));
  expect(inline).toEqual([]);
});
