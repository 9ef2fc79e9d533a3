import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockfileProblems } from './check-lockfile.mjs';

const hash = { integrity: 'sha512-x' };

test('the lock file installs on every supported platform', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  expect(lockfileProblems(lock)).toEqual([]);
});

test('a lock file without a native package of another platform, with an install script or tied to a registry is refused', () => {
  const problems = lockfileProblems({
    packages: {
      '': {},
      'node_modules/tool': {
        ...hash,
        optionalDependencies: { 'tool-linux-x64': '1', 'tool-linux-arm64': '1', nested: '1' },
      },
      'node_modules/tool-linux-arm64': { ...hash, optional: true },
      'node_modules/tool/node_modules/nested': { ...hash, hasInstallScript: true },
      'node_modules/far': { ...hash, resolved: 'https://registry.test/far.tgz' },
      'node_modules/bare': {},
    },
  });
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).toMatch(
    /tool lacks its optional package tool-linux-x64[\s\S]*nested needs an install script[\s\S]*far is tied[\s\S]*bare has no integrity/,
  );
});
