import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'apps/web/src');

// Type imports are erased before bundling.
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
const specifiers =
  /(?:^|[;\n])\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every module the browser can load from these entry points, through any kind of import, with its importer. */
export function reachable(starts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const queue = starts.map((start) => ({ file: join(source, start), from: 'the route table' }));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const name = relative(root, next.file);
    if (found.has(name)) continue;
    found.set(name, next.from);
    for (const [, plain, lazy] of withoutComments(readFileSync(next.file, 'utf8')).matchAll(specifiers)) {
      const specifier = plain ?? lazy ?? '';
      const file = resolve(next.file, specifier);
      if (file === null) found.set(specifier, name);
      else if (/\.tsx?$/.test(file)) queue.push({ file, from: name });
    }
  }
  return found;
}

/** null for a package. */
function resolve(from: string, specifier: string): string | null {
  const workspace = /^@tuneport\/(domain|contract)\/(.+)$/.exec(specifier);
  if (workspace) return join(root, 'packages', workspace[1] ?? '', 'src', `${workspace[2]}.ts`);
  if (!specifier.startsWith('.')) return null;
  const file = join(dirname(from), specifier);
  return existsSync(file) && statSync(file).isFile() ? file : null;
}
