import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Import rules of all layers: a layer may only import lower layers.

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Areas from the lowest layer up. An area may import those to its left and all lower layers, through their public
 * interfaces.
 */
const areaRows = [
  ['audit', 'states', 'settings', 'identity', 'ledger', 'payments', 'operations'],
  ['catalog', 'dealers', 'tuners', 'affiliates'],
  ['store', 'credits', 'purchases', 'sales', 'tuning'],
  ['leads', 'support', 'content', 'garage', 'beta', 'search', 'analytics', 'activity', 'account', 'webhooks'],
];
const areaOrder = areaRows.flat();

type Import = {
  file: string;
  target: string;
  typeOnly: boolean;
  lazy: boolean;
  /** The text before `from`. */
  clause?: string;
  /** The name that `import('…').name` takes. */
  member?: string;
};

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (['node_modules', 'build', '.react-router', 'var'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.gen\.ts$/.test(entry.name)) yield path;
  }
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"`;]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)(?:\.(?!then\b)(\w+))?/g;

/** The file of an import. */
const pathOf = (target: string) => target.replace(/^@tuneport\/(domain|contract)\/(.*)$/, 'packages/$1/src/$2.ts');

const isTypesOnly = (clause = '') => /^\{(\s*type\s[^,}]+,?)+\s*\}\s*from/.test(clause);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(statement)].map((match) => {
    const named = match[3] ?? match[4] ?? '';
    const target = named.startsWith('.') ? relative(root, join(root, dirname(file), named)) : named;
    return {
      file,
      target,
      typeOnly: match[1] !== undefined || isTypesOnly(match[2]),
      lazy: match[4] !== undefined,
      clause: match[2],
      member: match[5],
    };
  });
}

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.includes('/testing/');
const product = ['packages', 'apps'].flatMap((folder) => [...sources(folder)]).filter((file) => !isTest(file));
const imports = product.flatMap(importsOf);
const from = (prefix: string) => imports.filter(({ file }) => file.startsWith(prefix));
const lines = (list: Import[]) => list.map(({ file, target }) => `${file} → ${target}`);

test('the scan finds the source files', () => {
  expect(product.length).toBeGreaterThan(100);
  expect(imports.some(({ target }) => target === '@tuneport/contract/index')).toBe(true);
});

/** Folders of the web that are no area: what several areas share, and parts with a name of their own. */
const sharedFolders = new Set([
  ...['earnings', 'partners', 'units'],
  // The log studio of tuning is loaded by itself.
  'graph',
  // The frame of the back office and the parts of its pages.
  ...['frame', 'record', 'imports'],
]);

test('an area has the same name in every layer', () => {
  const areas = new Set([...areaOrder, 'lists']);
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = (path: string, also = new Set<string>()) =>
    folders(path)
      .filter(({ name }) => !areas.has(name) && !also.has(name))
      .map(({ name }) => `${path}/${name}`);
  expect([
    ...named('packages/contract/src'),
    ...named('apps/server/src/modules'),
    ...named('apps/web/src/features', sharedFolders),
    ...named('apps/web/src/admin', sharedFolders),
  ]).toEqual([]);
});

test('domain imports only itself', () => {
  expect(lines(from('packages/domain/').filter(({ target }) => !target.startsWith('packages/domain/')))).toEqual([]);
});

test('the contract imports only the domain and zod', () => {
  const allowed = /^(packages\/contract\/|@tuneport\/domain\/|zod$)/;
  expect(lines(from('packages/contract/').filter(({ target }) => !allowed.test(target)))).toEqual([]);
});

test('the platform imports no module', () => {
  expect(lines(from('apps/server/src/platform/').filter(({ target }) => target.includes('/modules/')))).toEqual([]);
});

test('modules import each other only through their public interface, and only downwards', () => {
  const wrong = from('apps/server/src/modules/').filter(({ file, target }) => {
    const own = /modules\/([a-z]+)\//.exec(file)?.[1] ?? '';
    const other = /apps\/server\/src\/modules\/([a-z]+)\/(.*)$/.exec(target);
    if (!other || other[1] === own) return false;
    const [, area = '', inside] = other;
    return inside !== 'index.ts' || areaOrder.indexOf(area) > areaOrder.indexOf(own) || !areaOrder.includes(area);
  });
  expect(lines(wrong)).toEqual([]);
});

test('other server code imports a module only through its public interface', () => {
  const wrong = from('apps/server/src/').filter(
    ({ file, target }) =>
      !file.startsWith('apps/server/src/modules/') && /apps\/server\/src\/modules\/[a-z]+\/(?!index\.ts$)/.test(target),
  );
  expect(lines(wrong)).toEqual([]);
});

test('no file imports itself through others at run time', () => {
  const next = new Map<string, string[]>();
  for (const { file, target, typeOnly, lazy } of imports)
    if (!typeOnly && !lazy) next.set(file, [...(next.get(file) ?? []), pathOf(target)]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, above: readonly string[]) => {
    if (above.includes(file)) cycles.push([...above.slice(above.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) for (const each of next.get(file) ?? []) visit(each, [...above, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test('the web imports only types from the contract, and runtime code only from files without zod', () => {
  const free = new Set(['@tuneport/contract/errors']);
  const wrong = from('apps/web/src/').filter(
    ({ target, typeOnly }) => target.startsWith('@tuneport/contract/') && !typeOnly && !free.has(target),
  );
  expect(lines(wrong)).toEqual([]);
});

test('the web imports nothing from the server, and the server only types from the web', () => {
  expect(lines(from('apps/web/src/').filter(({ target }) => target.includes('apps/server/')))).toEqual([]);
  const back = from('apps/server/src/').filter(({ target, typeOnly }) => target.includes('apps/web/') && !typeOnly);
  expect(lines(back)).toEqual([]);
});

const featuresBelow: Readonly<Record<string, readonly string[]>> = { purchases: ['store', 'credits'] };

test('web imports flow one way: ui and platform, shell and features, pages and admin; features do not import each other', () => {
  const floor = (path: string) => {
    const match = /^apps\/web\/src\/(ui|platform|shell|features|pages|admin)\//.exec(path);
    return match ? { ui: 0, platform: 0, shell: 1, features: 1, pages: 2, admin: 2 }[match[1] as 'ui'] : undefined;
  };
  const feature = (path: string) => /^apps\/web\/src\/features\/([a-z-]+)\//.exec(path)?.[1];
  const wrong = from('apps/web/src/').filter(({ file, target, typeOnly }) => {
    const [here, there] = [floor(file), floor(target)];
    if (here === undefined || there === undefined || typeOnly) return false;
    if (there > here) return true;
    const [own, other] = [feature(file), feature(target)];
    // The card form is used by every area that sells, and earnings and the partner frame by every area with
    // partners; on the server both are in a lower layer.
    if (other === 'payments' || other === 'earnings' || other === 'partners') return false;
    // Any page may make a call that needs a fresh login.
    if (target.endsWith('/account/FreshLoginDialog.tsx')) return false;
    if (own === undefined || other === undefined || own === other) return false;
    // Purchases use the checkout and credits, as on the server.
    return !featuresBelow[own]?.includes(other);
  });
  expect(lines(wrong)).toEqual([]);
});

const allFiles = ['packages', 'apps', 'e2e', 'bench', 'scripts'].flatMap((folder) => [...sources(folder)]);

/** The names of `{ a, type B, c as d }`: what they are called in the file they come from, and in the other one. */
const namesOf = (clause = '') =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '')
    .map((name) => {
      const [there = '', here = there] = name.split(/\s+as\s+/);
      return { there, here };
    });

/** Who imports what: the importing files by `file name`; `file *` means all its names. */
const importers = Map.groupBy(
  allFiles.flatMap((file) =>
    importsOf(file).flatMap(({ target, clause, member, lazy }) => {
      const names = lazy ? [member ?? '*'] : namesOf(clause).map(({ there }) => there);
      return [...names, ...(clause?.includes('*') ? ['*'] : [])].map((name) => ({
        key: `${pathOf(target)} ${name}`,
        file,
      }));
    }),
  ),
  ({ key }) => key,
);
const isImported = (file: string, name: string, isInside: (other: string) => boolean) =>
  [name, '*'].some((each) => importers.get(`${file} ${each}`)?.some((by) => !isInside(by.file)));

/** The router finds these by their names: the exports of a page, of the root and of the entry files. */
const routerExports = new Set([
  ...['action', 'clientAction', 'clientLoader', 'clientMiddleware', 'ErrorBoundary', 'handle', 'headers'],
  ...['HydrateFallback', 'Layout', 'links', 'loader', 'meta', 'middleware', 'shouldRevalidate'],
  ...['handleError', 'streamTimeout'],
  // The server reads it from the built entry, and a plug-in replaces a function of the router by the other one.
  ...['pageFacts', 'loadRouteModule'],
  // Loaded by its path, so that production does not need Vite.
  'startDevServer',
]);

test('everything that is exported, values and types, is imported by another file', () => {
  const declared = /^export (?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm;
  const unused = product
    // It exports the names of the modules it replaces.
    .filter((file) => file !== 'apps/web/router-plugins.ts')
    .flatMap((file) =>
      [...new Set([...readFileSync(join(root, file), 'utf8').matchAll(declared)].map(([, name = '']) => name))]
        .filter((name) => !(file.startsWith('apps/web/') && routerExports.has(name)))
        .filter((name) => !isImported(file, name, (other) => other === file))
        .map((name) => `${file} ${name}`),
    );
  expect(unused).toEqual([]);
});

test('a public interface exports only what other code imports', () => {
  const unused = product
    .filter((file) => /^apps\/server\/src\/modules\/[a-z]+\/index\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:type )?\{[^}]*\}/gm)]
        .flatMap(([clause]) => namesOf(clause))
        .filter(({ here }) => !isImported(file, here, (other) => dirname(other).startsWith(dirname(file))))
        .map(({ here }) => `${file} ${here}`),
    );
  expect(unused).toEqual([]);
});

// Whole-file variants of streaming functions, tables that tests iterate over, and reference models.
const forTests = new Set([
  'activeRegionOptions',
  'readLog',
  'packLog',
  'identifyImage',
  'readName',
  'earningState',
  'parseAccount',
  'emptyBook',
  'limitAccount',
  'replay',
]);

test('every domain rule is used by the application, not only by tests', () => {
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  const texts = new Map(product.map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]));
  const counts = new Map<string, number>();
  for (const text of texts.values())
    for (const [word] of text.matchAll(/[\w$]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const unused = [...texts].flatMap(([file, text]) =>
    file.startsWith('packages/domain/')
      ? [...text.matchAll(/^export (?:async )?(?:const|function\*?|type|class) ([\w$]+)/gm)]
          .map(([, name = '']) => name)
          .filter((name) => counts.get(name) === 1 && !forTests.has(name))
          .map((name) => `${file} ${name}`)
      : [],
  );
  expect(unused).toEqual([]);
});
