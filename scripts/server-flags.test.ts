import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const flagsIn = (file: string) => {
  const found = readFileSync(root + file, 'utf8').matchAll(
    /(--max-semi-space-size|--heap-growing-percent|MALLOC_ARENA_MAX)\W+(\d+)/g,
  );
  return [...found].map(([, name, value]) => `${name} ${value}`).sort();
};

test.each(['Dockerfile', 'deploy/tuneport.service', 'e2e/harness/product.ts'])(
  '%s starts the server with the flags of npm start',
  (file) => expect(flagsIn(file)).toEqual(flagsIn('scripts/prepare.mjs')),
);
