import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const flagsIn = (file: string) => readFileSync(root + file, 'utf8').match(/--max-semi-space-size=\d+/g);

test.each(['Dockerfile', 'deploy/tuneport.service', 'e2e/harness/product.ts'])(
  '%s starts the server with the flags of npm start',
  (file) => expect(flagsIn(file)).toEqual(flagsIn('scripts/prepare.mjs')),
);
