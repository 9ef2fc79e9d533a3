import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = new URL('../..', import.meta.url).pathname;
const folders = ['features', 'pages', 'shell', 'ui'];

/** The opening tags of forms. A `>` inside braces belongs to an arrow function. */
function formTags(source: string): string[] {
  return [...source.matchAll(/<form\b/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    while (depth > 0 || source[end] !== '>') {
      if (source[end] === '{') depth += 1;
      if (source[end] === '}') depth -= 1;
      end += 1;
    }
    return source.slice(index, end);
  });
}

test('every form has a method, so that none sent before its script puts passwords into the address', () => {
  const wrong = folders.flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
      .flatMap((name) => formTags(readFileSync(join(sources, folder, name), 'utf8')).map((tag) => `${name}: ${tag}`)),
  );
  expect(wrong.length).toBeGreaterThan(80);
  expect(wrong.filter((tag) => !tag.includes('method='))).toEqual([]);
});
