import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageQuery } from './page-query.ts';

/** Read by pages that are not shared, or by the browser alone. */
const notShared: readonly string[] = [
  'order',
  'tab',
  'invoice',
  'installer',
  'return',
  'of',
  'kind',
  'compare',
  'show',
  'before',
  // The log studio draws in the browser.
  't',
  'unit',
  'c',
  'm',
  'n',
  'ax',
  'ay',
  'az',
  'stat',
  'where',
  'view',
  'f',
  'with',
  'shift',
  'y',
];

test('every parameter that a public page reads is part of the key of its cached copy', () => {
  const read = new Set<string>();
  for (const folder of ['pages', 'features']) {
    const root = new URL(`../../../../../web/src/${folder}/`, import.meta.url).pathname;
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.test\./.test(name)) continue;
      const text = readFileSync(join(root, name), 'utf8');
      for (const [, parameter = ''] of text.matchAll(
        /(?:[sS]earch(?:Params)?|query|params\)?)\)?\.(?:get|getAll|has)\('([\w-]+)'\)/g,
      ))
        read.add(parameter);
    }
  }
  expect([...read].length).toBeGreaterThan(20);
  expect([...read].filter((name) => !pageQuery.includes(name) && !notShared.includes(name))).toEqual([]);
});
